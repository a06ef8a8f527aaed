import CSQLite
import Glibc
import Media
import Posix

/// Sets a damaged database aside and puts the last whole backup in its place.
public enum LibraryRescue {
  /// Looks at a library that something has found damaged, and mends it if it is.
  ///
  /// What takes its place is made and checked before anything is moved, so that there is a library at any time. The
  /// roots are to be scanned afterwards. Who has the old file open goes on with it.
  ///
  /// - Parameter locale: What a new library is ordered by where there is no backup, as in `LANG`.
  /// - Returns: What was done, a sentence for a person; `nil` when the library is whole.
  /// - Throws: What kept it from being looked at, which is no damage.
  public static func rescue(
    _ library: String, locale: String? = nil
  ) throws(LibraryError) -> String? {
    let lock = try ScanLock.wait(library: library, seconds: 60)
    if wasCutOff(library) { return try finish(library) }
    if try LibraryBackup.isWhole(library) { return nil }
    let place = freePlace(library)
    let successor = try successor(of: library, locale)
    try replace(library, keptAs: place)
    _ = consume lock
    return "The library was damaged and is kept as \(place); \(successor)"
  }

  /// Ends a rescue that was cut off after the damaged library was set aside.
  ///
  /// - Returns: As `rescue`.
  static func finishIfCutOff(_ library: String) throws(LibraryError) -> String? {
    wasCutOff(library) ? try rescue(library) : nil
  }

  /// Whether the damaged library was set aside, and its successor is not in its place yet: there is nothing, or what
  /// was set aside has two names.
  private static func wasCutOff(_ library: String) -> Bool {
    guard exists(restored(library)) else { return false }
    guard let damaged = try? FileStatus(library) else { return !exists(library) }
    guard let place = lastPlace(library), let kept = try? FileStatus(place) else { return false }
    return (kept.device, kept.inode) == (damaged.device, damaged.inode)
  }

  private static func finish(_ library: String) throws(LibraryError) -> String? {
    let restored = restored(library)
    guard try LibraryBackup.isWhole(restored) else {
      unlink(restored)
      return nil
    }
    let place = lastPlace(library)
    try replace(library, keptAs: exists(library) ? place : nil)
    let kept = place.map { " and is kept as \($0)" } ?? ""
    return
      "The library was damaged\(kept); what was made to take its place now does, and the music is scanned again."
  }

  /// Opens a library for writing, mended where it was damaged.
  ///
  /// - Parameter notice: Gets a sentence for a person when something was done.
  public static func open(
    _ library: String, locale: String?, notice: (String) -> Void
  ) throws(LibraryError) -> LibraryStore {
    if let sentence = try finishIfCutOff(library) { notice(sentence) }
    do throws(LibraryError) {
      let store = try LibraryStore(path: library, access: .write, locale: locale)
      // What is most used is on pages of its own.
      _ = try store.roots()
      return store
    } catch {
      guard case .corrupt = error, let sentence = try rescue(library, locale: locale)
      else { throw error }
      notice(sentence)
      return try LibraryStore(path: library, access: .write, locale: locale)
    }
  }

  /// What can still be read of the roots in a damaged file.
  private static func roots(in library: String) -> [FilePath] {
    guard
      let database = try? Database(
        opening: library, creating: false, patience: Database.patience),
      let list = try? RootList(database)
    else { return [] }
    return list.roots.map(\.path)
  }

