import Configuration
import Glibc
import Posix

/// A socket at which clients arrive.
struct Listener: Sendable {
  let descriptor: FileDescriptor.Owned
  /// Where it is, if we made it; `nil` for the service manager's.
  let address: ListenAddress?
  /// The socket's file where we made it, to be removed at the end.
  private let file: String?

  /// A socket that the service manager made.
  init(inherited descriptor: FileDescriptor.Owned) throws(PosixError) {
    self.descriptor = descriptor
    (address, file) = (nil, nil)
    if StreamSocket.port(descriptor.raw) != nil {
      StreamSocket.noticeLostClients(descriptor.raw)
    }
    let flags = fcntl(descriptor.raw, F_GETFL)
    if fcntl(descriptor.raw, F_SETFL, flags | O_NONBLOCK) < 0 { throw PosixError("use a socket") }
  }

  init(_ address: ListenAddress) throws(ServiceError) {
    self.address = address
    do throws(PosixError) {
      switch address {
      case .path(let path):
        if Self.isServed(path) { throw PosixError("listen", code: EADDRINUSE) }
        Self.makeFolder(of: path)
        let socket = try UnixSocket.listen(at: path)
        try socket.setNonBlocking(true)
        descriptor = FileDescriptor.Owned(socket.release())
        file = path
      case .tcp(let host, let port):
        descriptor = FileDescriptor.Owned(try StreamSocket.listen(host: host, port: port).release())
        StreamSocket.noticeLostClients(descriptor.raw)
        file = nil
      }
    } catch {
      throw .cannotListen(address: address.description, reason: error.reason)
    }
  }

  /// Whether who comes to an address arrives at this socket.
  func serves(_ address: ListenAddress) -> Bool {
    switch address {
    case .path(let path): return StreamSocket.name(descriptor.raw) == path
    case .tcp(_, let port):
      guard let host = StreamSocket.host(descriptor.raw), StreamSocket.port(descriptor.raw) == port
      else { return false }
      if ListenAddress.tcp(host: host, port: port).covers(address) { return true }
      return host == "::" && StreamSocket.takesBothFamilies(descriptor.raw)
    }
  }

  /// Whether only this machine can reach it.
  var isLocal: Bool {
    guard let host = StreamSocket.host(descriptor.raw) else { return true }
    return ListenAddress.tcp(host: host, port: 0).isLocal
  }

  func close() { if let file { unlink(file) } }

  /// MPD's folder may not be there yet; if it cannot be made, listening says why.
  private static func makeFolder(of path: String) {
    mkdir(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), 0o700)
  }

  /// Whether somebody listens at a path.
  private static func isServed(_ path: String) -> Bool {
    (try? UnixSocket.connect(to: path)) != nil
  }
}
