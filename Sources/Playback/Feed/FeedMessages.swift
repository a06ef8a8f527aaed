import Media

/// An entry, as far as it takes to play it.
struct Track: Sendable {
  let entry: EntryID
  let path: FilePath
  /// The source's rate as its tags have it, in Hz.
  let sampleRate: Int?

  init(_ entry: QueueEntry) {
    self.entry = entry.id
    path = entry.item.path
    sampleRate = entry.item.audio.sampleRate
  }
}

/// What the feed is told.
enum FeedCommand: Sendable {
  /// A track is to be heard from a place in it, at once, and nothing else.
  case play(Track, at: Duration, generation: UInt32)
  /// What comes after the track that was to be heard last.
  case follow(Track?, generation: UInt32)
  case stop
  case output(OutputConfiguration?)
}

/// What the feed reports.
struct FeedEvent: Sendable {
  enum Kind: Sendable {
    /// The first frame of a track is heard.
    case started(Sounding)
    /// Nothing can be heard of a track.
    case failed(EntryID, reason: String)
    /// A track cannot be heard to its end.
    case broke(EntryID, reason: String)
    /// The last frame of the last track was heard.
    case ended
    /// There is no sound for now.
    case interrupted(reason: String)
    /// There is sound again.
    case continuing
    /// The device came back as another one: what it does not take has to be decoded again.
    case displaced
  }

  let generation: UInt32
  let kind: Kind
}

/// A track of which something is heard.
struct Sounding: Sendable {
  let entry: EntryID
  /// Where in the track its first frame lies that was to be heard.
  let start: Duration
  let duration: Duration?
  let bitRate: Int
  let format: AudioFormat

  /// What was heard of the track.
  var position: Duration { start }
}
