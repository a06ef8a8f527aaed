import Glibc
import Media
import Posix

/// Lets one scan at a time work on a library, whatever program it runs in.
struct ScanLock: ~Copyable {
  private let lock: FileLock

  static func path(of library: String) -> String { "\(library)-scan" }

  /// `nil` while another scan has it.
  static func take(library: String) throws(LibraryError) -> ScanLock? {
    do throws(PosixError) {
      guard let lock = try FileLock.take(path(of: library), waiting: false) else { return nil }
      return ScanLock(lock: lock)
    } catch {
      throw .cannotWrite(path(of: library), code: error.code)
    }
  }

  /// Waits for the end of a scan that runs.
  ///
  /// - Throws: `locked` when it does not come.
  static func wait(library: String, seconds: Int) throws(LibraryError) -> ScanLock {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if let lock = try take(library: library) { return lock }
      if ContinuousClock.now > deadline { throw .locked(path: library) }
      WallClock.sleep(microseconds: 50_000)
    }
  }

  /// An open file that is empty, once there was a scan: the lock's own.
  static func emptyFile(library: String) throws(LibraryError) -> FileDescriptor.Owned {
    let path = path(of: library)
    do throws(PosixError) {
      return FileDescriptor.Owned(
        try FileDescriptor(opening: path, O_RDONLY | O_CREAT, mode: 0o600).release())
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
  }

  /// Whether some scan runs.
  static func isHeld(library: String) -> Bool {
    // Asked by taking it for a moment; a scan that begins in that moment tries again soon.
    guard (try? FileStatus(path(of: library))) != nil else { return false }
    let lock = try? FileLock.take(path(of: library), waiting: false)
    return lock == nil
  }
}

/// A scan's progress in the database, for those who wait for it.
enum ProgressRow {
  static func read(_ database: borrowing Database) throws(LibraryError) -> ScanProgress? {
    let statement = try database.prepare(
      "SELECT phase, found, read, to_read, rate, remaining FROM scan",
      during: "reading the scan's progress")
    guard try statement.step() else { return nil }
    var columns = statement.columns
    guard let phase = ScanProgress.Phase(rawValue: columns.text() ?? "") else { return nil }
    var progress = ScanProgress(phase: phase)
    progress.found = columns.int() ?? 0
    progress.read = columns.int() ?? 0
    progress.toRead = columns.int() ?? 0
    progress.rate = columns.double() ?? 0
    progress.remaining = columns.integer().map { .milliseconds($0) }
    return progress
  }

  static func write(
    _ progress: ScanProgress, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "INSERT OR REPLACE INTO scan VALUES (1, ?, ?, ?, ?, ?, ?)",
      during: "writing the scan's progress")
    statement.bind(1, progress.phase.rawValue)
    statement.bind(2, Int64(progress.found))
    statement.bind(3, Int64(progress.read))
    statement.bind(4, Int64(progress.toRead))
    statement.bind(5, progress.rate)
    statement.bind(6, progress.remaining.map { Int64($0 / .milliseconds(1)) })
    try statement.run()
  }

  static func clear(_ database: borrowing Database) throws(LibraryError) {
    try database.execute("DELETE FROM scan", during: "writing the scan's progress")
  }
}
