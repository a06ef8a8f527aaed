import CSystemd
import Glibc
import Posix

/// The service manager that may have started the daemon. Where there is none, nothing happens.
enum ServiceManager {
  /// The first of the descriptors that it hands over.
  private static let firstDescriptor: Int32 = 3

  /// The listening sockets that it has made for the daemon. To be called once, early.
  static func listeners() throws(ServiceError) -> [FileDescriptor.Owned] {
    let count = segue_listen_fds()
    guard count >= 0 else { throw .badActivation(reason: PosixError.reason(-count)) }
    let sockets = (firstDescriptor..<(firstDescriptor + count)).map { FileDescriptor.Owned($0) }
    for socket in sockets where !isListening(socket.raw) {
      throw .badActivation(reason: "descriptor \(socket.raw) does not listen")
    }
    return sockets
  }

  static func ready(_ status: String) { segue_notify("READY=1\nSTATUS=\(status)") }
  /// The configuration is read again; `reloaded` has to follow.
  static func reloading() { segue_notify("RELOADING=1") }
  static func reloaded() { segue_notify("READY=1") }
  static func status(_ status: String) { segue_notify("STATUS=\(status)") }
  static func stopping() { segue_notify("STOPPING=1\nSTATUS=Stopping") }

  private static func isListening(_ raw: Int32) -> Bool {
    var (kind, accepts): (Int32, Int32) = (0, 0)
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(raw, SOL_SOCKET, SO_TYPE, &kind, &size)
    getsockopt(raw, SOL_SOCKET, SO_ACCEPTCONN, &accepts, &size)
    return kind == Int32(SOCK_STREAM.rawValue) && accepts != 0
  }
}
