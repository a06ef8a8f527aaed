import Dispatch
import Glibc
import Media
import Posix

/// Files that turn up in a new place while the library still has them in their old one: the old place was looked at
/// before they left, or is no part of the scan. Who is seen where it arrived has left, so the old place is asked once more.
enum LeftFiles {
  /// The rows of such files.
  ///
  /// - Parameters:
  ///   - identities: Of the files that are new where they are.
  ///   - patience: How long a file system may be silent; what it does not say is taken for unchanged.
  ///   - queue: One that may block.
  static func of(
    _ identities: Set<FileIdentity>, patience: Duration, on queue: DispatchQueue,
    _ database: borrowing Database
  ) throws(LibraryError) -> [ScanPlan.Missing] {
    let known = try KnownRows.sharing(inodes: identities.map(\.inode), database)
      .filter { identities.contains($0.file.state.identity) }
    if known.isEmpty { return [] }
    return try RootList(database).roots.flatMap { root in
      let files = known.lazy.filter { $0.root == root.id }.map(\.file)
      return left(Array(files), of: root, patience: patience, on: queue)
    }
  }

  private static func left(
    _ files: [KnownFile], of root: MusicRoot, patience: Duration, on queue: DispatchQueue
  ) -> [ScanPlan.Missing] {
    if files.isEmpty { return [] }
    let path = root.path
    let look: @Sendable (Pulse) -> [KnownFile] = { pulse in
      files.filter { file in
        pulse.beat()
        return hasLeft(file, from: path)
      }
    }
    let left = SilentRoots.ask(path, patience: patience, on: queue, goesOn: { true }, look) ?? []
    return left.map { ScanPlan.Missing(root: root.id, file: $0, isHidden: false) }
  }

  private static func hasLeft(_ file: KnownFile, from root: FilePath) -> Bool {
    do throws(PosixError) {
      let path = root.appending(file.folder.appending(file.name))
      let status = try path.withCString { text throws(PosixError) in try FileStatus(text) }
      return FileState(status).identity != file.state.identity
    } catch {
      return error.code == ENOENT || error.code == ENOTDIR
    }
  }
}
