import Configuration
import Glibc
import Posix

/// A socket at which clients arrive.
struct Listener: Sendable {
  let descriptor: FileDescriptor.Owned
  /// The socket's file where we made it, to be removed at the end.
  private let file: String?

  /// A socket that the service manager made.
  init(inherited descriptor: FileDescriptor.Owned) throws(PosixError) {
    self.descriptor = descriptor
    file = nil
    let flags = fcntl(descriptor.raw, F_GETFL)
    if fcntl(descriptor.raw, F_SETFL, flags | O_NONBLOCK) < 0 { throw PosixError("use a socket") }
  }

  init(_ address: ListenAddress) throws(ServiceError) {
    do throws(PosixError) {
      switch address {
      case .path(let path):
        if Self.isServed(path) { throw PosixError("listen", code: EADDRINUSE) }
        let socket = try UnixSocket.listen(at: path)
        try socket.setNonBlocking(true)
        descriptor = FileDescriptor.Owned(socket.release())
        file = path
      case .loopback(let host, let port):
        descriptor = FileDescriptor.Owned(try StreamSocket.listen(host: host, port: port).release())
        file = nil
      }
    } catch {
      throw .cannotListen(address: address.description, reason: error.reason)
    }
  }

  /// Whether this is the socket of an address.
  func serves(_ address: ListenAddress) -> Bool {
    switch address {
    case .path(let path): StreamSocket.name(descriptor.raw) == path
    case .loopback(_, let port): StreamSocket.port(descriptor.raw) == port
    }
  }

  func close() { if let file { unlink(file) } }

  /// Whether somebody listens at a path.
  private static func isServed(_ path: String) -> Bool {
    (try? UnixSocket.connect(to: path)) != nil
  }
}
