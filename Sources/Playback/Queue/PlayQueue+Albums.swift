import Media

// Which entries belong together.
extension PlayQueue {
  /// Whether an entry is played before or after another one of the same album. In random order none is.
  func isAmongAlbum(_ id: EntryID) -> Bool {
    guard !isRandom, let position = position(of: id) else { return false }
    let item = entries[position].item
    return [position - 1, position + 1].contains { neighbour in
      entries.indices.contains(neighbour) && item.isOfSameAlbum(as: entries[neighbour].item)
    }
  }
}

extension MediaItem {
  /// Where no artist of the album is named, the folder tells two albums of the same name apart.
  fileprivate func isOfSameAlbum(as other: MediaItem) -> Bool {
    guard let album = tags.album, album == other.tags.album else { return false }
    guard tags.albumArtist == other.tags.albumArtist else { return false }
    return tags.albumArtist != nil || path.parent == other.path.parent
  }
}
