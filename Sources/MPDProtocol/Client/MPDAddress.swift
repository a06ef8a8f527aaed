/// Where a server listens.
public enum MPDAddress: Equatable, Sendable {
  /// A Unix socket.
  case path(String)
  /// A name or number, and a port.
  case host(String, port: UInt16)
}

extension MPDAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .path(let path): path
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
