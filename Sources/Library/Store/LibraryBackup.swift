import CSQLite
import Glibc
import Media
import Posix

/// Copies of the database that were found to be whole: one a day, two kept.
public enum LibraryBackup {
  /// How old the last one is before another is made.
  private static let interval: Int64 = 86400 * 1_000_000_000

  /// The last one and the one before it.
  static func paths(of library: String) -> [String] {
    ["\(library)-backup", "\(library)-backup-2"]
  }

  /// When the last one was made; `nil` where there is none.
  public static func date(of library: String) -> Timestamp? {
    (try? FileStatus(paths(of: library)[0])).map { Timestamp(nanoseconds: $0.modified) }
  }

  /// Makes one when the last is a day old. A scan does that at its end.
  ///
  /// - Returns: Whether one was made.
  /// - Throws: `corrupt` when the database is damaged; then the backups are left as they are.
  @discardableResult
  public static func makeIfDue(of library: String) throws(LibraryError) -> Bool {
    if let date = date(of: library), WallClock.now - date.nanoseconds < interval,
      date.nanoseconds <= WallClock.now
    {
      return false
    }
    try make(of: library)
    return true
  }

  static func make(of library: String) throws(LibraryError) {
    let new = "\(library)-backup-new"
    unlink(new)
    defer { unlink(new) }
    let database = try Database(
      opening: library, creating: false, patience: Database.patience)
    let during = "making a backup"
    let statement = try database.prepare("VACUUM INTO ?", during: during)
    statement.bind(1, new)
    try statement.run()
    guard try isWhole(new) else { throw .corrupt(path: library) }
    try sync(new)
    let paths = paths(of: library)
    rename(paths[0], paths[1])
    guard rename(new, paths[0]) == 0 else { throw .cannotWrite(paths[0], code: errno) }
  }

  /// Whether a database can be read from its first page to its last.
  ///
  /// - Throws: What kept it from being read and says nothing about it: a lock, too many open files.
  static func isWhole(_ path: String) throws(LibraryError) -> Bool {
    do throws(LibraryError) {
      let database = try Database(opening: path, creating: false, patience: Database.patience)
      let statement = try database.prepare("PRAGMA integrity_check(1)", during: "checking it")
      guard try statement.step() else { return false }
      var columns = statement.columns
      guard columns.text() == "ok" else { return false }
      return try database.number("PRAGMA user_version", during: "checking it") ?? 0 > 0
    } catch {
      if case .corrupt = error { return false }
      throw error
    }
  }

  /// Has the bytes of a file on the disk.
  static func sync(_ path: String) throws(LibraryError) {
    do throws(PosixError) {
      let file = try FileDescriptor(opening: path)
      _ = try retrying("save \(path)") { fsync(file.raw) }
    } catch {
      throw .cannotWrite(path, code: error.code)
    }
  }
}
