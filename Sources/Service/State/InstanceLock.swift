import Glibc
import Posix

/// Makes sure that one daemon owns a socket: a lock on a file beside it, held until the process ends.
final class InstanceLock: Sendable {
  private let lock: FileLock

  /// - Throws: `alreadyRunning` when another daemon holds it.
  init(socket: String) throws(ServiceError) {
    let path = "\(socket).lock"
    do throws(PosixError) {
      guard let lock = try FileLock.take(path, waiting: false) else {
        throw PosixError("lock", code: EWOULDBLOCK)
      }
      self.lock = lock
      // For the sentence that another daemon says.
      try FileDescriptor(opening: path, O_WRONLY | O_TRUNC).write(Array("\(getpid())\n".utf8))
    } catch {
      guard error.code == EWOULDBLOCK else { throw .system(error) }
      throw .alreadyRunning(process: Self.holder(path), socket: socket)
    }
  }

  private static func holder(_ path: String) -> Int? {
    guard let bytes = try? FileDescriptor(opening: path).readHead(32) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
