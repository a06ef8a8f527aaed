/// What items can be gathered by.
public enum MediaGrouping: String, Sendable, Hashable, CaseIterable {
  case album, artist, albumArtist, composer, genre, label, year, decade, folder
  /// The day, week or month in which the library first saw it, in UTC: `2024-05-03`, `2024-W18`, `2024-05`.
  case addedDay, addedWeek, addedMonth

  /// What an item belongs to; several where it has several values, none where it has none. Albums are told apart by
  /// `MediaGroupMaker`.
  public func values(of item: MediaItem) -> [String] {
    switch self {
    case .album: item.tags.album.map { [$0] } ?? []
    case .artist: item.tags.artists
    case .albumArtist: item.tags.albumArtists
    case .composer: item.tags.composers
    case .genre: item.tags.genres
    case .label: item.tags.labels
    case .year: item.tags.date.map { [String($0.year)] } ?? []
    case .decade: item.tags.date.map { ["\($0.year / 10 * 10)s"] } ?? []
    case .folder: [item.folder]
    case .addedDay, .addedWeek, .addedMonth: period(of: item.added).map { [$0] } ?? []
    }
  }

  /// The sort tag that belongs to the values; `nil` where there is none.
  public func sortName(in tags: MediaTags) -> String? {
    switch self {
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

  public init(_ item: MediaItem, _ grouping: MediaGrouping) {
    self.init(
      id: item.persistentID, milliseconds: item.audio.milliseconds,
      values: grouping.values(of: item))
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
