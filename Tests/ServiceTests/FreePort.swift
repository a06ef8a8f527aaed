import Glibc
import Posix
import Testing

/// A port of this machine that nobody listened at a moment ago.
func freePort() throws -> UInt16 {
  let socket = try StreamSocket.listen(host: "127.0.0.1", port: 0)
  return try #require(StreamSocket.port(socket.raw))
}

extension RunningDaemon {
  /// Has it read its configuration again, which says `text` now, and waits until it has.
  func reload(_ text: String) throws {
    let file = try home.folder.write("config/segue/segue.conf", text)
    chmod(file, 0o600)
    program.signal(SIGHUP)
    try waitForReload()
  }
}

extension Wire {
  /// Connects by TCP and reads the greeting: a client that is not local.
  convenience init(port: UInt16) throws {
    let descriptor = FileDescriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.connect(descriptor.raw, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw PosixError("connect") }
    self.init(descriptor: descriptor)
    #expect(try answer() == "OK MPD 0.24.0\n")
  }
}
