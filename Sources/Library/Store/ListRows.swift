import Media

/// The rows of playlists that are kept in the library.
enum ListRows {
  static let during = "keeping playlists"

  /// All of them, by name. Nothing is counted of those that are queries.
  static func all(
    _ database: borrowing Database, _ sql: String = lists
  ) throws(LibraryError) -> [StoredPlaylist] {
    let statement = try database.prepare(sql, during: during)
    var lists: [StoredPlaylist] = []
    while try statement.step() {
      var columns = statement.columns
      lists.append(
        StoredPlaylist(
          name: columns.text() ?? "",
          modified: Timestamp(nanoseconds: columns.integer() ?? 0),
          count: columns.int() ?? 0, folder: columns.text() ?? "",
          milliseconds: columns.integer() ?? 0, missing: columns.int() ?? 0,
          query: columns.text()))
    }
    return lists
  }

  private static let lists = """
    SELECT name, modified, (SELECT count(*) FROM list_entries WHERE list = lists.id), folder, 0, 0,
      query FROM lists ORDER BY name
    """

  static func id(_ name: String, _ database: borrowing Database) throws(LibraryError) -> Int64? {
    let statement = try database.prepare("SELECT id FROM lists WHERE name = ?", during: during)
    statement.bind(1, name)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// As `id`, of one that can be changed.
  static func id(
    _ name: String, _ database: borrowing Database, _ wrap: (LibraryError) -> PlaylistError
  ) throws(PlaylistError) -> Int64? {
    let isQuery: Bool
    do throws(LibraryError) {
      isQuery = try SavedQueryRows.query(name, database) != nil
      if !isQuery { return try id(name, database) }
    } catch {
      throw wrap(error)
    }
    throw .isQuery(name)
  }

  static func make(
    _ name: String, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) -> Int64 {
    let statement = try database.prepare(
      "INSERT INTO lists (name, modified) VALUES (?, ?)", during: during)
    statement.bind([.text(name), .integer(now.nanoseconds)])
    try statement.run()
    return database.lastRow
  }

  static func entries(
    _ list: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> [StoredPlaylistEntry] {
    let statement = try database.prepare(
      "SELECT item, uri, title, milliseconds FROM list_entries WHERE list = ? ORDER BY position",
      during: during)
    statement.bind(1, list)
    var entries: [StoredPlaylistEntry] = []
    while try statement.step() {
      var columns = statement.columns
      let item = columns.integer().flatMap { PersistentID(rawValue: UInt64(bitPattern: $0)) }
      entries.append(
        StoredPlaylistEntry(
          item: item, uri: columns.text() ?? "", title: columns.text(),
          milliseconds: columns.integer()))
    }
    return entries
  }

  static func append(
    _ entries: [StoredPlaylistEntry], to list: Int64, _ database: borrowing Database
  ) throws(LibraryError) {
    try insert(entries[...], at: count(list, database), in: list, database)
  }

  /// Writes those of the entries that differ, or come to another position.
  static func replace(
    _ old: [StoredPlaylistEntry], with new: [StoredPlaylistEntry], in list: Int64,
    _ database: borrowing Database
  ) throws(LibraryError) {
    let first = zip(old, new).lazy.prefix { $0 == $1 }.count
    // Where the length is another one, all that follows is elsewhere.
    let same =
      old.count == new.count
      ? zip(old.reversed(), new.reversed()).lazy.prefix { $0 == $1 }.count : 0
    guard first + same < max(old.count, new.count) else { return }
    try database.execute(
      """
      DELETE FROM list_entries
      WHERE list = \(list) AND position BETWEEN \(first) AND \(old.count - same - 1)
      """, during: during)
    try insert(new[first..<(new.count - same)], at: first, in: list, database)
  }

  private static func insert(
    _ entries: ArraySlice<StoredPlaylistEntry>, at start: Int, in list: Int64,
    _ database: borrowing Database
  ) throws(LibraryError) {
    var position = start
    let statement = try database.prepare(
      "INSERT INTO list_entries VALUES (?, ?, ?, ?, ?, ?)", during: during)
    for entry in entries {
      statement.bind(1, list)
      statement.bind(2, Int64(position))
      statement.bind(3, entry.item.map { Int64($0.rawValue) })
      statement.bind(4, entry.uri)
      statement.bind(5, entry.title)
      statement.bind(6, entry.milliseconds)
      try statement.run()
      position += 1
    }
  }

  /// Positions are from 0, without a gap.
  static func count(_ list: Int64, _ database: borrowing Database) throws(LibraryError) -> Int {
    let last = try database.number(
      "SELECT max(position) FROM list_entries WHERE list = \(list)", during: during)
    return last.map { Int($0) + 1 } ?? 0
  }

  static func empty(_ list: Int64, _ database: borrowing Database) throws(LibraryError) {
    try database.execute("DELETE FROM list_entries WHERE list = \(list)", during: during)
  }

  static func delete(_ list: Int64, _ database: borrowing Database) throws(LibraryError) {
    try database.execute("DELETE FROM lists WHERE id = \(list)", during: during)
  }

  /// The folder of playlists that it is in; empty for none.
  static func folder(
    _ list: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> String {
    let statement = try database.prepare(
      "SELECT folder FROM lists WHERE id = \(list)", during: during)
    guard try statement.step() else { return "" }
    var columns = statement.columns
    return columns.text() ?? ""
  }

  static func setFolder(
    _ list: Int64, _ folder: String, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "UPDATE lists SET folder = ? WHERE id = ?", during: during)
    statement.bind([.text(folder), .integer(list)])
    try statement.run()
  }

  static func touch(
    _ list: Int64, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    try database.execute(
      "UPDATE lists SET modified = \(now.nanoseconds) WHERE id = \(list)", during: during)
  }

  static func rename(
    _ list: Int64, _ name: String, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare("UPDATE lists SET name = ? WHERE id = ?", during: during)
    statement.bind([.text(name), .integer(list)])
    try statement.run()
  }
}
