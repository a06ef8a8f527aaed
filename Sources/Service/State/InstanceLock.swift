import Glibc
import Posix

/// Makes sure that one daemon owns a socket: a lock on a file beside it, held until the process ends.
final class InstanceLock: Sendable {
  private let lock: FileLock

  /// - Throws: `alreadyRunning` when another daemon holds it.
  init(socket: String) throws(ServiceError) {
    let path = "\(socket).lock"
    do throws(PosixError) {
      lock = try Self.take(path, socket)
      // For the sentence that another daemon says.
      try FileDescriptor(opening: path, O_WRONLY | O_TRUNC).write(Array("\(getpid())\n".utf8))
    } catch {
      guard error.code == EWOULDBLOCK else { throw .system(error) }
      throw .alreadyRunning(process: Self.holder(path), socket: socket)
    }
  }

  /// One that holds the lock and does not answer is about to end, or has just begun: that is waited for.
  private static func take(_ path: String, _ socket: String) throws(PosixError) -> FileLock {
    let deadline = ContinuousClock.now + patience
    while true {
      if let lock = try FileLock.take(path, waiting: false) { return lock }
      let answers = (try? UnixSocket.connect(to: socket)) != nil
      guard !answers, ContinuousClock.now < deadline else {
        throw PosixError("lock", code: EWOULDBLOCK)
      }
      usleep(5000)
    }
  }

  private static let patience: Duration = .seconds(5)

  private static func holder(_ path: String) -> Int? {
    guard let bytes = try? FileDescriptor(opening: path).readHead(32) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
