@preconcurrency import Dispatch
import Glibc
import Posix

/// Hears from other programs that they have changed the library.
@MainActor
final class LibraryNotifications {
  private let path: String
  private let socket: FileDescriptor
  private var source: DispatchSourceRead?

  /// - Parameter path: Where datagrams are sent to.
  init(path: String) throws(PosixError) {
    self.path = path
    socket = try UnixSocket.receiveDatagrams(at: path)
    try socket.setNonBlocking(true)
  }

  /// Calls `body` after each batch of notifications.
  func start(_ body: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: socket.raw, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.drain()
        body()
      }
    }
    source.activate()
    self.source = source
  }

  func stop() {
    source?.cancel()
    unlink(path)
  }

  private func drain() {
    var byte: UInt8 = 0
    // What they say is always the same; the rest of each is dropped.
    while recv(socket.raw, &byte, 1, 0) >= 0 {}
  }
}
