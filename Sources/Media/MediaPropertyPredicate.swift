/// One condition on one property of an item.
public enum MediaPropertyPredicate: Sendable, Hashable {
  /// The item with this identity.
  case persistentID(PersistentID)

  /// The item that clients name so.
  case uri(String)

  /// Items in this folder and below it. A URI; empty for everything.
  case folder(String)

  /// The property has exactly this value, among others where it can have several.
  case equals(MediaTextProperty, String)

  public func matches(_ item: MediaItem) -> Bool {
    switch self {
    case .persistentID(let id): item.persistentID == id
    case .uri(let uri): item.uri.utf8.elementsEqual(uri.utf8)
    case .folder(let folder): FilePath(item.uri).isInside(FilePath(folder))
    case .equals(let property, let value):
      property.values(of: item).contains { $0.utf8.elementsEqual(value.utf8) }
    }
  }
}

/// A property of items whose values are text.
public enum MediaTextProperty: String, Sendable, Hashable, CaseIterable {
  case title, artist, albumArtist, album, genre, composer

  /// What an item has for the property; none where it has no such tag.
  public func values(of item: MediaItem) -> [String] {
    switch self {
    case .title: item.tags.title.map { [$0] } ?? []
    case .artist: item.tags.artists
    case .albumArtist: item.tags.albumArtists
    case .album: item.tags.album.map { [$0] } ?? []
    case .genre: item.tags.genres
    case .composer: item.tags.composers
    }
  }
}
