import CSQLite
import Glibc
import Media

/// A prepared statement, given back when it goes out of scope.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let path: String
  private let during: String

  init(_ handle: OpaquePointer, path: String, during: String) {
    self.handle = handle
    self.path = path
    self.during = during
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row; `false` when there is none.
  func step() throws(LibraryError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw Database.error(code, sqlite3_db_handle(handle), path: path, during: during)
  }

  /// Runs a statement that gives no rows, and makes it ready to be run again.
  func run() throws(LibraryError) {
    defer { reset() }
    _ = try step()
  }

  /// Makes it ready to be run again, with what is bound.
  func reset() { sqlite3_reset(handle) }

  /// The values of the row it is at, from the first on.
  var columns: Columns { Columns(handle) }

  func integer(_ column: Int32) -> Int64? {
    var columns = Columns(handle, at: column)
    return columns.integer()
  }

  // Binding fails only for an index that our own text does not have, or for want of memory.

  func bind(_ index: Int32, _ value: Int64?) {
    guard let value else {
      sqlite3_bind_null(handle, index)
      return
    }
    sqlite3_bind_int64(handle, index, value)
  }

  func bind(_ index: Int32, _ value: Double?) {
    guard let value else {
      sqlite3_bind_null(handle, index)
      return
    }
    sqlite3_bind_double(handle, index, value)
  }

  func bind(_ index: Int32, _ value: String?) {
    guard var value else {
      sqlite3_bind_null(handle, index)
      return
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        // An empty text has no address, and NULL is not the empty text.
        _ =
          text.baseAddress.map { segue_bind_text(handle, index, $0, Int32(text.count)) }
          ?? segue_bind_text(handle, index, "", 0)
      }
    }
  }

  func bind(_ index: Int32, _ value: [UInt8]) {
    value.withUnsafeBytes { _ = segue_bind_blob(handle, index, $0.baseAddress, Int32($0.count)) }
  }

  func bind(_ index: Int32, _ value: SQLValue) {
    switch value {
    case .integer(let number): bind(index, number)
    case .text(let text): bind(index, text)
    case .blob(let bytes): bind(index, bytes)
    case .null: bind(index, Int64?.none)
    }
  }

  func bind(_ values: [SQLValue]) {
    for (index, value) in values.enumerated() { bind(Int32(index) + 1, value) }
  }
}

/// A value for a statement.
enum SQLValue: Sendable, Hashable {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case null
}

/// The values of a row, read one after the other.
struct Columns {
  private let handle: OpaquePointer
  private var index: Int32

  init(_ handle: OpaquePointer, at index: Int32 = 0) {
    self.handle = handle
    self.index = index
  }

  private mutating func next() -> Int32? {
    defer { index += 1 }
    return sqlite3_column_type(handle, index) == SQLITE_NULL ? nil : index
  }

  /// A number that is not NULL, by its place.
  subscript(column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A number by its place.
  func number(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  /// The bytes of a text or blob by its place, valid until the next step; `nil` for NULL.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    let type = sqlite3_column_type(handle, column)
    if type == SQLITE_NULL { return nil }
    let start =
      type == SQLITE_BLOB
      ? sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
      : sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// Whether a blob is this name.
  func isBlob(_ column: Int32, _ name: FilePath) -> Bool { order(column, name) == 0 }

  /// Whether a blob comes after this name.
  func isBlob(_ column: Int32, after name: FilePath) -> Bool { order(column, name) > 0 }

  private func order(_ column: Int32, _ name: FilePath) -> Int {
    let bytes = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return name.bytes.withUnsafeBytes { name in
      guard let bytes, let start = name.baseAddress else { return count - name.count }
      let order = memcmp(bytes, start, min(count, name.count))
      return order == 0 ? count - name.count : Int(order)
    }
  }

  mutating func integer() -> Int64? {
    guard let column = next() else { return nil }
    return sqlite3_column_int64(handle, column)
  }

  mutating func int() -> Int? { integer().map { Int($0) } }

  mutating func double() -> Double? {
    guard let column = next() else { return nil }
    return sqlite3_column_double(handle, column)
  }

  mutating func text() -> String? {
    guard let column = next(), let text = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  mutating func blob() -> [UInt8] {
    guard let column = next(), let bytes = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
