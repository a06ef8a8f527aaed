import Media

/// A track as the loader delivers it: what lists show of it, what it is searched in, and what it belongs to.
public struct PickerRow: Sendable {
  public var track: PickerTrack

  /// What the search looks in: title, artist, album and so on, folded like the query is.
  public var searchText: String

  var ties: PickerTies

  /// - Parameters:
  ///   - isVarious: Whether it stands under various artists although it does not say so.
  ///   - articles: As `PickerSource.articles`.
  ///   - fold: As `PickerSource.fold`; called with a name that often is the same as for the row before.
  public init(
    item: MediaItem, searchText: String, isVarious: Bool = false,
    articles: LeadingArticles = .none, fold: (String) -> String = { $0.lowercased() }
  ) {
    track = PickerTrack(item)
    ties = PickerTies(item)
    let artist = item.tags.orderingArtist
    let name = isVarious ? MediaGroupMaker.variousArtists : artist.text
    let isSortName = artist.isSortName && !isVarious
    ties.letter = name.flatMap { fold(isSortName ? $0 : articles.skipped(in: $0)).first }
    self.searchText = searchText
  }

  /// A track of which nothing but this is known; it is found by its title.
  init(_ track: PickerTrack) {
    self.track = track
    ties = PickerTies()
    searchText = track.title.lowercased()
  }
}

/// What decides which groups a track is in.
struct PickerTies: Sendable {
  var artist: String?
  var albumArtist: String?
  var artists: [String] = []
  var albumArtists: [String] = []
  var composers: [String] = []
  var genres: [String] = []
  var labels: [String] = []
  var artistSort: String?
  var albumArtistSort: String?
  var composerSort: String?
  var folder = ""
  var release: String?
  var isCompilation = false
  /// When the library first saw it.
  var added = Timestamp(nanoseconds: 0)
  /// What the name begins with, folded, that the library's order begins with.
  var letter: Character?

  init() {}

  init(_ item: MediaItem) {
    let tags = item.tags
    artist = tags.artist
    albumArtist = tags.albumArtist
    artists = tags.artists
    albumArtists = tags.albumArtists
    composers = tags.composers
    genres = tags.genres
    labels = tags.labels
    artistSort = tags.artistSort
    albumArtistSort = tags.albumArtistSort
    composerSort = tags.composerSort
    folder = item.folder
    release = tags.musicBrainz.album
    isCompilation = tags.isCompilation
    added = item.added
  }
}
