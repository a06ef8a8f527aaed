import Glibc
import Media
import Posix

/// The names in one open folder.
struct FolderReader: ~Copyable {
  private let folder: FileDescriptor
  /// The folder itself.
  let status: FileStatus

  enum Kind { case file, folder, link, other, unknown }

  /// - Parameters:
  ///   - base: The open folder that a relative path starts from.
  ///   - followingLink: Whether the last part of the path may be a link.
  init(
    _ path: FilePath, from base: Int32 = AT_FDCWD, followingLink: Bool
  ) throws(PosixError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW)
    let raw = try path.withCString { text throws(PosixError) in
      try retrying("open \(path)") { openat(base, text, flags) }
    }
    let folder = FileDescriptor(owning: raw)
    let status = try FileStatus(descriptor: raw)
    self.folder = folder
    self.status = status
  }

  /// For looking at what lies in it.
  var descriptor: Int32 { folder.raw }

  /// Calls `body` with each name and its kind, as far as the folder tells; not with `.` and `..`. To be called once.
  func forEachName(_ body: (UnsafeBufferPointer<UInt8>, Kind) -> Void) throws(PosixError) {
    try FolderEntries.forEach(in: folder.raw) { body($0, Self.kind($1)) }
  }

  /// The status of a name in the folder.
  func status(
    of name: UnsafeBufferPointer<UInt8>, followingLinks: Bool
  ) throws(PosixError) -> FileStatus {
    // What `forEachName` hands out is followed by a zero, and never empty.
    let text = UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped)
    return try FileStatus(
      text.assumingMemoryBound(to: CChar.self), at: descriptor, followingLinks: followingLinks)
  }

  private static func kind(_ type: UInt8) -> Kind {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }
}
