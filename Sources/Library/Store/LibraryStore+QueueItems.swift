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
      found += try queueItems(ids[start..<end])
      start = end
    }
    return found
  }

  private func queueItems(_ ids: ArraySlice<PersistentID>) throws(LibraryError) -> [QueueItem] {
    // All of an item is read only where its folder tells its album.
    let known = try read("reading items") {
      database throws(LibraryError) -> [(PersistentID, AlbumKey?)] in
      let statement = try database.prepare(
        """
        SELECT album, album_artists, album_artist_display FROM items
        WHERE id = ? AND \(Schema.visible)
        """, during: "reading items")
      var known: [(PersistentID, AlbumKey?)] = []
      for id in ids {
        defer { statement.reset() }
        statement.bind(1, Int64(id.rawValue))
        guard try statement.step() else { continue }
        var columns = statement.columns
        let album = columns.text()
        let artists = TextList.split(columns.text())
        let artist = MediaTags.line(artists, columns.text())
        let isPlain = album == nil || artist != nil
        known.append((id, isPlain ? AlbumKey(album: album, artist: artist, folder: []) : nil))
      }
      return known
    }
    let rest = try items(known.filter { $0.1 == nil }.map(\.0))
    let albums = Dictionary(
      rest.map { ($0.persistentID, AlbumKey(of: $0)) }, uniquingKeysWith: { first, _ in first })
    return known.compactMap { id, album in
      (album ?? albums[id]).map { QueueItem(id: id, album: $0) }
    }
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

  /// Shows the items of these, also where they are gone from the library; to be done from the beginning by other means
  /// where there is one of which the library has no row.
  ///
  /// - Returns: Whether there was a row for each.
  public func visitItems(
    knownAs ids: [PersistentID], _ visit: (Int, FoundItem) -> Void
  ) throws(LibraryError) -> Bool {
    try read("reading items") { database throws(LibraryError) in
      var reader = try ItemReader(database)
      let statement = try database.prepare(
        "SELECT \(ItemReader.columns) FROM items WHERE id = ?", during: "reading items")
      for (index, id) in ids.enumerated() {
        statement.bind(1, Int64(bitPattern: id.rawValue))
        defer { statement.reset() }
        guard try statement.step(), let item = try reader.found(statement) else { return false }
        visit(index, item)
      }
      return true
    }
  }
}
