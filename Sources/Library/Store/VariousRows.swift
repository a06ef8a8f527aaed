import Media

/// Keeps albums of several artists in one piece that name no album artist: in the library's order they stand under
/// various artists. That takes more than one item, so it is settled when a scan has read all of them.
enum VariousRows {
  private static let during = "keeping albums together"

  /// A row that is to stand elsewhere.
  struct Change {
    let row: Int64
    let isVarious: Bool
    let key: [UInt8]
  }

  /// Which rows are to stand elsewhere.
  ///
  /// - Parameter touched: Where items have changed; `nil` for everywhere.
  static func changes(
    _ touched: TouchedFolders?, _ database: borrowing Database
  ) throws(LibraryError) -> [Change] {
    guard let touched, !touched.isAll else {
      return try changes(try statement("1", database), [nil], database)
    }
    let folders = try albumFolders(touched, database)
    if folders.isEmpty { return [] }
    return try changes(try statement("folder = ?", database), folders.map { $0 }, database)
  }

  static func make(_ change: Change, _ database: borrowing Database) throws(LibraryError) {
    let statement = try database.prepare(
      "UPDATE items SET artist_key = ?, various = ? WHERE row = ?", during: during)
    statement.bind([
      .blob(change.key), .integer(change.isVarious ? 1 : 0), .integer(change.row),
    ])
    try statement.run()
  }

  private static func statement(
    _ condition: String, _ database: borrowing Database
  ) throws(LibraryError) -> Statement {
    try database.prepare(
      """
      SELECT items.row, various, root, uri, album, artists, artist_display, artist_sort
      FROM items JOIN folders ON folders.id = folder
      WHERE \(Schema.visible) AND album IS NOT NULL AND album_artists IS NULL
      AND album_artist_display IS NULL AND compilation = 0 AND \(condition)
      """, during: during)
  }

  /// - Parameter folders: Those that the statement is about, one by one; `nil` for all at once.
  private static func changes(
    _ statement: borrowing Statement, _ folders: [Int64?], _ database: borrowing Database
  ) throws(LibraryError) -> [Change] {
    var albums = VariousAlbums()
    try forEach(statement, folders) { albums.add(folder: $0.folder, $0.tags) }
    var keys = try SortKeyMaker(LibraryOrder(database))
    var changes: [Change] = []
    try forEach(statement, folders) { row in
      let isVarious = albums.contains(folder: row.folder, row.tags)
      guard isVarious != row.isVarious else { return }
      changes.append(
        Change(
          row: row.row, isVarious: isVarious, key: keys.artist(row.tags, isVarious: isVarious)))
    }
    return changes
  }

  private struct Row {
    let row: Int64
    let isVarious: Bool
    let folder: String
    let tags: MediaTags
  }

  private static func forEach(
    _ statement: borrowing Statement, _ folders: [Int64?], _ body: (Row) -> Void
  ) throws(LibraryError) {
    for folder in folders {
      if let folder { statement.bind(1, folder) }
      defer { statement.reset() }
      while try statement.step() {
        var columns = statement.columns
        let (row, isVarious) = (columns.integer() ?? 0, columns.int() == 1)
        let folder = folderName(root: columns.integer() ?? 0, columns.text() ?? "")
        var tags = MediaTags()
        tags.album = columns.text()
        tags.artists = TextList.split(columns.text())
        tags.artistDisplay = columns.text()
        tags.artistSort = columns.text()
        body(Row(row: row, isVarious: isVarious, folder: folder, tags: tags))
      }
    }
  }

  /// What sets a folder apart from those of all roots.
  private static func folderName(root: Int64, _ uri: String) -> String {
    uri.isEmpty ? "\(root)" : "\(root)/\(uri)"
  }

  /// The folders in which albums lie that reach into touched folders: these, or the one above and its discs.
  private static func albumFolders(
    _ touched: TouchedFolders, _ database: borrowing Database
  ) throws(LibraryError) -> Set<Int64> {
    let named = try database.prepare(
      "SELECT id, parent, uri FROM folders WHERE root = ? AND path = ?", during: during)
    let around = try database.prepare(
      "SELECT id, uri FROM folders WHERE id = ?1 OR parent = ?1", during: during)
    var found: Set<Int64> = []
    for (root, path) in touched.all {
      named.bind([.integer(root), .blob(path.bytes)])
      defer { named.reset() }
      guard try named.step() else { continue }
      var columns = named.columns
      let (id, parent) = (columns.integer() ?? 0, columns.integer())
      let name = folderName(root: root, columns.text() ?? "")
      let album = MediaGroupMaker.albumFolder(name)
      around.bind(1, album == name ? id : parent ?? id)
      defer { around.reset() }
      while try around.step() {
        var columns = around.columns
        let id = columns.integer() ?? 0
        let other = folderName(root: root, columns.text() ?? "")
        if MediaGroupMaker.albumFolder(other) == album { found.insert(id) }
      }
    }
    return found
  }
}
