import Media

/// A track as the loader delivers it: what lists show of it, what it is searched in, and what it belongs to.
public struct PickerRow: Sendable {
  public var track: PickerTrack

  /// What the search looks in: title, artist, album and so on, folded like the query is.
  public var searchText: String

  var ties: PickerTies

  public init(item: MediaItem, searchText: String) {
    track = PickerTrack(item)
    ties = PickerTies(item, searchText: searchText)
    self.searchText = searchText
  }
}

/// What decides which groups a track is in.
struct PickerTies: Sendable {
  var artist: String?
  var albumArtist: String?
  var artists: [String]
  var albumArtists: [String]
  var composers: [String]
  var genres: [String]
  var labels: [String]
  var folder: String
  var release: String?
  var isCompilation: Bool
  /// When the library first saw it.
  var added: Timestamp
  /// What the name begins with that the library's order begins with: the album artist's, folded.
  var letter: Character?

  /// - Parameter searchText: As `PickerRow.searchText`; the library's has title, artists and album artists first,
  ///   with U+001F between them.
  init(_ item: MediaItem, searchText: String) {
    let fields = searchText.split(
      separator: "\u{1F}", maxSplits: 3, omittingEmptySubsequences: false)
    letter =
      fields.count > 2
      ? fields[2].first ?? fields[1].first
      : (item.tags.albumArtist ?? item.tags.artist)?.lowercased().first
    let tags = item.tags
    artist = tags.artist
    albumArtist = tags.albumArtist
    artists = tags.artists
    albumArtists = tags.albumArtists
    composers = tags.composers
    genres = tags.genres
    labels = tags.labels
    folder = item.folder
    release = tags.musicBrainz.album
    isCompilation = tags.isCompilation
    added = item.added
  }
}
