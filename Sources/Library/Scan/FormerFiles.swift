import Media
import Posix

/// Which files rows stood for until another file was taken for theirs, since it had the same tags or sound: a tree that
/// changes while it is walked may show a copy before it shows where the original went. Where the original is then found,
/// the row is its again.
///
/// Known to this process alone, which is the daemon where folders are followed.
enum FormerFiles {
  private struct Key: Hashable {
    let library: String
    let identity: FileIdentity
  }

  private static let known = Guarded<[Key: Int64]>([:])
  /// Files that are remembered.
  private static let limit = 10_000

  static var isEmpty: Bool { known.withLock { $0.isEmpty } }

  /// Remembers whose a row is that another file is about to take.
  static func note(_ row: Int64, _ database: borrowing Database) throws(LibraryError) {
    guard let file = try file(of: row, database)?.file, file.state.identity.born != 0 else {
      return
    }
    let key = Key(library: database.path, identity: file.state.identity)
    known.withLock { known in
      if known.count >= limit { known.removeAll(keepingCapacity: true) }
      known[key] = row
    }
  }

  /// The row that was a file's, with the file that has it now; `nil` where there is none.
  static func take(
    _ identity: FileIdentity, _ database: borrowing Database
  ) throws(LibraryError) -> (root: Int64, file: KnownFile)? {
    if identity.born == 0 { return nil }
    let key = Key(library: database.path, identity: identity)
    guard let row = known.withLock({ $0.removeValue(forKey: key) }),
      let (root, file) = try file(of: row, database), file.state.identity != identity
    else { return nil }
    return (root, file)
  }

  private static func file(
    of row: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> (root: Int64, file: KnownFile)? {
    let statement = try database.prepare(
      """
      SELECT root, path, name, device, inode, born, size, items.modified
      FROM items JOIN folders ON folders.id = folder WHERE items.row = ?
      """, during: "looking for a file")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    var columns = statement.columns
    let root = columns.integer() ?? 0
    let (folder, name) = (FilePath(bytes: columns.blob()), FilePath(bytes: columns.blob()))
    return (
      root, KnownFile(row: row, folder: folder, name: name, state: FileState(&columns))
    )
  }
}
