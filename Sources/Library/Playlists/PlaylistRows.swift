import Media

/// A cue sheet or playlist as the library remembers it.
struct PlaylistRow: Sendable, Hashable {
  /// What is in the tags of a music file rather than in a file of its own.
  static let embedded = "embedded"

  let id: Int64
  let root: Int64
  let folder: Int64
  /// Of the folder, below the root.
  let path: FilePath
  let name: FilePath
  let state: FileState
  /// One of `PlaylistFile.Kind`, or `embedded`.
  let kind: String
  /// The row of the file that it is embedded in.
  let source: Int64?

  var isSheet: Bool { kind == PlaylistFile.Kind.cue.rawValue || kind == Self.embedded }
}

/// The rows of cue sheets and playlists.
enum PlaylistRows {
  private static let during = "keeping playlists"

  /// Keeps the sheet in a file's tags in place of the one before; `nil` for none.
  static func storeEmbedded(
    _ text: [UInt8]?, row: Int64, _ file: StoredFile, _ database: borrowing Database
  ) throws(LibraryError) {
    let removal = try database.prepare("DELETE FROM playlists WHERE source = ?", during: during)
    removal.bind(1, row)
    try removal.run()
    guard let text, !text.isEmpty else { return }
    _ = try insert(file, kind: PlaylistRow.embedded, source: row, text: text, nil, database)
  }

  static func insert(
    _ file: StoredFile, kind: String, source: Int64?, text: [UInt8]?, _ problem: String?,
    _ database: borrowing Database
  ) throws(LibraryError) -> Int64 {
    let statement = try database.prepare(
      """
      INSERT OR REPLACE INTO playlists
      (folder, name, device, inode, born, size, modified, kind, source, text, problem)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, during: during)
    let identity = file.state.identity
    statement.bind([
      .integer(file.folder), .blob(file.name.bytes),
      .integer(Int64(bitPattern: identity.device)), .integer(Int64(bitPattern: identity.inode)),
      .integer(identity.born), .integer(file.state.size), .integer(file.state.modified),
      .text(kind), source.map { .integer($0) } ?? .null, text.map { .blob($0) } ?? .null,
      problem.map { .text($0) } ?? .null,
    ])
    try statement.run()
    return database.lastRow
  }

  static func update(
    _ id: Int64, _ state: FileState, text: [UInt8]?, _ problem: String?,
    _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      """
      UPDATE playlists SET device = ?, inode = ?, born = ?, size = ?, modified = ?, text = ?,
      problem = ? WHERE id = ?
      """, during: during)
    statement.bind([
      .integer(Int64(bitPattern: state.identity.device)),
      .integer(Int64(bitPattern: state.identity.inode)), .integer(state.identity.born),
      .integer(state.size), .integer(state.modified), text.map { .blob($0) } ?? .null,
      problem.map { .text($0) } ?? .null, .integer(id),
    ])
    try statement.run()
  }

  /// Notes what is wrong with a playlist; `nil` for nothing.
  static func set(
    problem: String?, of id: Int64, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "UPDATE playlists SET problem = ?1 WHERE id = ?2 AND problem IS NOT ?1", during: during)
    statement.bind([problem.map { .text($0) } ?? .null, .integer(id)])
    try statement.run()
  }

  /// Gives a playlist another place, and with it the tracks of a sheet.
  static func move(
    _ row: PlaylistRow, folder: Int64, name: FilePath, version: Int64,
    _ database: borrowing Database
  ) throws(LibraryError) {
    let change = try database.prepare(
      "UPDATE OR REPLACE playlists SET folder = ?, name = ? WHERE id = ?", during: during)
    change.bind([.integer(folder), .blob(name.bytes), .integer(row.id)])
    try change.run()
    let tracks = try database.prepare(
      """
      UPDATE items SET folder = ?1, name = ?2, version = ?3
      WHERE folder = ?4 AND name = ?5 AND cue_track IS NOT NULL
      """, during: during)
    tracks.bind([
      .integer(folder), .blob(name.bytes), .integer(version), .integer(row.folder),
      .blob(row.name.bytes),
    ])
    try tracks.run()
  }

  static func delete(_ id: Int64, _ database: borrowing Database) throws(LibraryError) {
    try database.execute("DELETE FROM playlists WHERE id = \(id)", during: during)
  }

  static func text(_ id: Int64, _ database: borrowing Database) throws(LibraryError) -> [UInt8]? {
    let statement = try database.prepare(
      "SELECT text FROM playlists WHERE id = ? AND text IS NOT NULL", during: during)
    statement.bind(1, id)
    guard try statement.step() else { return nil }
    var columns = statement.columns
    return columns.blob()
  }

  /// What is there for others to see: a sheet in the tags of a file that is gone is not.
  static let visible =
    "(source IS NULL OR source IN (SELECT row FROM items WHERE gone IS NULL))"

  /// - Parameter condition: On `playlists` and `folders`.
  static func rows(
    _ condition: String, _ values: [SQLValue] = [], _ database: borrowing Database
  ) throws(LibraryError) -> [PlaylistRow] {
    let statement = try statement(condition, database)
    statement.bind(values)
    return try rows(statement)
  }

  /// To be used again and again.
  static func statement(
    _ condition: String, _ database: borrowing Database
  ) throws(LibraryError) -> Statement {
    try database.prepare(
      """
      SELECT playlists.id, root, folder, path, name, device, inode, born, size,
      playlists.modified, kind, source
      FROM playlists JOIN folders ON folders.id = folder WHERE \(condition)
      ORDER BY root, path, name
      """, during: during)
  }

  /// What a statement of `statement` gives, with its values bound.
  static func rows(_ statement: borrowing Statement) throws(LibraryError) -> [PlaylistRow] {
    defer { statement.reset() }
    var rows: [PlaylistRow] = []
    while try statement.step() {
      var columns = statement.columns
      rows.append(row(&columns))
    }
    return rows
  }

  private static func row(_ columns: inout Columns) -> PlaylistRow {
    let id = columns.integer() ?? 0
    let root = columns.integer() ?? 0
    let folder = columns.integer() ?? 0
    let path = FilePath(bytes: columns.blob())
    let name = FilePath(bytes: columns.blob())
    let state = FileState(&columns)
    let kind = columns.text() ?? ""
    return PlaylistRow(
      id: id, root: root, folder: folder, path: path, name: name, state: state, kind: kind,
      source: columns.integer())
  }
}
