import Media

// Which entries belong together.
extension PlayQueue {
  /// Whether an entry is played before or after another one of the same album. In random order none is.
  func isAmongAlbum(_ id: EntryID) -> Bool {
    guard !isRandom || shufflesAlbums, let position = position(of: id) else { return false }
    return [position - 1, position + 1].contains { neighbour in
      positions.contains(neighbour) && isSameAlbum(position, neighbour)
    }
  }

  func isSameAlbum(_ one: Int, _ other: Int) -> Bool {
    records[one].album != .none && records[one].album == records[other].album
  }
}
