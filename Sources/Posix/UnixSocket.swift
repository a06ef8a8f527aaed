import CLinux
import Glibc

/// Stream sockets with a name in the file system.
public enum UnixSocket {
  /// The longest name, in bytes.
  public static let maximumPath = 107

  /// Connects to a listening socket; one whose name begins with `@` has it in no file system.
  ///
  /// - Throws: `ENOENT` or `ECONNREFUSED` when nobody listens there.
  public static func connect(to path: String) throws(PosixError) -> FileDescriptor {
    let descriptor = try make(path, type: SOCK_STREAM)
    _ = try withAddress(path) { address, length in
      Glibc.connect(descriptor.raw, address, length)
    }
    return descriptor
  }

  /// Listens at `path`, readable and writable by the owner alone. A socket that was there is replaced.
  ///
  /// - Throws: `EEXIST` where something else is there.
  public static func listen(at path: String, backlog: Int32 = 128) throws(PosixError)
    -> FileDescriptor
  {
    let descriptor = try make(path, type: SOCK_STREAM)
    try removeSocket(path)
    // The mode of the socket file is taken from the descriptor's, so no window is left open.
    _ = fchmod(descriptor.raw, 0o600)
    _ = try withAddress(path) { address, length in Glibc.bind(descriptor.raw, address, length) }
    _ = chmod(path, 0o600)
    _ = try retrying("listen at \(path)") { Glibc.listen(descriptor.raw, backlog) }
    return descriptor
  }

  /// A datagram socket that receives what is sent to `path`. A socket that was there is replaced.
  public static func receiveDatagrams(at path: String) throws(PosixError) -> FileDescriptor {
    let descriptor = try make(path, type: SOCK_DGRAM)
    try removeSocket(path)
    _ = try withAddress(path) { address, length in Glibc.bind(descriptor.raw, address, length) }
    _ = chmod(path, 0o600)
    return descriptor
  }

  /// Sends a datagram without waiting; nothing happens where nobody receives.
  public static func notify(_ path: String, _ bytes: [UInt8]) {
    guard let descriptor = try? make(path, type: SOCK_DGRAM) else { return }
    _ = try? withAddress(path) { address, length in
      Int32(
        sendto(
          descriptor.raw, bytes, bytes.count,
          Int32(MSG_DONTWAIT | MSG_NOSIGNAL), address, length))
    }
  }

  /// Makes room for a socket; a file of somebody who was named by mistake stays.
  private static func removeSocket(_ path: String) throws(PosixError) {
    guard let status = try? FileStatus(path, followingLinks: false) else { return }
    guard status.kind == .socket else { throw PosixError("listen at \(path)", code: EEXIST) }
    unlink(path)
  }

  private static func make(_ path: String, type: __socket_type) throws(PosixError)
    -> FileDescriptor
  {
    let kind = Int32(type.rawValue | SOCK_CLOEXEC.rawValue)
    return FileDescriptor(owning: try retrying("make a socket") { socket(AF_UNIX, kind, 0) })
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(PosixError) -> Int32 {
    let name = Array(path.utf8)
    guard name.count <= maximumPath else {
      throw PosixError("use the socket name \(path)", code: ENAMETOOLONG)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    if name.first == UInt8(ascii: "@") {
      address.sun_path.0 = 0
      // Its zeros would belong to the name.
      length -= socklen_t(maximumPath + 1 - name.count)
    }
    return try withUnsafePointer(to: &address) { pointer throws(PosixError) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        generic throws(PosixError) in
        try retrying("reach \(path)") { body(generic, length) }
      }
    }
  }
}
