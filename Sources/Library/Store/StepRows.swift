import Media

/// The rows of what can be taken back, and done again.
enum StepRows {
  enum Kind: String {
    case queue, playlist
    /// What the player did to the queue by itself meanwhile.
    case automatic
  }

  struct Row {
    var id: Int64
    var kind: Kind
    var token: Int64
    var bytes: [UInt8]

    /// Whether both are of what was done to playlists at once, and so one step.
    func isOne(with other: Row) -> Bool {
      kind == .playlist && other.kind == .playlist && token == other.token && token != 0
    }
  }

  /// So many steps are kept, and so many bytes of them; always the last one.
  static let limit = 100
  static let sizeLimit: Int64 = 64 << 20
  static let during = "keeping what can be undone"

  /// The last row; `nil` where there is none, or one that makes no sense.
  static func top(redo: Bool, _ database: borrowing Database) throws(LibraryError) -> Row? {
    let statement = try rows(redo, database)
    return try next(statement)
  }

  /// The last step that somebody made, and the rows of what the player did after it, the latest first.
  static func last(
    redo: Bool, _ database: borrowing Database
  ) throws(LibraryError) -> (step: Row, after: [Row])? {
    let statement = try rows(redo, database)
    var after: [Row] = []
    while let row = try next(statement) {
      if row.kind != .automatic { return (row, after) }
      after.append(row)
    }
    return nil
  }

  static func insert(
    _ kind: Kind, _ bytes: [UInt8], token: Int64, redo: Bool, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "INSERT INTO steps (redo, kind, token, change) VALUES (?, ?, ?, ?)", during: during)
    statement.bind([
      .integer(redo ? 1 : 0), .text(kind.rawValue), .integer(token), .blob(bytes),
    ])
    try statement.run()
    try trim(redo, database)
  }

  static func replace(
    _ row: Row, _ bytes: [UInt8], _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "UPDATE steps SET change = ? WHERE id = ?", during: during)
    statement.bind([.blob(bytes), .integer(row.id)])
    try statement.run()
  }

  static func delete(_ ids: [Int64], _ database: borrowing Database) throws(LibraryError) {
    for id in ids { try database.execute("DELETE FROM steps WHERE id = \(id)", during: during) }
  }

  /// A new change was made: what was taken back cannot be done again.
  static func dropRedo(_ database: borrowing Database) throws(LibraryError) {
    try database.execute("DELETE FROM steps WHERE redo = 1", during: during)
  }

  /// What was done to the queue can neither be taken back nor done again.
  static func clearQueue(_ database: borrowing Database) throws(LibraryError) {
    try database.execute(
      "DELETE FROM steps WHERE kind <> '\(Kind.playlist.rawValue)'", during: during)
  }

  /// The items that come back where steps are taken back or done again.
  static func items(_ database: borrowing Database) throws(LibraryError) -> Set<PersistentID> {
    let statement = try database.prepare(
      "SELECT id, kind, token, change FROM steps", during: during)
    var items = Set<PersistentID>()
    while let row = try next(statement) {
      if row.kind == .playlist {
        items.formUnion(PlaylistStep(row.bytes)?.middle.compactMap(\.item) ?? [])
      } else if case .records(let records)? = QueueStep(row.bytes)?.delta.middle {
        items.formUnion(records.map(\.item))
      }
    }
    return items
  }

  private static func rows(
    _ redo: Bool, _ database: borrowing Database
  ) throws(LibraryError) -> Statement {
    try database.prepare(
      "SELECT id, kind, token, change FROM steps WHERE redo = \(redo ? 1 : 0) ORDER BY id DESC",
      during: during)
  }

  private static func next(_ statement: borrowing Statement) throws(LibraryError) -> Row? {
    guard try statement.step() else { return nil }
    var columns = statement.columns
    guard let id = columns.integer(), let kind = columns.text().flatMap({ Kind(rawValue: $0) })
    else { return nil }
    return Row(id: id, kind: kind, token: columns.integer() ?? 0, bytes: columns.blob())
  }

  /// Forgets the oldest steps that are too many, or too long together.
  private static func trim(
    _ redo: Bool, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      """
      SELECT id, kind, token, length(change) FROM steps WHERE redo = \(redo ? 1 : 0)
      ORDER BY id DESC
      """, during: during)
    var (count, size): (Int, Int64) = (0, 0)
    // The last row of the step that is looked at.
    var newest: Row?
    while try statement.step() {
      var columns = statement.columns
      let id = columns.integer() ?? 0
      let kind = columns.text().flatMap { Kind(rawValue: $0) } ?? .automatic
      let row = Row(id: id, kind: kind, token: columns.integer() ?? 0, bytes: [])
      if newest.map({ !row.isOne(with: $0) }) ?? true {
        if kind != .automatic { count += 1 }
        newest = row
      }
      size += columns.integer() ?? 0
      guard count > limit || count > 1 && size > sizeLimit else { continue }
      return try database.execute(
        "DELETE FROM steps WHERE redo = \(redo ? 1 : 0) AND id <= \(newest?.id ?? id)",
        during: during)
    }
  }
}
