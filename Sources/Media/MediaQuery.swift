/// A question to the library: which items, in which order, and which part of them.
public struct MediaQuery: Sendable, Hashable {
  /// All must hold. With none, every item is meant.
  public var predicates: [MediaPropertyPredicate]

  /// What decides the order, the first before the next; then comes library order: album artist, album, disc, track,
  /// title.
  public var sort: [MediaSort]

  /// Which of the answers, counted from 0; `nil` for all of them.
  public var window: Range<Int>?

  /// By what the items are gathered where groups are asked for; `nil` where items are meant.
  public var grouping: MediaGrouping?

  public init(
    _ predicates: [MediaPropertyPredicate] = [], sort: [MediaSort] = [],
    window: Range<Int>? = nil, grouping: MediaGrouping? = nil
  ) {
    self.predicates = predicates
    self.sort = sort
    self.window = window
    self.grouping = grouping
  }

  /// How deep predicates may lie in one another; who makes deeper ones of what people write refuses.
  public static let maximumDepth = 64

  /// Whether the predicates hold for an item. The meaning that every engine must have.
  ///
  public func matches(_ item: MediaItem, _ matching: MediaMatching) -> Bool {
    predicates.allSatisfy { $0.matches(item, matching) }
  }
}

/// Queries that are ready to be asked, or to be narrowed by further predicates.
extension MediaQuery {
  /// All items of all roots.
  public static let songs = MediaQuery()
  public static let albums = MediaQuery(grouping: .album)
  public static let artists = MediaQuery(grouping: .artist)
  public static let albumArtists = MediaQuery(grouping: .albumArtist)
  public static let composers = MediaQuery(grouping: .composer)
  public static let genres = MediaQuery(grouping: .genre)
  public static let folders = MediaQuery(grouping: .folder)
  public static let playlists = MediaQuery(grouping: .playlist)

  /// The albums whose tags say that they are compilations.
  public static let compilations = MediaQuery(
    [.not(.isMissing(.number(.compilation)))], grouping: .album)

  /// All items, the newest in the library first.
  public static let recentlyAdded = MediaQuery(
    sort: [MediaSort(.number(.added), isDescending: true)])
}

/// One of the keys that items are put in order by.
public struct MediaSort: Sendable, Hashable {
  public var property: MediaSortProperty
  /// The largest first.
  public var isDescending: Bool
  /// Whether what is unknown counts as less than everything; else it comes last, either way.
  public var isUnknownLeast: Bool

  public init(
    _ property: MediaSortProperty, isDescending: Bool = false, isUnknownLeast: Bool = false
  ) {
    self.property = property
    self.isDescending = isDescending
    self.isUnknownLeast = isUnknownLeast
  }
}

/// What items can be put in order by. Texts are in the library's own order, with numbers by their value and what sort
/// tags say in place of what they stand for.
public enum MediaSortProperty: Sendable, Hashable {
  case title, artist, albumArtist, album, genre, composer, path
  case number(MediaNumberProperty)
  /// The first value of the first of these properties that has one, as it stands.
  case value([MediaTextProperty])
  /// Where it lies: as folders are listed one after the other, what is in a folder before the folders in it.
  case place
}
