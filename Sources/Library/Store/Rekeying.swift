import Media

/// Makes the keys and the search texts of all items anew when they are to be others: for another language, other
/// articles, another ICU or folding.
///
/// They are made beside the old ones, in short transactions between which others write, and take their place all at
/// once. What was made when it is interrupted is not made again. Whoever does it holds the scan's lock.
enum Rekeying {
  /// What keys and texts are made by, the wishes of people aside.
  static let version = "\(Collator.version) \(TextFolding.version) 2"

  private static let during = "ordering it anew"
  /// Rows that are made between two looks at others that write.
  private static let batch = 500

  /// - Parameter isCancelled: Asked often.
  /// - Returns: Whether the order is another one now.
  @discardableResult
  static func run(
    _ database: borrowing Database, wish: OrderWish = OrderWish(),
    isCancelled: () -> Bool = { false }
  ) throws(LibraryError) -> Bool {
    let known = try LibraryOrder(database)
    let wanted = wish.order(after: known)
    if try Meta.text(database, .icu) == version && known == wanted {
      if try Meta.text(database, .rekeying) != nil {
        try database.transaction(during: during) { database throws(LibraryError) in
          try forget(database)
        }
      }
      return false
    }
    try begin(wanted, database)
    var keys = try SortKeyMaker(wanted)
    while !isCancelled() {
      guard try make(nextRows(database), &keys, database) else { break }
      WallClock.sleep(microseconds: 1000)
    }
    if isCancelled() { return false }
    try finish(wanted, &keys, database)
    return true
  }

  /// Goes on with what was begun for the same order, else begins.
  private static func begin(
    _ wanted: LibraryOrder, _ database: borrowing Database
  ) throws(LibraryError) {
    guard try Meta.text(database, .rekeying) != wanted.signature else { return }
    try database.transaction(during: during) { database throws(LibraryError) in
      try forget(database)
      try database.execute(
        """
        CREATE TABLE rekeyed (row INTEGER PRIMARY KEY, version INTEGER NOT NULL,
          artist_key BLOB NOT NULL, album_key BLOB NOT NULL, title_key BLOB NOT NULL, text TEXT) STRICT
        """, during: during)
      try Meta.set(database, .rekeying, .text(wanted.signature))
    }
  }

  private static func forget(_ database: borrowing Database) throws(LibraryError) {
    try database.execute(
      "DROP TABLE IF EXISTS rekeyed; DELETE FROM meta WHERE key = '\(Meta.rekeying.rawValue)'",
      during: during)
  }

  private struct Row {
    let row: Int64
    let version: Int64
    let name: FilePath
    let tags: MediaTags
  }

  /// The first rows of which nothing was made yet.
  private static func nextRows(_ database: borrowing Database) throws(LibraryError) -> [Row] {
    try rows(
      "row > ifnull((SELECT max(row) FROM rekeyed), 0) ORDER BY row LIMIT \(batch)", database)
  }

  private static func rows(
    _ condition: String, _ database: borrowing Database
  ) throws(LibraryError) -> [Row] {
    let select = try database.prepare(
      """
      SELECT row, version, name, \(RecordColumns.names.joined(separator: ", ")) FROM items
      WHERE \(condition)
      """, during: during)
    var rows: [Row] = []
    while try select.step() {
      var columns = select.columns
      rows.append(
        Row(
          row: columns.integer() ?? 0, version: columns.integer() ?? 0,
          name: FilePath(bytes: columns.blob()), tags: RecordColumns.read(&columns).tags))
    }
    return rows
  }

  /// - Returns: Whether there were any.
  private static func make(
    _ rows: [Row], _ keys: inout SortKeyMaker, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    if rows.isEmpty { return false }
    let isFoldedAnew = try Meta.text(database, .icu) != version
    // Made before others are kept from writing.
    var search = SearchTextMaker()
    let made = rows.map { row in
      (
        row, keys.keys(row.tags, name: row.name),
        isFoldedAnew ? search.text(row.tags, name: row.name) : nil
      )
    }
    try database.transaction(during: during) { database throws(LibraryError) in
      try insert(made, database)
    }
    return true
  }

  private static func insert(
    _ made: [(Row, SortKeys, String?)], _ database: borrowing Database
  ) throws(LibraryError) {
    let insertion = try database.prepare(
      "INSERT OR REPLACE INTO rekeyed VALUES (?, ?, ?, ?, ?, ?)", during: during)
    for (row, keys, text) in made {
      insertion.bind([
        .integer(row.row), .integer(row.version), .blob(keys.artist), .blob(keys.album),
        .blob(keys.title), text.map { .text($0) } ?? .null,
      ])
      try insertion.run()
    }
  }

  /// Puts what was made in the place of the old.
  private static func finish(
    _ wanted: LibraryOrder, _ keys: inout SortKeyMaker, _ database: borrowing Database
  ) throws(LibraryError) {
    // What changed since it was made, before an interruption.
    while try make(
      rows(
        """
        row IN (SELECT items.row FROM items LEFT JOIN rekeyed USING (row)
          WHERE items.version IS NOT rekeyed.version LIMIT \(batch))
        """, database), &keys, database)
    {}
    try database.transaction(during: during) { database throws(LibraryError) in
      try database.execute(
        """
        DROP INDEX items_order;
        UPDATE items SET artist_key = made.artist_key, album_key = made.album_key,
          title_key = made.title_key, various = 0 FROM rekeyed AS made WHERE made.row = items.row;
        \(Schema.orderIndex)
        INSERT OR REPLACE INTO search SELECT row, text FROM rekeyed WHERE text IS NOT NULL;
        """, during: during)
      try forget(database)
      try wanted.keep(in: database)
      try Meta.set(database, .icu, .text(version))
      for change in try VariousRows.changes(nil, database) {
        try VariousRows.make(change, database)
      }
      let last = try Meta.number(database, .version) ?? 0
      if last > 0 { try Meta.set(database, .version, .integer(last + 1)) }
    }
  }
}
