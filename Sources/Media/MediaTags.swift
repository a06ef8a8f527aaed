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
  /// Who plays or sings what, as the tag writes it: `Ada Reed (flute)`.
  public var performers: [String] = []
  public var conductors: [String] = []
  public var labels: [String] = []
  public var moods: [String] = []
  public var grouping: String?
  /// The composition of which this is a recording or a part.
  public var work: String?
  /// The name of the part of the work.
  public var movement: String?
  public var movementNumber: Int?

  /// `nil` for none, and for places that are no number (`A1`).
  public var trackNumber: Int?
  public var trackCount: Int?
  public var discNumber: Int?
  public var discCount: Int?
  /// What this disc of the album is called.
  public var discSubtitle: String?

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
  public var composerSort: String?

  public var musicBrainz = MusicBrainzIDs()
  /// 0 to 10, what the file came with: a first value for the listener's own rating. `nil` is not rated.
  public var rating: Int?
  public var replayGain = ReplayGain()
  public var artworkSource: ArtworkSource?

  public init() {}

  /// All artists in one line; `nil` where there is none.
  public var artist: String? { Self.line(artists, artistDisplay) }

  /// All album artists in one line; `nil` where there is none.
  public var albumArtist: String? { Self.line(albumArtists, albumArtistDisplay) }

  /// What the library's order begins with, and whether a sort tag says so. Where there is no album artist, a compilation
  /// stands under various artists, the rest under the artist; no text where there is none.
  public var orderingArtist: (text: String?, isSortName: Bool) {
    guard let name = leadingArtist else { return (nil, false) }
    let sortName = albumArtist != nil || isCompilation ? albumArtistSort : artistSort
    return (sortName ?? name, sortName != nil)
  }

  /// The album's artist, as far as the tags tell: theirs, various ones of a compilation, else the track's; `nil` where
  /// there is none.
  public var leadingArtist: String? {
    albumArtist ?? (isCompilation ? MediaGroupMaker.variousArtists : artist)
  }

  /// Several names in one line, as they are shown; `nil` where there is none.
  public static func line(_ list: [String], _ display: String?) -> String? {
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
