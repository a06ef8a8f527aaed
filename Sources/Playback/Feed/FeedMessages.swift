import Media
import Posix
import Worker

/// An entry, as far as it takes to play it.
struct Track: Sendable {
  let entry: EntryID
  let path: FilePath
  /// The source's rate as its tags have it, in Hz.
  let sampleRate: Int?
  /// The part of the file that is the track; `nil` for all of it.
  let range: CueRange?
  /// What its tags say of its loudness.
  let replayGain: ReplayGain
  /// Whether its neighbours in the queue are of the same album.
  let isAmongAlbum: Bool
  /// How it goes with the end of the track before it; `nil` where it follows that one as it is.
  var crossfade: CrossfadeSettings?

  /// What of it is played, if not all.
  let part: PlayedRange?
  /// How long it is by its tags.
  let taggedDuration: Duration?

  init(_ entry: QueueEntry, _ item: MediaItem, isAmongAlbum: Bool = false) {
    replayGain = item.tags.replayGain
    self.isAmongAlbum = isAmongAlbum
    self.entry = entry.id
    path = item.path
    sampleRate = item.audio.sampleRate
    range = item.range
    let part = entry.range
    self.part = part
    taggedDuration = item.audio.duration.map { part?.duration(of: $0) ?? $0 }
  }
}

extension Track {
  /// The frame of its file at which it begins.
  func start(rate: Int) -> Int64 {
    let start = range.map { CueRange.soundFrames($0.start, rate: rate) } ?? 0
    return start + (part.map { PlayedRange.soundFrames($0.start, rate: rate) } ?? 0)
  }

  /// The frame of its file before which it ends; `nil` for the file's own end.
  func end(rate: Int) -> Int64? {
    let start = range.map { CueRange.soundFrames($0.start, rate: rate) } ?? 0
    let end = range?.end.map { CueRange.soundFrames($0, rate: rate) }
    let early = part?.end.map { start + PlayedRange.soundFrames($0, rate: rate) }
    return [end, early].compactMap { $0 }.min()
  }

  /// How many of the file's frames it has.
  func frames(ofFile count: Int64?, rate: Int) -> Int64? {
    let end = [end(rate: rate), count].compactMap { $0 }.min()
    return end.map { max(0, $0 - start(rate: rate)) }
  }
}

extension PlayedRange {
  /// A place as frames of sound.
  static func soundFrames(_ milliseconds: Int64, rate: Int) -> Int64 {
    milliseconds * Int64(rate) / 1000
  }

  /// How much of an item of this length it is.
  func duration(of whole: Duration) -> Duration {
    let end = end.map { min(.milliseconds($0), whole) } ?? whole
    return max(.zero, end - .milliseconds(start))
  }
}

/// What the feed is told.
enum FeedCommand: Sendable {
  /// A track is to be heard from a place in it, at once, and nothing else.
  case play(Track, at: Duration, generation: UInt32)
  /// What comes after an entry, which the listener hears or is about to hear.
  case follow(Track?, after: EntryID, generation: UInt32)
  case stop
  /// How fast tracks are to be, in thousandths, from the next that is played on.
  case speed(Int)
  /// How loud tracks are to be, from what is decoded next on.
  case replayGain(ReplayGainSettings)
  /// The file that was to be opened with this number.
  case reached(Int, Result<FileDescriptor.Owned, PosixError>)
}

/// What the feed reports.
struct FeedEvent: Sendable {
  enum Kind: Sendable {
    /// The first frame of a track is heard; of one that followed another, if `following`.
    case started(Sounding, following: Bool)
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
  let track: Track
  /// What the decoder found in its file.
  let found: DecoderSource
  /// What the device takes.
  let format: AudioFormat
  /// `nil` once the device was given up.
  private(set) var stream: OutputFeed?
  /// Where in the stream the track begins.
  private let streamFrame: Int
  /// Which frame of the track that is, at the rate of the stream.
  private let sourceFrame: Int64
  /// How fast it is, in thousandths.
  let speed: Int
  /// What had been heard when the device was given up.
  private var heardBefore = Duration.zero

  init(
    track: Track, found: DecoderSource, stream: OutputFeed, streamFrame: Int, sourceFrame: Int64,
    speed: Int
  ) {
    self.track = track
    self.found = found
    format = stream.format
    self.stream = stream
    self.streamFrame = streamFrame
    self.sourceFrame = sourceFrame
    self.speed = speed
  }

  var entry: EntryID { track.entry }

  /// In kbit/s; 0 when it is not known.
  var bitRate: Int { found.bitRate }

  var duration: Duration? {
    track.frames(ofFile: found.frames, rate: found.format.sampleRate)
      .map { found.format.duration(frames: $0) }
  }

  /// What was heard of the track.
  var position: Duration {
    guard let stream else { return heardBefore }
    let heard = max(0, stream.heard(at: Clock.now()) - streamFrame)
    let position = format.duration(frames: sourceFrame + Int64(heard * speed / 1000))
    return duration.map { min($0, position) } ?? position
  }

  /// Where to go on so that the next frame is the one after the last that was heard.
  var continuation: Duration {
    // Nanoseconds are cut off, so without one more the last frame would be heard again.
    position + .nanoseconds(1)
  }

  /// Keeps what was heard, without the stream.
  mutating func leaveStream() {
    heardBefore = position
    stream = nil
  }
}
