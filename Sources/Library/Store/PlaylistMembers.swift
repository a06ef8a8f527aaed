import Media

/// Which playlists each item is in: those that are kept, saved queries, and those in the music folders, by their URI.
enum PlaylistMembers {
  /// For each item in any the names, by their bytes.
  static func all(
    _ roots: RootList, _ database: borrowing Database
  ) throws(LibraryError) -> [PersistentID: [String]] {
    var members: [PersistentID: Set<String>] = [:]
    try add(
      """
      SELECT DISTINCT lists.name, item FROM list_entries JOIN lists ON lists.id = list
      WHERE item IS NOT NULL
      """, to: &members, database)
    for name in try savedQueries(database) {
      let statement = try LibraryStore.select(
        "id", MediaQuery([.playlist(name)]), roots, database)
      while try statement.step() { add(statement.integer(0), name, to: &members) }
    }
    for row in try PlaylistRows.rows(PlaylistRows.visible, [], database) where !row.isSheet {
      guard let uri = LibraryPlaylist(row, roots)?.uri else { continue }
      let statement = try database.prepare(
        "SELECT item FROM playlist_entries WHERE playlist = \(row.id) AND item IS NOT NULL",
        during: ListRows.during)
      while try statement.step() { add(statement.integer(0), uri, to: &members) }
    }
    return members.mapValues { names in
      names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  private static func add(
    _ sql: String, to members: inout [PersistentID: Set<String>], _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(sql, during: ListRows.during)
    while try statement.step() {
      var columns = statement.columns
      let name = columns.text() ?? ""
      add(columns.integer(), name, to: &members)
    }
  }

  private static func add(
    _ id: Int64?, _ name: String, to members: inout [PersistentID: Set<String>]
  ) {
    guard let id = id.flatMap({ PersistentID(rawValue: UInt64(bitPattern: $0)) }) else { return }
    members[id, default: []].insert(name)
  }

  private static func savedQueries(
    _ database: borrowing Database
  ) throws(LibraryError) -> [String] {
    let statement = try database.prepare(
      "SELECT name FROM lists WHERE query IS NOT NULL", during: ListRows.during)
    var names: [String] = []
    while try statement.step() {
      var columns = statement.columns
      names.append(columns.text() ?? "")
    }
    return names
  }
}
