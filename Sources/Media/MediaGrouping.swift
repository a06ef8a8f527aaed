/// What items can be gathered by.
public enum MediaGrouping: String, Sendable, Hashable, CaseIterable {
  case album, artist, albumArtist, composer, genre, label, year, decade, folder

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
    guard grouping == .album else { return }
    albumArtist = item.tags.albumArtist
    artist = item.tags.artist
    isCompilation = item.tags.isCompilation
    folder = item.folder
    musicBrainzAlbum = item.tags.musicBrainz.album
    year = item.tags.date?.year
  }
}
