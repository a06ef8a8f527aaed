import Glibc
import Posix

/// Makes the connection of a client: a non-blocking stream socket.
enum Connection {
  static func open(
    _ address: MPDAddress, timeout: Duration?
  ) throws(MPDClientError) -> FileDescriptor {
    do throws(PosixError) {
      switch address {
      case .path(let path):
        let descriptor = try UnixSocket.connect(to: path)
        try descriptor.setNonBlocking(true)
        return descriptor
      case .host(let host, let port):
        return try open(host: host, port: port, by: Deadline(timeout))
      }
    } catch {
      if error.code == ETIMEDOUT { throw .timedOut(address) }
      if case .host(let host, _) = address, error.action == lookUp {
        throw .unknownHost(host, reason: String(cString: gai_strerror(error.code)))
      }
      throw .unreachable(address, error)
    }
  }

  /// Waits until a descriptor is ready.
  ///
  /// - Returns: Whether it was before the time was up.
  static func wait(
    _ raw: Int32, for events: Int32, by deadline: Deadline
  ) throws(PosixError) -> Bool {
    var poll = pollfd(fd: raw, events: Int16(events), revents: 0)
    return try retrying("wait") { Glibc.poll(&poll, 1, deadline.milliseconds) } > 0
  }

  /// What is being tried while the code of an error is one of getaddrinfo's.
  private static let lookUp = "look up the host"

  /// Tries the addresses of a host one after the other.
  private static func open(
    host: String, port: UInt16, by deadline: Deadline
  ) throws(PosixError) -> FileDescriptor {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &first)
    guard code == 0 else { throw PosixError(lookUp, code: code) }
    defer { freeaddrinfo(first) }
    var failure = PosixError("connect to \(host)", code: ECONNREFUSED)
    var next = first
    while let info = next {
      do throws(PosixError) { return try connect(info.pointee, by: deadline) } catch {
        failure = error
      }
      next = info.pointee.ai_next
    }
    throw failure
  }

  private static func connect(
    _ info: addrinfo, by deadline: Deadline
  ) throws(PosixError) -> FileDescriptor {
    let kind = info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = FileDescriptor(
      owning: try retrying("make a socket") { socket(info.ai_family, kind, info.ai_protocol) })
    if Glibc.connect(descriptor.raw, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
    guard errno == EINPROGRESS else { throw PosixError("connect") }
    guard try wait(descriptor.raw, for: POLLOUT, by: deadline) else {
      throw PosixError("connect", code: ETIMEDOUT)
    }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor.raw, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else { throw PosixError("connect", code: code) }
    return descriptor
  }
}
