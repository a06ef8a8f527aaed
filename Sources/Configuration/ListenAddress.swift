import Glibc

/// A place at which clients may connect.
public enum ListenAddress: Sendable, Hashable {
  /// A Unix socket, by its absolute path.
  case path(String)
  /// TCP at a numeric address of IPv4 or IPv6; `0.0.0.0` and `::` are all of this machine's.
  case tcp(host: String, port: UInt16)

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
    let name = text[..<colon].filter { !"[]".contains($0) }
    guard let host = Self.numeric(name == "localhost" ? "127.0.0.1" : name) else {
      throw ConfigurationProblem(
        "listen takes addresses in numbers, such as 127.0.0.1 or [::1], not \"\(name)\"")
    }
    self = .tcp(host: host, port: port)
  }

  /// Whether only this machine can reach it.
  public var isLocal: Bool {
    switch self {
    case .path: true
    case .tcp(let host, _): host == "::1" || (host.hasPrefix("127.") && !host.contains(":"))
    }
  }

  /// Whether who listens here hears also those who come there: an address of all of this machine's is one for
  /// each of its kind.
  public func covers(_ other: ListenAddress) -> Bool {
    guard case .tcp(let host, let port) = self, case .tcp(let otherHost, port) = other else {
      return self == other
    }
    return host == otherHost || host == (otherHost.contains(":") ? "::" : "0.0.0.0")
  }

  /// An address as the system writes it; `nil` for a name.
  private static func numeric(_ host: String) -> String? {
    let family = host.contains(":") ? AF_INET6 : AF_INET
    var address = in6_addr()
    var text = [CChar](repeating: 0, count: 64)
    guard inet_pton(family, host, &address) == 1,
      inet_ntop(family, &address, &text, socklen_t(text.count)) != nil
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension ListenAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .path(let path): path
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
