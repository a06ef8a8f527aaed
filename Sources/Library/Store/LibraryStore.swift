import Glibc
import Media
import Posix

/// The library as it is stored: one connection to its database, used by one thread at a time.
///
/// Reads take what they need and are over when they return: nothing stays open between batches, so
/// that a slow reader holds up nobody.
public final class LibraryStore: Sendable {
  public enum Access: Sendable, Hashable {
    /// Of a library that is there.
    case read
    /// The file and its folder are made when missing.
    case write
  }

  /// The database.
  public let path: String
  private let kind: Access
  private let locale: String?
  private let connection: Guarded<Connection>

  private struct Connection: ~Copyable {
    var database: Database
    /// The file that is open.
    var stamp: FileStamp?
    /// How often the file was another one.
    var replacements = 0
  }

  /// - Parameter locale: What a new library is ordered by, as in `LANG`: `pl_PL.UTF-8`.
  public init(path: String, access: Access, locale: String? = nil) throws(LibraryError) {
    self.path = path
    kind = access
    self.locale = locale
    let database = try Self.open(path, access, locale, patience: Database.patience)
    connection = Guarded(Connection(database: database, stamp: FileStamp(path)))
  }

  /// Opens the database as the store does, for a thread that keeps it to itself.
  static func open(
    _ path: String, _ access: Access, _ locale: String?, patience: Int32 = Database.patience
  ) throws(LibraryError) -> Database {
    if access == .write { try makePlace(for: path) }
    if access == .read { try checkPlace(path) }
    do throws(LibraryError) {
      return try connect(path, access, locale, patience)
    } catch {
      // SQLite keeps notes beside a database, even of who only reads.
      guard case .cannotOpen = error, isOnReadOnlyDisk(path) else { throw error }
      guard access == .read, !exists(path + "-wal") else { throw .readOnly(path: path) }
      return try frozen(path)
    }
  }

  /// One that nobody can change, and so nobody can bring up to date.
  static func frozen(_ path: String) throws(LibraryError) -> Database {
    let database = try Database(frozen: path)
    guard try !Schema.isOlder(database) else { throw .readOnly(path: path) }
    return database
  }

  private static func connect(
    _ path: String, _ access: Access, _ locale: String?, _ patience: Int32
  ) throws(LibraryError) -> Database {
    let database = try Database(opening: path, creating: access == .write, patience: patience)
    try database.execute("PRAGMA foreign_keys = ON", during: "opening it")
    if access == .write {
      try Schema.prepare(database, locale: Collator.name(ofEnvironment: locale))
    } else if try Schema.isOlder(database) {
      // Somebody is about to make its tables.
      guard try Schema.isMade(database) else { throw .noLibrary(path: path) }
      // One of an older Segue is there: whoever comes first brings it up to date.
      return try connect(path, .write, locale, patience)
    }
    return database
  }

  /// How often another file was found where the library was opened: a damaged one was set aside, say. It is
  /// opened in the place of the old one before anything else is done.
  public var replacements: Int {
    _ = try? withDatabase { _ in }
    return connection.withLock { $0.replacements }
  }

  private struct FileStamp: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64

    init?(_ path: String) {
      guard let status = try? FileStatus(path) else { return nil }
      (device, inode) = (status.device, status.inode)
    }
  }

  /// Gives the connection to `body` alone; one to a file that lies somewhere else by now is replaced before.
  private func withDatabase<Result: Sendable>(
    _ body: (borrowing Database) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try connection.withLock { connection throws(LibraryError) in
      // Where there is none, somebody is just about to put one there.
      if let now = FileStamp(path), now != connection.stamp {
        connection.database = try Self.open(path, kind, locale)
        connection.stamp = FileStamp(path)
        connection.replacements += 1
      }
      return try body(connection.database)
    }
  }

  /// Reads in one transaction, so that all of it is of one moment.
  func read<Result: Sendable>(
    _ during: String, _ body: (borrowing Database) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try withDatabase { database throws(LibraryError) in
      try database.stoppable { () throws(LibraryError) in
        try database.transaction(writing: false, during: during, body)
      }
    }
  }

  /// Writes in one transaction.
  func write<Result: Sendable>(
    _ during: String, _ body: (borrowing Database) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try withDatabase { database throws(LibraryError) in
      try database.transaction(during: during, body)
    }
  }

  /// Uses the connection outside of any transaction.
  func use<Result: Sendable>(
    _ body: (borrowing Database) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    try withDatabase(body)
  }

  private static func isOnReadOnlyDisk(_ path: String) -> Bool {
    let folder = FilePath(path).parent.string ?? "."
    return Glibc.access(folder.isEmpty ? "." : folder, W_OK) != 0 && errno == EROFS
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A library that is not there is another thing than one that may not be looked at.
  private static func checkPlace(_ path: String) throws(LibraryError) {
    if exists(path) { return }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw .cannotOpen(path: path, reason: PosixError.reason(errno))
    }
    throw .noLibrary(path: path)
  }

  /// Makes sure that a database can be made; SQLite itself only says that there is none.
  private static func makePlace(for path: String) throws(LibraryError) {
    _ = try LibraryRescue.finishIfCutOff(path)
    if exists(path) { return }
    try makeFolder(of: path)
    guard let folder = FilePath(path).parent.string, !folder.isEmpty else { return }
    if access(folder, W_OK) != 0 { throw .cannotWrite(path, code: errno) }
  }

  /// Makes the folders above a file, for their owner alone.
  private static func makeFolder(of path: String) throws(LibraryError) {
    let folder = FilePath(path).parent
    guard let text = folder.string, !text.isEmpty, !exists(text) else { return }
    try makeFolder(of: text)
    if mkdir(text, 0o700) != 0, errno != EEXIST {
      throw .cannotWrite(path, code: errno, "the folder \(text) cannot be made: ")
    }
  }
}

extension LibraryError {
  /// What an `errno` that came from writing means to a person.
  ///
  /// - Parameter prefix: What goes before the kernel's reason.
  static func cannotWrite(_ path: String, code: Int32, _ prefix: String = "") -> LibraryError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EROFS: .readOnly(path: path)
    default: .cannotOpen(path: path, reason: prefix + PosixError.reason(code))
    }
  }
}
