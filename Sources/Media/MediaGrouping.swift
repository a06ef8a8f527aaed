/// What items can be gathered by.
public enum MediaGrouping: String, Sendable, Hashable, CaseIterable {
  case title, album, artist, albumArtist, composer, genre, label, year, decade, folder
  /// The music folder.
  case root
  /// Of playlists an item can be in none, and is in no group then.
  case playlist
  /// The day, week or month in which the library first saw it, in UTC: `2024-05-03`, `2024-W18`, `2024-05`.
  case addedDay, addedWeek, addedMonth

  /// What an item belongs to; several where it has several values, none where it has none. Albums are told apart by
  /// `MediaGroupMaker`.
  public func values(of item: MediaItem, _ places: MediaPlaces = MediaPlaces()) -> [String] {
    switch self {
    case .title: item.tags.title.map { [$0] } ?? []
    case .album: item.tags.album.map { [$0] } ?? []
    case .artist: item.tags.artists
    case .albumArtist: item.tags.albumArtists
    case .composer: item.tags.composers
    case .genre: item.tags.genres
    case .label: item.tags.labels
    case .year: item.tags.date.map { [String($0.year)] } ?? []
    case .decade: item.tags.date.map { ["\($0.year / 10 * 10)s"] } ?? []
    case .folder: [item.folder]
    case .root: [places.root(ofFolder: item.folder)]
    case .playlist: places.playlists(of: item)
    case .addedDay, .addedWeek, .addedMonth: period(of: item.added).map { [$0] } ?? []
    }
  }

  /// The sort tag that belongs to the values; `nil` where there is none.
  public func sortName(in tags: MediaTags) -> String? {
    switch self {
    case .title: tags.titleSort
    case .artist: tags.artistSort
    case .albumArtist: tags.albumArtistSort
    case .composer: tags.composerSort
    default: nil
    }
  }

  /// The day, week or month of a moment; `nil` for groupings by other things.
  public func period(of moment: Timestamp) -> String? {
    switch self {
    case .addedDay: moment.day
    case .addedWeek: moment.week
    case .addedMonth: String(moment.day.prefix(7))
    default: nil
    }
  }
}

/// What of a library decides in which music folder and in which playlists items are.
public struct MediaPlaces: Sendable, Hashable {
  /// The names of the music folders.
  public var roots: [String]
  /// The items of each playlist.
  public var playlists: [String: Set<PersistentID>]

  public init(roots: [String] = [], playlists: [String: Set<PersistentID>] = [:]) {
    self.roots = roots
    self.playlists = playlists
  }

  /// The music folder that a folder lies in: where there are several it is what its URI begins with.
  public func root(ofFolder folder: String) -> String {
    if let only = roots.first, roots.count == 1 { return only }
    return folder.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(folder[..<$0]) } ?? folder
  }

  /// By their names' bytes.
  func playlists(of item: MediaItem) -> [String] {
    playlists.filter { $0.value.contains(item.persistentID) }.map(\.key)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension MediaItem {
  /// The URI of the folder that its file, or the sheet that lists it, lies in; empty for the top.
  public var folder: String {
    range == nil ? Self.parent(uri) : Self.parent(Self.parent(uri))
  }

  /// A URI without its last name.
  static func parent(_ uri: String) -> String {
    uri.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(uri[..<$0]) } ?? ""
  }
}

/// Items that have a value in common, as a total.
public struct MediaGroup: Sendable, Hashable {
  /// The album, the artist, the year …; `nil` for items that have none.
  public var value: String?
  /// What sort tags say in the place of the name; `nil` where none does.
  public var sortName: String?
  /// Of an album: its artist, `Various Artists` where its items' differ.
  public var albumArtist: String?
  /// Of an album: its earliest.
  public var year: Int?
  public var count = 0
  /// In milliseconds. Items of unknown length count as nothing.
  public var milliseconds: Int64 = 0
  /// The first of its items.
  public var representative: PersistentID

  public init(value: String?, representative: PersistentID) {
    self.value = value
    self.representative = representative
  }

  public var time: PlaybackTime { PlaybackTime(milliseconds: milliseconds) }
}

/// What of an item decides which groups it is in.
public struct MediaGroupMember: Sendable, Hashable {
  public var id: PersistentID
  public var milliseconds: Int64?
  /// Empty for the group of those that have none.
  public var values: [String]
  /// What a sort tag says in the place of the only value.
  public var sortName: String?
  /// The rest is for albums alone.
  public var albumArtist: String?
  public var artist: String?
  public var isCompilation = false
  public var folder = ""
  public var musicBrainzAlbum: String?
  public var year: Int?

  public init(id: PersistentID, milliseconds: Int64?, values: [String]) {
    self.id = id
    self.milliseconds = milliseconds
    self.values = values
  }

  public init(
    _ item: MediaItem, _ grouping: MediaGrouping, _ places: MediaPlaces = MediaPlaces()
  ) {
    self.init(
      id: item.persistentID, milliseconds: item.audio.milliseconds,
      values: grouping.values(of: item, places))
    if values.count == 1 { sortName = grouping.sortName(in: item.tags) }
    guard grouping == .album else { return }
    albumArtist = item.tags.albumArtist
    artist = item.tags.artist
    isCompilation = item.tags.isCompilation
    folder = item.folder
    musicBrainzAlbum = item.tags.musicBrainz.album
    year = item.tags.date?.year
  }
}
