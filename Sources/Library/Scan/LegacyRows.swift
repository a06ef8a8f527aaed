import Media
import Worker

/// Texts in encodings that nobody names: kept as bytes, and read anew when all of an album is known.
enum LegacyRows {
  private static let during = "reading old texts"

  /// Keeps the bytes of a row's texts in place of those that it had.
  static func store(
    _ texts: [LegacyText], row: Int64, _ database: borrowing Database
  ) throws(LibraryError) {
    let removal = try database.prepare("DELETE FROM legacy WHERE row = ?", during: during)
    removal.bind(1, row)
    try removal.run()
    guard !texts.isEmpty else { return }
    let insertion = try database.prepare(
      "INSERT OR REPLACE INTO legacy VALUES (?, ?, ?)", during: during)
    for text in texts {
      insertion.bind([
        .integer(row), .integer(Int64(text.field.rawValue)),
        .blob(Array(text.values.joined(separator: [0]))),
      ])
      try insertion.run()
    }
  }

  /// A row with texts of its own in an unsure encoding.
  private struct Row {
    let row: Int64
    let folder: Int64
    var texts: [LegacyText]

    /// What the files of an album have in common.
    var album: [UInt8] { texts.first { $0.field == .album }?.values.first ?? [] }
  }

  /// What belongs together: the files of an album in a folder. Without an album, each file is alone.
  private struct Group: Hashable {
    let folder: Int64
    let album: [UInt8]
    let alone: Int64?
  }

  /// Decides on the encoding of each album in folders that were touched.
  ///
  /// - Parameter forced: The one that the user wants.
  static func settle(
    _ writer: inout ScanWriter, forced: String?, _ isCancelled: () -> Bool
  ) throws(LibraryError) {
    guard !writer.touched.isEmpty else { return }
    let rows = try rows(writer)
    let groups = Dictionary(grouping: rows) { row in
      let album = row.album
      return Group(folder: row.folder, album: album, alone: album.isEmpty ? row.row : nil)
    }
    for rows in groups.values.sorted(by: { $0[0].row < $1[0].row }) where !isCancelled() {
      let charset = forced ?? guess(rows)
      for row in rows { try set(row, charset, &writer) }
    }
  }

  private static func guess(_ rows: [Row]) -> String {
    var texts: Set<[UInt8]> = []
    for row in rows {
      for text in row.texts { texts.formUnion(text.values) }
    }
    return LegacyCharset.guess(texts.sorted { $0.lexicographicallyPrecedes($1) }).rawValue
  }

  private static func set(
    _ row: Row, _ charset: String, _ writer: inout ScanWriter
  ) throws(LibraryError) {
    guard let known = try writer.items.record(of: row.row) else { return }
    var record = known
    for text in row.texts {
      let values = text.values.compactMap { LegacyCharset.decode($0, charset) }.map(clean)
      if values.count == text.values.count, !values.contains("") {
        record.tags.set(text.field, values)
      }
    }
    guard record != known, let file = try StoredFile.of(row.row, writer.database) else { return }
    try writer.write { writer throws(LibraryError) in
      try writer.items.update(row: row.row, file, record, version: writer.version)
      writer.noteChange()
    }
  }

  private static func clean(_ text: String) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  private static func rows(_ writer: borrowing ScanWriter) throws(LibraryError) -> [Row] {
    let statement = try writer.database.prepare(
      """
      SELECT items.row, folder, field, bytes, root, path FROM legacy
      JOIN items ON items.row = legacy.row JOIN folders ON folders.id = folder
      WHERE gone IS NULL ORDER BY items.row, field
      """, during: during)
    var rows: [Row] = []
    while try statement.step() {
      var columns = statement.columns
      let row = columns.integer() ?? 0
      let folder = columns.integer() ?? 0
      let field = LegacyText.Field(rawValue: UInt8(truncatingIfNeeded: columns.int() ?? -1))
      let bytes = columns.blob()
      let root = columns.integer() ?? 0
      guard let field, writer.touched.contains(root, FilePath(bytes: columns.blob())) else {
        continue
      }
      if rows.last?.row != row { rows.append(Row(row: row, folder: folder, texts: [])) }
      let values = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
      rows[rows.count - 1].texts.append(LegacyText(field: field, values: values))
    }
    return rows
  }
}

extension StoredFile {
  /// Where the file of a row lies.
  static func of(
    _ row: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> StoredFile? {
    let statement = try database.prepare(
      "SELECT folder, name, device, inode, born, size, modified FROM items WHERE row = ?",
      during: "looking for a file")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    var columns = statement.columns
    let folder = columns.integer() ?? 0
    let name = FilePath(bytes: columns.blob())
    let state = FileState(&columns)
    return StoredFile(folder: folder, name: name, state: state)
  }
}
