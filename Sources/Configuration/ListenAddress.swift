/// A place at which clients may connect.
public enum ListenAddress: Sendable, Hashable {
  /// A Unix socket, by its absolute path.
  case path(String)
  /// TCP on a loopback address: `127.0.0.1` or `::1`.
  case loopback(host: String, port: UInt16)

  /// Reads `127.0.0.1:6600`, `[::1]:6600`, `localhost:6600` or a path.
  init(_ text: String) throws(ConfigurationProblem) {
    if text.hasPrefix("/") {
      self = .path(text)
      return
    }
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else {
      throw ConfigurationProblem(
        "listen is ADDRESS:PORT or an absolute path, not \"\(text)\"")
    }
    let host = text[..<colon].filter { !"[]".contains($0) }
    let addresses = ["127.0.0.1": "127.0.0.1", "localhost": "127.0.0.1", "::1": "::1"]
    guard let address = addresses[host] else {
      throw ConfigurationProblem(
        "listen takes only this machine's own addresses 127.0.0.1 and [::1], not \"\(host)\"")
    }
    self = .loopback(host: address, port: port)
  }
}

extension ListenAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .path(let path): path
    case .loopback(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
