/// What a file's tags say of the music in it. Text is as the file has it, trimmed.
public struct MediaTags: Sendable, Hashable {
  public var title: String?
  public var artists: [String] = []
  /// How the tag itself writes all artists, where it does so beside a list of them.
  public var artistDisplay: String?
  public var albumArtists: [String] = []
  public var albumArtistDisplay: String?
  public var album: String?
  public var genres: [String] = []
  public var composers: [String] = []
  public var comments: [String] = []

  /// `nil` for none, and for places that are no number (`A1`).
  public var trackNumber: Int?
  public var trackCount: Int?
  public var discNumber: Int?
  public var discCount: Int?

  /// When this recording came out.
  public var date: MediaDate?
  /// When it came out for the first time.
  public var originalDate: MediaDate?
  /// Whether the album gathers several artists.
  public var isCompilation = false
  public var beatsPerMinute: Int?

  public var titleSort: String?
  public var artistSort: String?
  public var albumSort: String?
  public var albumArtistSort: String?

  public var replayGain = ReplayGain()
  public var artworkSource: ArtworkSource?

  public init() {}

  /// All artists in one line; `nil` where there is none.
  public var artist: String? { Self.line(artists, artistDisplay) }

  /// All album artists in one line; `nil` where there is none.
  public var albumArtist: String? { Self.line(albumArtists, albumArtistDisplay) }

  private static func line(_ list: [String], _ display: String?) -> String? {
    display ?? (list.isEmpty ? nil : list.joined(separator: "; "))
  }
}

/// Where an item's picture lies.
public enum ArtworkSource: String, Sendable, Hashable, CaseIterable {
  /// In the file's tags.
  case embedded
  /// In a file beside it.
  case file
}
