import CSQLite
import Glibc
import Media
import Posix

/// A connection to an SQLite database, closed when it goes out of scope.
///
/// `@unchecked Sendable` is fine because a connection has one owner at a time and SQLite lets that be
/// on any thread.
struct Database: ~Copyable, @unchecked Sendable {
  let path: String
  private let handle: OpaquePointer
  /// What `segue_key` orders by.
  let keys = KeyOrder()
  /// What the patterns of one query may take; a transaction counts as one.
  private let patterns: PatternBudget

  /// How long a lock is waited for when nothing else is said, in milliseconds.
  static let patience: Int32 = 10_000

  /// - Parameters:
  ///   - creating: Whether the file is made when it is missing.
  ///   - patience: How long a lock is waited for, in milliseconds.
  ///   - patterns: What the regular expressions of one query may take.
  init(
    opening path: String, creating: Bool, patience: Int32,
    patterns: PatternBudget = PatternBudget()
  ) throws(LibraryError) {
    self.patterns = patterns
    handle = try Self.open(path, creating: creating, keys, patterns)
    self.path = path
    segue_set_patience(handle, patience)
  }

  /// Opens a database that nobody can change, for reading.
  init(frozen path: String) throws(LibraryError) {
    let escaped = path.utf8.map { byte in
      byte == UInt8(ascii: "/") ? "/" : "%" + String(Int(byte) + 0x100, radix: 16).suffix(2)
    }.joined()
    patterns = PatternBudget()
    handle = try Self.open(
      "file:\(escaped)?immutable=1", creating: false, keys, patterns, isFrozen: true)
    self.path = path
  }

  private static func open(
    _ path: String, creating: Bool, _ keys: KeyOrder, _ patterns: PatternBudget,
    isFrozen: Bool = false
  ) throws(LibraryError) -> OpaquePointer {
    _ = configured
    var handle: OpaquePointer?
    // A connection has one owner at a time, so SQLite need not lock for each call.
    let flags =
      (isFrozen ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE)
      | (creating ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX
    var code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw .cannotOpen(path: path, reason: PosixError.reason(ENOMEM)) }
    if code == SQLITE_OK {
      code = sqlite3_create_function_v2(
        handle, "segue_uri", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, uriOfName, nil, nil, nil)
    }
    if code == SQLITE_OK {
      code = QueryFunctions.register(handle, keys: keys, patterns: patterns)
    }
    guard code == SQLITE_OK else {
      let error = error(code, handle, path: path, during: "opening it")
      sqlite3_close_v2(handle)
      throw error
    }
    return handle
  }

  /// Has what is done in `body` end with an error soon after the flag of the thread is raised.
  func stoppable<Result>(
    _ body: () throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    guard let flag = StopFlag.current else { return try body() }
    // The flag outlives the handler, which is gone when this returns.
    let context = Unmanaged.passUnretained(flag).toOpaque()
    sqlite3_progress_handler(
      handle, Self.stepsBetweenLooks,
      { Unmanaged<StopFlag>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().isSet ? 1 : 0 },
      context)
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    return try body()
  }

  /// Of SQLite's machine; some tens of microseconds.
  private static let stepsBetweenLooks: Int32 = 4000

  private static let configured: Void = segue_sqlite_configure()

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  ///
  /// - Parameter during: What they are for, to follow "while".
  func execute(_ sql: String, during: String) throws(LibraryError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil), during)
  }

  func prepare(_ sql: String, during: String) throws(LibraryError) -> Statement {
    if sqlite3_get_autocommit(handle) != 0 { patterns.renew() }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil), during)
    // An empty text gives none.
    guard let statement else {
      throw Self.error(SQLITE_MISUSE, handle, path: path, during: during)
    }
    return Statement(statement, path: path, during: during)
  }

  /// Runs `body` in a transaction, undone when it throws.
  func transaction<Result: ~Copyable>(
    writing: Bool = true, during: String,
    _ body: (borrowing Database) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try execute(writing ? "BEGIN IMMEDIATE" : "BEGIN", during: during)
    patterns.renew()
    do throws(LibraryError) {
      let result = try body(self)
      try execute("COMMIT", during: during)
      return result
    } catch {
      // Nothing is left to undo where SQLite has done it by itself.
      try? execute("ROLLBACK", during: during)
      throw error
    }
  }

  /// The first column of the first row as a number; `nil` when there is no row or it is NULL.
  func number(_ sql: String, during: String) throws(LibraryError) -> Int64? {
    let statement = try prepare(sql, during: during)
    guard try statement.step() else { return nil }
    return statement.integer(0)
  }

  /// The row that the last INSERT made.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  private func check(_ code: Int32, _ during: String) throws(LibraryError) {
    guard code != SQLITE_OK else { return }
    throw Self.error(code, handle, path: path, during: during)
  }

  /// What SQLite's refusal means to a person.
  static func error(
    _ code: Int32, _ handle: OpaquePointer, path: String, during: String
  ) -> LibraryError {
    // SQLite does not keep it when a COMMIT fails; then it is still the last one of this thread.
    let last = errno
    let known = sqlite3_system_errno(handle)
    if code == QueryFunctions.patternTakesTooLong { return .patternTakesTooLong }
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .locked(path: path)
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_IOERR where [ENOSPC, EDQUOT].contains(known == 0 ? last : known):
      return .diskFull(path: path)
    case SQLITE_READONLY: return .readOnly(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(path: path)
    case SQLITE_CANTOPEN, SQLITE_PERM:
      return .cannotOpen(path: path, reason: PosixError.reason(known == 0 ? EACCES : known))
    default:
      let message = String(cString: sqlite3_errmsg(handle))
      return .database(code: code, message: message, during: during)
    }
  }
}

/// `segue_uri(name)`: a file's name as it stands in URIs.
private func uriOfName(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let context, let value = values?.pointee else { return }
  let size = Int(sqlite3_value_bytes(value))
  let name = UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: size)
  var uri = FilePath(bytes: name).uri
  uri.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { text in
      guard let start = text.baseAddress else { return }
      segue_result_text(context, start, Int32(text.count))
    }
  }
}
