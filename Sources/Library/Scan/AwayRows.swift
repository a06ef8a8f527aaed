import Media

/// Items whose disk is not there, though their music folder is.
enum AwayRows {
  private static let during = "noting which disks are there"

  /// Marks items, and takes the mark from all others that the scan has looked for.
  static func mark(
    _ away: Set<Int64>, _ writer: inout ScanWriter, _ wasLookedFor: (FilePlace) -> Bool
  ) throws(LibraryError) {
    let known = try known(writer.database)
    let new = away.subtracting(known.keys).sorted()
    for row in new { try set(row, away: true, &writer) }
    for (row, place) in known.sorted(by: { $0.key < $1.key })
    where !away.contains(row) && wasLookedFor(place) {
      try set(row, away: false, &writer)
    }
  }

  private static func known(
    _ database: borrowing Database
  ) throws(LibraryError) -> [Int64: FilePlace] {
    let statement = try database.prepare(
      """
      SELECT items.row, root, path, name FROM items JOIN folders ON folders.id = folder
      WHERE away = 1 AND cue_track IS NULL
      """, during: during)
    var known: [Int64: FilePlace] = [:]
    while try statement.step() {
      var columns = statement.columns
      let row = columns.integer() ?? 0
      let root = columns.integer() ?? 0
      let folder = FilePath(bytes: columns.blob())
      known[row] = FilePlace(root: root, path: folder.appending(FilePath(bytes: columns.blob())))
    }
    return known
  }

  /// The file and the tracks in it.
  private static func set(
    _ row: Int64, away: Bool, _ writer: inout ScanWriter
  ) throws(LibraryError) {
    try writer.write { writer throws(LibraryError) in
      let statement = try writer.database.prepare(
        "UPDATE items SET away = ?1, version = ?2 WHERE row = ?3 OR source = ?3", during: during)
      statement.bind([.integer(away ? 1 : 0), .integer(writer.version), .integer(row)])
      try statement.run()
      writer.noteChange()
    }
  }
}
