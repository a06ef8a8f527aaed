import Glibc
import Posix
import Testing

/// A port of this machine that nobody listened at a moment ago.
func freePort() throws -> UInt16 {
  let socket = try StreamSocket.listen(host: "127.0.0.1", port: 0)
  return try #require(StreamSocket.port(socket.raw))
}

extension RunningDaemon {
  /// Has it read its configuration again, which says `text` now.
  func reload(_ text: String) throws {
    let file = try home.folder.write("config/segue/segue.conf", text)
    chmod(file, 0o600)
    program.signal(SIGHUP)
  }
}
