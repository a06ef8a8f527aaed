import Glibc
import Media
import Posix

/// The names in one open folder.
struct FolderReader: ~Copyable {
  private let stream: OpaquePointer
  /// The folder itself.
  let status: FileStatus

  enum Kind { case file, folder, link, other, unknown }

  /// - Parameter followingLink: Whether the last part of the path may be a link.
  init(_ path: FilePath, followingLink: Bool) throws(PosixError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW)
    let raw = try path.withCString { text throws(PosixError) in
      try retrying("open \(path)") { open(text, flags) }
    }
    let descriptor = FileDescriptor(owning: raw)
    let status = try FileStatus(descriptor: raw)
    guard let stream = fdopendir(raw) else { throw PosixError("read \(path)") }
    // The stream closes it from here on.
    _ = descriptor.release()
    self.stream = stream
    self.status = status
  }

  deinit { closedir(stream) }

  /// For looking at what lies in it.
  var descriptor: Int32 { dirfd(stream) }

  /// Calls `body` with each name and its kind, as far as the folder tells; not with `.` and `..`.
  func forEachName<Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>, Kind) throws(Failure) -> Void
  ) throws(Failure) {
    // Its offset is that of a field, which is known.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while let entry = readdir(stream) {
      let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
      let count = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      let bytes = UnsafeBufferPointer(start: name, count: count)
      let dot = UInt8(ascii: ".")
      if count == 1, bytes[0] == dot { continue }
      if count == 2, bytes[0] == dot, bytes[1] == dot { continue }
      try body(bytes, Self.kind(entry.pointee.d_type))
    }
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
