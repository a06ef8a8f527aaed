import Media

/// A track as far as a list shows it. The whole item is read from the library when it is needed.
public struct PickerTrack: Sendable, Hashable, Identifiable {
  public var id: PersistentID
  /// The title, or the file's name where there is none.
  public var title: String
  /// All artists in one line, "Unknown Artist" where there is none.
  public var artist: String
  public var album: String?
  public var year: Int?
  /// What kind of file it is, for people; empty when nothing is known.
  public var format: String
  /// How long it plays; `nil` when it is not known.
  public var milliseconds: Int64?
  /// Whether the file can be reached.
  public var isAvailable: Bool

  public var time: PlaybackTime { PlaybackTime(milliseconds: milliseconds) }
}

extension PickerTrack {
  public init(_ item: MediaItem) {
    self.init(
      id: item.persistentID, title: item.displayTitle, artist: item.displayArtist,
      album: item.tags.album, year: item.tags.date?.year, format: AudioFormatText.text(item.audio),
      milliseconds: item.audio.milliseconds, isAvailable: item.isAvailable)
  }
}
