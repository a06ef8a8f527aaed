import Glibc

/// An exclusive lock on a file, held until it goes out of scope or the process dies.
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes the lock, making the file where there is none.
  ///
  /// - Parameter waiting: Whether to wait for another holder.
  /// - Returns: `nil` when another holds it and `waiting` is false.
  public static func take(_ path: String, waiting: Bool) throws(PosixError) -> FileLock? {
    let descriptor = try FileDescriptor(opening: path, O_RDWR | O_CREAT)
    while flock(descriptor.raw, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      if errno != EINTR { throw PosixError("lock \(path)") }
    }
    return FileLock(descriptor: descriptor)
  }

  private init(descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}
