/// A track in the library.
public struct MediaItem: Sendable, Hashable, Identifiable {
  public var persistentID: PersistentID
  /// How clients name the item: its path below its root, with the root's name before it where
  /// there are several. Valid UTF-8 without control characters.
  public var uri: String
  /// The file, absolute.
  public var path: FilePath
  public var tags: MediaTags
  public var audio: AudioProperties
  /// In bytes.
  public var size: Int64
  /// When the file was last changed.
  public var modified: Timestamp
  /// When the library first saw it.
  public var added: Timestamp
  /// Whether the file can be reached; `false` while its root is away.
  public var isAvailable: Bool
  /// The part of the file that it is, for a track of a cue sheet; `nil` for all of it.
  public var range: CueRange?
  /// What people did with it.
  public var statistics = MediaStatistics()
  /// Where its lyrics lie; `nil` where it has none.
  public var lyricsSource: LyricsSource?

  public init(
    persistentID: PersistentID, uri: String, path: FilePath, tags: MediaTags = MediaTags(),
    audio: AudioProperties = AudioProperties(), size: Int64 = 0,
    modified: Timestamp = Timestamp(nanoseconds: 0), added: Timestamp = Timestamp(nanoseconds: 0),
    isAvailable: Bool = true, range: CueRange? = nil, lyricsSource: LyricsSource? = nil
  ) {
    self.persistentID = persistentID
    self.uri = uri
    self.path = path
    self.tags = tags
    self.audio = audio
    self.size = size
    self.modified = modified
    self.added = added
    self.isAvailable = isAvailable
    self.range = range
    self.lyricsSource = lyricsSource
  }

  public var id: PersistentID { persistentID }

  /// The title, or the file's name where there is none.
  public var displayTitle: String { tags.title ?? path.lastComponent.uri }

  /// All artists in one line, "Unknown Artist" where there is none.
  public var displayArtist: String { tags.artist ?? "Unknown Artist" }

  /// How long it plays, for people.
  public var time: PlaybackTime { PlaybackTime(milliseconds: audio.milliseconds) }

  /// What kind of listening it is made for.
  public var mediaTypes: MediaTypes { MediaTypes(of: self) }
}

/// Where an item's lyrics lie.
public enum LyricsSource: String, Sendable, Hashable, CaseIterable {
  /// In the file's tags.
  case embedded
  /// In a file of the same name beside it, with times: `song.lrc`.
  case file
}
