import Media

/// The entries of playlists, and the items that they mean.
enum PlaylistEntries {
  private static let during = "keeping playlists"

  /// Whether an entry means an item that is not there any more.
  static func hasLost(_ list: Int64, _ database: borrowing Database) throws(LibraryError) -> Bool {
    try database.number(
      """
      SELECT 1 FROM playlist_entries LEFT JOIN items
      ON items.id = playlist_entries.item AND \(Schema.visible)
      WHERE playlist = \(list) AND item IS NOT NULL AND items.id IS NULL LIMIT 1
      """, during: during) == 1
  }

  /// Whether something has come that an entry means which meant nothing.
  static func hasFound(
    _ list: PlaylistRow, _ resolver: inout EntryResolver, _ isCancelled: () -> Bool,
    _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    let statement = try database.prepare(
      "SELECT DISTINCT location FROM playlist_entries WHERE playlist = ? AND item IS NULL",
      during: during)
    statement.bind(1, list.id)
    while try statement.step() {
      if isCancelled() { break }
      var columns = statement.columns
      let location = columns.blob()
      if try !resolver.items(location, in: list, before: [], database).isEmpty { return true }
    }
    return false
  }

  /// Lets go of a track that lies in another file now, where an entry names the file that it lay in before.
  ///
  /// - Parameter row: The track's. Entries that name it as a track go on meaning it.
  static func forget(row: Int64, _ database: borrowing Database) throws(LibraryError) {
    let digits = String(repeating: "[0-9]", count: 4)
    try database.execute(
      """
      UPDATE playlist_entries SET item = NULL
      WHERE item = (SELECT id FROM items WHERE row = \(row))
      AND CAST(location AS TEXT) NOT GLOB '*track\(digits)'
      """, during: during)
  }

  /// Stores the entries of a list with the items that they mean now, and says what is not found. A cancelled scan
  /// stores nothing.
  static func store(
    _ entries: [PlaylistFile.Entry], of list: PlaylistRow, _ resolver: inout EntryResolver,
    _ isCancelled: () -> Bool, _ writer: inout ScanWriter
  ) throws(LibraryError) {
    let before = try known(list.id, writer.database)
    var rows: [(entry: PlaylistFile.Entry, item: Int64?)] = []
    var lost: [String] = []
    for entry in entries {
      if isCancelled() { return }
      let items = try resolver.items(
        entry.location, in: list, before: before[entry.location] ?? [], writer.database)
      for item in items { rows.append((entry, item)) }
      if items.isEmpty {
        rows.append((entry, nil))
        if !EntryPath.isStream(entry.location) {
          lost.append(FilePath(bytes: entry.location).uri)
        }
      }
    }
    let problem = problem(lost, of: entries.count)
    try writer.write { writer throws(LibraryError) in
      try writer.database.execute(
        "DELETE FROM playlist_entries WHERE playlist = \(list.id)", during: during)
      let statement = try writer.database.prepare(
        "INSERT INTO playlist_entries VALUES (?, ?, ?, ?, ?, ?)", during: during)
      for (position, row) in rows.enumerated() {
        statement.bind([
          .integer(list.id), .integer(Int64(position)), .blob(row.entry.location),
          row.entry.title.map { .text($0) } ?? .null,
          row.entry.milliseconds.map { .integer($0) } ?? .null,
          row.item.map { .integer($0) } ?? .null,
        ])
        try statement.run()
      }
      try PlaylistRows.set(problem: problem, of: list.id, writer.database)
    }
  }

  private static func problem(_ lost: [String], of count: Int) -> String? {
    guard let first = lost.first else { return nil }
    return lost.count == 1
      ? "Its entry \(first) is not in the library."
      : "\(lost.count) of its \(count) entries are not in the library; the first is \(first)."
  }

  /// What locations meant before.
  private static func known(
    _ list: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> [[UInt8]: [Int64]] {
    let statement = try database.prepare(
      """
      SELECT location, item FROM playlist_entries WHERE playlist = ? AND item IS NOT NULL
      ORDER BY position
      """, during: during)
    statement.bind(1, list)
    var known: [[UInt8]: [Int64]] = [:]
    while try statement.step() {
      var columns = statement.columns
      let location = columns.blob()
      guard let item = columns.integer(), known[location]?.contains(item) != true else { continue }
      known[location, default: []].append(item)
    }
    return known
  }
}
