@preconcurrency import Dispatch
import Glibc
import Media
import Posix

/// A name in a folder, as it lies on the disk.
public struct FolderFile: Sendable, Hashable {
  /// As a URI writes it.
  public var name: String
  public var isFolder: Bool
  /// In bytes.
  public var size: Int64
  public var modified: Timestamp

  /// Everything that lies in a folder and is a file or a folder, in order.
  ///
  /// - Throws: `ETIMEDOUT` when nothing answers there.
  public static func all(in path: FilePath) throws(PosixError) -> [FolderFile] {
    let look: @Sendable (Pulse) -> Result<[FolderFile], PosixError> = { pulse in
      Result { () throws(PosixError) in try all(in: path, pulse) }
    }
    let queue = DispatchQueue(label: "segue.look", qos: .userInitiated)
    let found = SilentRoots.ask(
      path, patience: .seconds(10), on: queue, goesOn: { true }, look)
    guard let found else { throw PosixError("read \(path)", code: ETIMEDOUT) }
    return try found.get()
  }

  private static func all(in path: FilePath, _ pulse: Pulse) throws(PosixError) -> [FolderFile] {
    let reader = try FolderReader(path, followingLink: true)
    var found: [FolderFile] = []
    try reader.forEachName { name, _ in
      pulse.beat()
      guard !name.contains(0x0A), let status = try? reader.status(of: name, followingLinks: true),
        status.kind == .file || status.kind == .folder
      else { return }
      found.append(
        FolderFile(
          name: FilePath(bytes: name).uri, isFolder: status.kind == .folder, size: status.size,
          modified: Timestamp(nanoseconds: status.modified)))
    }
    return found.sorted { ($0.isFolder ? 1 : 0, $0.name) < ($1.isFolder ? 1 : 0, $1.name) }
  }
}

extension LibraryStore {
  /// Where a folder that clients name so lies, whether music is in it or not; `nil` for the top of several roots,
  /// and for what lies in none.
  public func path(ofFolder uri: String) throws(LibraryError) -> FilePath? {
    if let known = try folder(uri)?.folder, !uri.isEmpty { return known.path }
    let roots = try read("reading its roots", RootList.init)
    guard let (root, relative) = roots.resolve(uri) else { return nil }
    return relative.isEmpty ? root.path : root.path.appending(relative)
  }
}
