import CLinux
import Glibc

/// What server sockets of all families have in common.
public enum StreamSocket {
  /// The next client that waits, its descriptor non-blocking; `nil` when none does.
  ///
  /// - Throws: `EMFILE` and its kin when there are too many descriptors.
  public static func accept(_ listener: Int32) throws(PosixError) -> FileDescriptor? {
    let raw = segue_accept(listener)
    if raw >= 0 { return FileDescriptor(owning: raw) }
    // A client that has gone again while it waited is none.
    if errno == EAGAIN || errno == ECONNABORTED { return nil }
    throw PosixError("accept a client")
  }

  /// Sends bytes from `start` on, as many as a non-blocking socket takes now.
  ///
  /// - Returns: How many those were; `nil` when nobody reads at the other end any more.
  public static func send(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int? {
    var done = start
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        return nil
      }
    }
    return done - start
  }

  /// The user at the other end of a Unix socket; `nil` for another kind of socket.
  public static func peer(_ descriptor: Int32) -> uid_t? {
    guard name(descriptor) != nil else { return nil }
    var (pid, user) = (pid_t(), uid_t())
    return segue_peer_credentials(descriptor, &pid, &user) == 0 ? user : nil
  }

  /// The path of a Unix socket, empty where it has none; `nil` for another kind of socket.
  public static func name(_ descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard code == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    return withUnsafeBytes(of: address.sun_path) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Listens for TCP on a numeric address.
  public static func listen(
    host: String, port: UInt16, backlog: Int32 = 128
  ) throws(PosixError) -> FileDescriptor {
    let place = "listen at \(host.contains(":") ? "[\(host)]" : host):\(port)"
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &first) == 0, let info = first?.pointee else {
      throw PosixError(place, code: EADDRNOTAVAIL)
    }
    defer { freeaddrinfo(first) }
    let kind = info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = FileDescriptor(
      owning: try retrying(place) { socket(info.ai_family, kind, info.ai_protocol) })
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor.raw, SOL_SOCKET, SO_REUSEADDR, &one, size)
    // All addresses of IPv6 are not those of IPv4 as well, which may be listened at beside them.
    if info.ai_family == AF_INET6 {
      setsockopt(descriptor.raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, size)
    }
    _ = try retrying(place) { Glibc.bind(descriptor.raw, info.ai_addr, info.ai_addrlen) }
    _ = try retrying(place) { Glibc.listen(descriptor.raw, backlog) }
    return descriptor
  }

  /// Has the kernel ask silent clients of a TCP listener whether they are still there: one that was switched off or
  /// has lost its network says no farewell. It is gone after a quarter of an hour.
  public static func noticeLostClients(_ listener: Int32) {
    let size = socklen_t(MemoryLayout<Int32>.size)
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_KEEPALIVE, &on, size)
    // Seconds until it is asked, and from one question to the next; how many are left unanswered.
    for (option, value) in [(TCP_KEEPIDLE, 600), (TCP_KEEPINTVL, 60), (TCP_KEEPCNT, 5)] {
      var value = Int32(value)
      setsockopt(listener, Int32(IPPROTO_TCP), option, &value, size)
    }
  }

  /// The port that a TCP socket listens at or is bound to; `nil` for another kind of socket.
  public static func port(_ descriptor: Int32) -> UInt16? {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    let isInternet = [AF_INET, AF_INET6].contains(Int32(address.sin6_family))
    // The port lies at the same place in both families.
    return code == 0 && isInternet ? UInt16(bigEndian: address.sin6_port) : nil
  }

  /// Whether a socket of IPv6 takes clients of IPv4 as well.
  public static func takesBothFamilies(_ descriptor: Int32) -> Bool {
    var isOnlySix: Int32 = 1
    var size = socklen_t(MemoryLayout<Int32>.size)
    let code = getsockopt(
      descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isOnlySix, &size)
    return code == 0 && isOnlySix == 0
  }

  /// The numeric address that a TCP socket listens at or is bound to; `nil` for another kind of socket.
  public static func host(_ descriptor: Int32) -> String? {
    guard port(descriptor) != nil else { return nil }
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        var host = [CChar](repeating: 0, count: 64)
        guard getsockname(descriptor, address, &length) == 0,
          getnameinfo(
            address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        return String(
          decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
  }
}
