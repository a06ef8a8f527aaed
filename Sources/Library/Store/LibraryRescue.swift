import Glibc
import Media
import Posix

/// Sets a damaged database aside and puts the last whole backup in its place.
public enum LibraryRescue {
  /// Looks at a library that something has found damaged, and mends it if it is.
  ///
  /// The roots are to be scanned afterwards. Who has the old file open goes on with it.
  ///
  /// - Returns: What was done, a sentence for a person; `nil` when the library is whole.
  public static func rescue(_ library: String) throws(LibraryError) -> String? {
    let lock = try ScanLock.wait(library: library, seconds: 60)
    if LibraryBackup.isWhole(library) { return nil }
    let roots = roots(in: library)
    let place = try setAside(library)
    let sentence = try restore(library, roots, damaged: place)
    _ = consume lock
    return sentence
  }

  /// Opens a library for writing, mended where it was damaged.
  ///
  /// - Parameter notice: Gets a sentence for a person when something was done.
  public static func open(
    _ library: String, locale: String?, notice: (String) -> Void
  ) throws(LibraryError) -> LibraryStore {
    do throws(LibraryError) {
      let store = try LibraryStore(path: library, access: .write, locale: locale)
      // What is most used is on pages of its own.
      _ = try store.roots()
      return store
    } catch {
      guard case .corrupt = error, let sentence = try rescue(library) else { throw error }
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

  private static func setAside(_ library: String) throws(LibraryError) -> String {
    let place = freePlace(library)
    for suffix in ["-wal", "-shm", ""]
    where rename(library + suffix, place + suffix) != 0 && errno != ENOENT {
      throw .cannotWrite(library, code: errno)
    }
    return place
  }

  private static func freePlace(_ library: String) -> String {
    var number = 1
    while access("\(library)-damaged-\(number)", F_OK) == 0 { number += 1 }
    return "\(library)-damaged-\(number)"
  }

  private static func restore(
    _ library: String, _ roots: [FilePath], damaged place: String
  ) throws(LibraryError) -> String {
    let begin = "The library was damaged and is kept as \(place); "
    for backup in LibraryBackup.paths(of: library) where LibraryBackup.isWhole(backup) {
      let date = (try? FileStatus(backup)).map { Timestamp(nanoseconds: $0.modified) }
      try copy(backup, to: library)
      return begin
        + "the backup of \(date?.description ?? "an unknown day") takes its place, and the music is scanned again."
    }
    let store = try LibraryStore(path: library, access: .write)
    for root in roots { _ = try? store.addRoot(root) }
    return begin + "there is no backup, so a new one is made of the music."
  }

  /// Copies a file, which is then there as a whole or not at all.
  private static func copy(_ from: String, to path: String) throws(LibraryError) {
    let new = "\(path)-restored"
    do throws(PosixError) {
      let source = try FileDescriptor(opening: from)
      let target = try FileDescriptor(opening: new, O_WRONLY | O_CREAT | O_TRUNC)
      while true {
        let chunk = try source.readAll(limit: 1 << 20)
        if chunk.isEmpty { break }
        try target.write(chunk)
      }
    } catch {
      unlink(new)
      throw .cannotWrite(path, code: error.code)
    }
    try LibraryBackup.sync(new)
    guard rename(new, path) == 0 else { throw .cannotWrite(path, code: errno) }
  }
}
