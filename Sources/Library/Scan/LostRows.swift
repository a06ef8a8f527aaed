import Media
import Worker

/// Finds the row of a vanished file for a new one that is the same music.
struct LostRows: ~Copyable {
  private static let during = "looking for what is gone"

  private let byTags: Statement
  /// Rows that this scan found without a file.
  private var removed: Set<Int64> = []
  /// Rows without a file that are known to be those of files still to be read: no other file's.
  var claimed: Set<Int64> = []
  /// Whether there are rows without a file; `nil` until that is asked.
  private var isAny: Bool?
  /// They by their sound; `nil` until that is asked.
  private var sounds: LostSounds?

  init(_ database: borrowing Database) throws(LibraryError) {
    // A title alone says little: without one, nothing is the same.
    byTags = try database.prepare(
      """
      SELECT row FROM items WHERE gone IS NOT NULL AND cue_track IS NULL
        AND title = ? AND milliseconds = ? AND artists IS ? AND album IS ?
        AND track_number IS ? AND disc_number IS ?
      ORDER BY gone DESC
      """, during: Self.during)
  }

  /// Remembers a row that this scan has found without a file.
  mutating func note(_ row: Int64) {
    removed.insert(row)
    isAny = true
  }

  /// Remembers a row whose file this scan could not read.
  mutating func noteUnread(_ row: Int64, _ database: borrowing Database) throws(LibraryError) {
    isAny = true
    try sounds?.add(row: row, database)
  }

  /// Has a row be lost no more.
  ///
  /// - Returns: Whether this scan had found it without a file.
  mutating func take(_ row: Int64) -> Bool { removed.remove(row) != nil }

  /// The row that a new file carries on: one with the same tags and duration, else one of the same sound that has
  /// something more in common with it.
  mutating func row(
    _ record: TagRecord, name: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> Int64? {
    guard try hasAny(database) else { return nil }
    if let row = try row(record) { return row }
    return try rowBySound(record, name, database)
  }

  private mutating func hasAny(_ database: borrowing Database) throws(LibraryError) -> Bool {
    if let isAny { return isAny }
    let found = try database.number(
      "SELECT EXISTS (SELECT 1 FROM items WHERE gone IS NOT NULL)", during: Self.during)
    isAny = found == 1
    return found == 1
  }

  private mutating func rowBySound(
    _ record: TagRecord, _ name: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> Int64? {
    if sounds == nil { sounds = try LostSounds(database) }
    guard let row = sounds?.row(record, name: name), !claimed.contains(row) else { return nil }
    let isLost = try database.number(
      "SELECT 1 FROM items WHERE row = \(row) AND gone IS NOT NULL", during: Self.during)
    return isLost == nil ? nil : row
  }

  private func row(_ record: TagRecord) throws(LibraryError) -> Int64? {
    guard let title = record.tags.title, let milliseconds = record.audio.milliseconds else {
      return nil
    }
    byTags.bind(1, title)
    byTags.bind(2, milliseconds)
    byTags.bind(3, TextList.join(record.tags.artists))
    byTags.bind(4, record.tags.album)
    byTags.bind(5, record.tags.trackNumber.map { Int64($0) })
    byTags.bind(6, record.tags.discNumber.map { Int64($0) })
    defer { byTags.reset() }
    while try byTags.step() {
      if let row = byTags.integer(0), !claimed.contains(row) { return row }
    }
    return nil
  }
}
