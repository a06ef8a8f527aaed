import Media

/// What keeps the library in order after changes.
enum Upkeep {
  /// How long the row of a vanished file is kept: 90 days, in nanoseconds.
  private static let memory: Int64 = 90 * 86400 * 1_000_000_000

  static func run(_ database: borrowing Database) throws(LibraryError) {
    let during = "putting it in order"
    try database.transaction(during: during) { database throws(LibraryError) in
      try database.execute(listing, during: during)
      let limit = WallClock.now - memory
      try database.execute(
        """
        INSERT OR REPLACE INTO meta SELECT 'forgotten',
          max(max(version), ifnull((SELECT value FROM meta WHERE key = 'forgotten'), 0))
          FROM items WHERE gone < \(limit) HAVING max(version) IS NOT NULL;
        DELETE FROM search WHERE row IN (SELECT row FROM items WHERE gone < \(limit));
        DELETE FROM items WHERE gone < \(limit);
        DELETE FROM folders WHERE root IN (SELECT id FROM roots WHERE removed < \(limit));
        DELETE FROM roots WHERE removed < \(limit);
        """, during: during)
      // It reads before it writes, and by itself would not wait for others that write in between.
      try database.execute("PRAGMA optimize", during: during)
    }
  }

  /// Folders are listed as long as there is an item in them or below them.
  private static let listing = """
    WITH RECURSIVE live (id) AS (
      SELECT DISTINCT folder FROM items WHERE gone IS NULL
      UNION SELECT parent FROM folders JOIN live USING (id) WHERE parent IS NOT NULL)
    UPDATE folders SET listed = id IN live WHERE listed <> (id IN live)
    """
}

/// Makes the keys and the search texts of all items anew when ICU or our folding makes others than they did.
enum Rekeying {
  /// What keys and texts are made by.
  static let version = "\(Collator.version) \(TextFolding.version)"

  private static let during = "ordering it anew"

  static func run(_ database: borrowing Database) throws(LibraryError) {
    guard try Meta.text(database, .icu) != version else { return }
    try database.transaction(during: during) { database throws(LibraryError) in
      try rekey(database)
      try Meta.set(database, .icu, .text(version))
    }
  }

  private static func rekey(_ database: borrowing Database) throws(LibraryError) {
    var keys = try SortKeyMaker(locale: try Meta.text(database, .locale) ?? "")
    let select = try database.prepare(
      """
      SELECT row, name, \(RecordColumns.names.joined(separator: ", ")) FROM items
      WHERE row > ? ORDER BY row LIMIT 1
      """, during: during)
    let update = try database.prepare(
      """
      UPDATE items SET artist_key = ?2, album_key = ?3, disc_key = ?4, track_key = ?5, title_key = ?6
      WHERE row = ?1
      """, during: during)
    let text = try database.prepare("INSERT OR REPLACE INTO search VALUES (?, ?)", during: during)
    var row: Int64 = 0
    select.bind(1, row)
    while try select.step() {
      var columns = select.columns
      row = columns.integer() ?? 0
      let name = FilePath(bytes: columns.blob())
      let tags = RecordColumns.read(&columns).tags
      let made = keys.keys(tags, name: name)
      update.bind([
        .integer(row), .blob(made.artist), .blob(made.album), .integer(made.disc),
        .integer(made.track), .blob(made.title),
      ])
      try update.run()
      text.bind([.integer(row), .text(SearchTextMaker.text(tags, name: name))])
      try text.run()
      select.reset()
      select.bind(1, row)
    }
  }
}
