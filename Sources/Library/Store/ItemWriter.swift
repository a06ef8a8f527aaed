import Media
import Worker

/// Where a row's file lies and what shows that it is unchanged.
struct StoredFile: Sendable, Hashable {
  let folder: Int64
  let name: FilePath
  let state: FileState
  /// For a track of a cue sheet, whose folder and name these are.
  var track: StoredTrack?
}

/// Where a track of a cue sheet lies.
struct StoredTrack: Sendable, Hashable {
  let range: CueRange
  /// The row of its file.
  let source: Int64
}

/// Writes rows of items with all that belongs to them: order, search text, version.
///
/// Everything happens in the transaction that the caller has begun.
final class ItemWriter {
  private static let fileColumns = [
    "folder", "name", "device", "inode", "born", "size", "modified", "version",
    "cue_track", "cue_start", "cue_end", "source",
  ]
  private static let keyColumns = [
    "artist_key", "album_key", "disc_key", "track_key", "title_key",
  ]
  private static let columns = fileColumns + RecordColumns.names + keyColumns

  private let insertion: Statement
  private let change: Statement
  private let text: Statement
  private let record: Statement
  private let removal: Statement
  private var texts: ItemTextMaker

  init(_ database: borrowing Database) throws(LibraryError) {
    let during = "writing items"
    let names = Self.columns.joined(separator: ", ")
    let marks = (Self.columns + ["", ""]).map { _ in "?" }.joined(separator: ", ")
    let changes = Self.columns.map { "\($0) = ?" }.joined(separator: ", ")
    let insertion = try database.prepare(
      "INSERT INTO items (\(names), id, added, appeared) VALUES (\(marks), ?8)", during: during)
    let change = try database.prepare(
      """
      UPDATE items SET \(changes), gone = NULL, stale = 0, various = 0,
        appeared = CASE WHEN gone IS NULL THEN appeared ELSE ?8 END,
        relocated = CASE WHEN folder = ?1 AND name = ?2 THEN relocated ELSE ?8 END
      WHERE row = ?
      """, during: during)
    let text = try database.prepare("INSERT OR REPLACE INTO search VALUES (?, ?)", during: during)
    let record = try database.prepare(
      "SELECT \(RecordColumns.names.joined(separator: ", ")) FROM items WHERE row = ?",
      during: during)
    let removal = try database.prepare(
      "UPDATE items SET gone = ?, version = ? WHERE row = ?", during: during)
    let order = try LibraryOrder(database)
    self.insertion = insertion
    self.change = change
    self.text = text
    self.record = record
    self.removal = removal
    texts = ItemTextMaker(order)
  }

  /// Adds an item with an identity of its own, and answers its row.
  ///
  /// - Parameter texts: Of this record and name; `nil` to have them made.
  @discardableResult
  func insert(
    _ file: StoredFile, _ record: TagRecord, _ texts: ItemTexts? = nil, added: Int64,
    version: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> Int64 {
    let texts = try made(texts, record, file)
    let end = Self.bind(file, record, texts.keys, version, to: insertion)
    insertion.bind(end, Int64(PersistentID.random().rawValue))
    insertion.bind(end + 1, added)
    try insertion.run()
    let row = database.lastRow
    try write(texts.search, row: row)
    return row
  }

  /// Gives a row's identity to a file with what was read of it.
  func update(
    row: Int64, _ file: StoredFile, _ record: TagRecord, _ texts: ItemTexts? = nil, version: Int64
  ) throws(LibraryError) {
    let texts = try made(texts, record, file)
    change.bind(Self.bind(file, record, texts.keys, version, to: change), row)
    try change.run()
    try write(texts.search, row: row)
  }

  /// Gives a row's identity and its record to a file that was not read again.
  func move(row: Int64, to file: StoredFile, version: Int64) throws(LibraryError) {
    guard let known = try record(of: row) else { return }
    try update(row: row, file, known, version: version)
  }

  /// Hides a row, so that its identity can come back with the file.
  func remove(row: Int64, at time: Int64, version: Int64) throws(LibraryError) {
    removal.bind(1, time)
    removal.bind(2, version)
    removal.bind(3, row)
    try removal.run()
  }

  func record(of row: Int64) throws(LibraryError) -> TagRecord? {
    record.bind(1, row)
    defer { record.reset() }
    guard try record.step() else { return nil }
    var columns = record.columns
    return RecordColumns.read(&columns)
  }

  private func made(
    _ texts: ItemTexts?, _ record: TagRecord, _ file: StoredFile
  ) throws(LibraryError) -> ItemTexts {
    if let texts { return texts }
    return try self.texts.texts(record.tags, name: file.name)
  }

  private func write(_ search: String, row: Int64) throws(LibraryError) {
    text.bind(1, row)
    text.bind(2, search)
    try text.run()
  }

  /// Binds what insertion and change have in common; answers the index of what follows.
  private static func bind(
    _ file: StoredFile, _ record: TagRecord, _ keys: SortKeys, _ version: Int64,
    to statement: borrowing Statement
  ) -> Int32 {
    statement.bind(1, file.folder)
    statement.bind(2, file.name.bytes)
    statement.bind(3, Int64(bitPattern: file.state.identity.device))
    statement.bind(4, Int64(bitPattern: file.state.identity.inode))
    statement.bind(5, file.state.identity.born)
    statement.bind(6, file.state.size)
    statement.bind(7, file.state.modified)
    statement.bind(8, version)
    statement.bind(9, file.track.map { Int64($0.range.track) })
    statement.bind(10, file.track?.range.start)
    statement.bind(11, file.track?.range.end)
    statement.bind(12, file.track?.source)
    RecordColumns.bind(record, to: statement, from: 13)
    let end = 13 + Int32(RecordColumns.names.count)
    statement.bind(end, keys.artist)
    statement.bind(end + 1, keys.album)
    statement.bind(end + 2, keys.disc)
    statement.bind(end + 3, keys.track)
    statement.bind(end + 4, keys.title)
    return end + 5
  }
}
