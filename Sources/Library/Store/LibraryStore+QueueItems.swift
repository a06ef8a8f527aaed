import Media

/// What the queue needs of items.
extension LibraryStore {
  /// Items as the queue knows them, in their order; those that are not there are left out.
  public func queueItems(_ ids: [PersistentID]) throws(LibraryError) -> [QueueItem] {
    var found: [QueueItem] = []
    found.reserveCapacity(ids.count)
    var start = 0
    while start < ids.count {
      let end = min(ids.count, start + 1000)
      found += try items(Array(ids[start..<end])).map { QueueItem($0) }
      start = end
    }
    return found
  }

  /// Items also where they are gone from the library, which are then not available, or have never been in it.
  public func items(knownAs ids: [PersistentID]) throws(LibraryError) -> [MediaItem] {
    try read("reading items") { database throws(LibraryError) in
      var reader = try ItemReader(database)
      let outside = try OutsideItems(database)
      let statement = try database.prepare(
        "SELECT \(ItemReader.columns), gone IS NOT NULL FROM items WHERE id = ?",
        during: "reading items")
      var items: [MediaItem] = []
      for id in ids {
        statement.bind(1, Int64(id.rawValue))
        if try statement.step() {
          var columns = statement.columns
          if var item = try reader.item(&columns) {
            if columns.int() == 1 { item.isAvailable = false }
            items.append(item)
          }
        } else if let item = try outside.item(id) {
          items.append(item)
        }
        statement.reset()
      }
      return items
    }
  }
}