  /// Has what was restored take the place of the library.
  ///
  /// - Parameter place: The old one's new name; `nil` where there is none.
  private static func replace(
    _ library: String, keptAs place: String?
  ) throws(LibraryError) {
    // By a second name, so that nobody finds no library and makes an empty one; not every file system has those.
    if let place, !exists(place), link(library, place) != 0, rename(library, place) != 0 {
      throw .cannotWrite(library, code: errno)
    }
    for suffix in ["-wal", "-shm"] {
      if let place { rename(library + suffix, place + suffix) }
      // The pages in it are of another library.
      if unlink(library + suffix) != 0, errno != ENOENT {
        throw .cannotWrite(library, code: errno)
      }
    }
    guard rename(restored(library), library) == 0 else {
      throw .cannotWrite(library, code: errno)
    }
    if let folder = FilePath(library).parent.string, !folder.isEmpty {
      try LibraryBackup.sync(folder)
    }
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func restored(_ library: String) -> String { "\(library)-restored" }

  private static func freePlace(_ library: String) -> String {
    var number = 1
    while exists("\(library)-damaged-\(number)") { number += 1 }
    return "\(library)-damaged-\(number)"
  }

  /// Where a library was set aside last; `nil` where none was.
  private static func lastPlace(_ library: String) -> String? {
    var last: String?
    var number = 1
    while exists("\(library)-damaged-\(number)") {
      last = "\(library)-damaged-\(number)"
      number += 1
    }
    return last
  }

  /// Makes what takes the place of a damaged library, beside it.
  ///
  /// - Returns: What it is, the end of a sentence.
  private static func successor(
    of library: String, _ locale: String?
  ) throws(LibraryError) -> String {
    let new = restored(library)
    for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
    for backup in LibraryBackup.paths(of: library) where exists(backup) {
      guard try isUsable(backup) else { continue }
      let date = (try? FileStatus(backup)).map { Timestamp(nanoseconds: $0.modified) }
      try copy(backup, to: new)
      guard try LibraryBackup.isWhole(new) else { continue }
      try age(new, after: library)
      try LibraryBackup.sync(new)
      return
        "the backup of \(date?.description ?? "an unknown day") takes its place, and the music is scanned again."
    }
    unlink(new)
    try makeEmpty(new, locale, roots: roots(in: library))
    try age(new, after: library)
    try LibraryBackup.sync(new)
    return "there is no backup, so a new one is made of the music."
  }

  /// How many versions a library is taken to have had since its backup, where it cannot be asked.
  private static let versionGap: Int64 = 1_000_000

  /// Gives a restored library a version that the damaged one has not reached, and no memory of earlier ones: what
  /// clients saw of those is not what is there now.
  private static func age(_ restored: String, after library: String) throws(LibraryError) {
    let database = try Database(opening: restored, creating: false, patience: Database.patience)
    // Backups are made without.
    try database.execute("PRAGMA journal_mode = WAL", during: "restoring a backup")
    let last = max(version(in: library), try Meta.number(database, .version) ?? 0)
    try database.transaction(during: "restoring a backup") { database throws(LibraryError) in
      for key in [Meta.version, .forgotten] {
        try Meta.set(database, key, .integer(last + versionGap))
      }
    }
  }

  private static func version(in library: String) -> Int64 {
    guard
      let database = try? Database(
        opening: library, creating: false, patience: Database.patience)
    else { return 0 }
    // What a damaged file says may be anything.
    return min((try? Meta.number(database, .version)) ?? 0, Int64.max / 2)
  }

  /// Whether a backup is whole. One that the disk cannot give back is none.
  private static func isUsable(_ backup: String) throws(LibraryError) -> Bool {
    do throws(LibraryError) {
      return try LibraryBackup.isWhole(backup)
    } catch {
      if error.isOfDisk { return false }
      throw error
    }
  }

  /// It is closed at the end, and then nothing lies beside it.
  private static func makeEmpty(
    _ path: String, _ locale: String?, roots: [FilePath]
  ) throws(LibraryError) {
    let store = try LibraryStore(path: path, access: .write, locale: locale)
    for root in roots { _ = try? store.addRoot(root) }
  }

  /// Copies a file, and has the copy on the disk.
  private static func copy(_ from: String, to new: String) throws(LibraryError) {
    do throws(PosixError) {
      let source = try FileDescriptor(opening: from)
      let target = try FileDescriptor(opening: new, O_WRONLY | O_CREAT | O_TRUNC)
      while true {
        let chunk = try source.readHead(1 << 20)
        if chunk.isEmpty { break }
        try target.write(chunk)
      }
    } catch {
      unlink(new)
      throw .cannotWrite(new, code: error.code)
    }
    try LibraryBackup.sync(new)
  }
}

extension LibraryError {
  /// Whether the disk did not give back what is on it.
  fileprivate var isOfDisk: Bool {
    if case .database(let code, _, _) = self { return code & 0xFF == SQLITE_IOERR }
    return false
  }
}
