import CLinux
import Glibc

/// What the kernel says of a file.
public struct FileStatus: Sendable, Hashable {
  public enum Kind: Sendable, Hashable { case file, folder, link, pipe, socket, device }

  public let kind: Kind
  /// The lower twelve bits of the mode.
  public let permissions: UInt32
  public let device: UInt64
  public let inode: UInt64
  /// In bytes.
  public let size: Int64
  /// In nanoseconds since 1970.
  public let modified: Int64
  /// In nanoseconds since 1970; 0 where the file system does not keep it.
  public let born: Int64

  /// - Parameters:
  ///   - path: NUL-terminated, looked up from the folder `at`; empty for `at` itself.
  public init(
    _ path: UnsafePointer<CChar>, at folder: Int32 = AT_FDCWD, followingLinks: Bool = true
  ) throws(PosixError) {
    var status = segue_file_status()
    _ = try retrying("look at \(String(cString: path))") {
      segue_stat(folder, path, followingLinks ? 1 : 0, &status)
    }
    self.init(status)
  }

  /// The status of an open file.
  public init(descriptor: Int32) throws(PosixError) {
    try self.init("", at: descriptor)
  }

  private init(_ status: segue_file_status) {
    kind = Self.kind(mode: status.mode)
    permissions = status.mode & 0o7777
    device = status.device
    inode = status.inode
    size = status.size
    modified = status.modified
    born = status.born
  }

  private static func kind(mode: UInt32) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    default: .device
    }
  }
}

extension FileDescriptor {
  /// Opens a regular file to read it, and nothing else. Does not wait, as the opening of a pipe would.
  public static func regularFile(
    _ path: UnsafePointer<CChar>
  ) throws(PosixError) -> (file: Owned, status: FileStatus) {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let what = "open \(String(cString: path))"
    let file = Owned(try retrying(what) { open(path, flags) })
    let status = try FileStatus(descriptor: file.raw)
    guard status.kind == .file else { throw PosixError(what, code: EINVAL) }
    return (file, status)
  }
}
