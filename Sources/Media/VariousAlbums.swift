/// Finds the albums of several artists that name no album artist: what lies together in a folder, by different
/// artists, is one album.
public struct VariousAlbums: Sendable {
  /// An album in a folder.
  private struct Place: Hashable {
    let folder: [UInt8]
    let album: [UInt8]
  }

  private enum Artist {
    case one(String?)
    case several
  }

  private var artists: [Place: Artist] = [:]

  public init() {}

  /// - Parameter folder: What its folder is called, different from all others.
  public mutating func add(folder: String, _ tags: MediaTags) {
    guard let place = Self.place(folder, tags) else { return }
    switch artists[place] {
    case .one(let known) where known == tags.artist: break
    case .one, .several: artists[place] = .several
    case nil: artists[place] = .one(tags.artist)
    }
  }

  public mutating func add(_ item: MediaItem) { add(folder: item.folder, item.tags) }

  /// Whether an item is part of such an album, once all items of its folder were added.
  public func contains(folder: String, _ tags: MediaTags) -> Bool {
    guard let place = Self.place(folder, tags), case .several = artists[place] else { return false }
    return true
  }

  public func contains(_ item: MediaItem) -> Bool { contains(folder: item.folder, item.tags) }

  private static func place(_ folder: String, _ tags: MediaTags) -> Place? {
    guard let album = tags.album, tags.albumArtist == nil, !tags.isCompilation else { return nil }
    return Place(
      folder: Array(MediaGroupMaker.albumFolder(folder).utf8), album: Array(album.utf8))
  }
}
