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
