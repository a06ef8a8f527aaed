@preconcurrency import Dispatch
import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// The daemon as it was built, in a home of its own, with its music on the null output.
final class RunningDaemon: @unchecked Sendable {
  // Fine, because a timer source may be used from any thread.
  let home: PrivateHome
  let program: SpawnedProgram
  private let notify: Notifications
  private let watchdog = DispatchSource.makeTimerSource(queue: .global())

  static let program = Project.programs + "/segued"

  static let configuration = """
    [library]
    root = \(Project.music)
    [output null]
    type = null

    """

  /// Starts one and waits until it is ready.
  ///
  /// - Parameters:
  ///   - home: The home of one that has ended; `nil` for a new one.
  ///   - launcher: A program, and its first arguments, which becomes the daemon.
  init(
    home: PrivateHome? = nil, configuration: String = RunningDaemon.configuration,
    environment: [String: String] = [:], launcher: [String] = []
  ) throws {
    // Hundreds of clients may be in this one process.
    Program.raiseDescriptorLimit()
    self.home = try home ?? PrivateHome(configuration: configuration)
    notify = try Notifications(self.home.folder.path("notify"))
    program = try SpawnedProgram(
      launcher + [Self.program],
      environment: self.home.environment.merging(environment) { $1 }
        .merging(["NOTIFY_SOCKET": notify.path]) { $1 })
    // Whatever waits for the daemon's end does not wait for ever; its own test may wait for its turn for long.
    let program = program
    watchdog.schedule(
      deadline: .now() + .seconds(Effort.sanitizer == nil && !Effort.isSoak ? 300 : 1200))
    watchdog.setEventHandler { program.kill() }
    watchdog.activate()
    try notify.wait(for: "READY=1")
  }

  deinit {
    watchdog.cancel()
    // What the source keeps it lets go when the process may be at its end.
    program.kill()
  }

  func client() throws -> MPDClient {
    try MPDClient(.path(home.socket), timeout: Effort.within(.seconds(10)))
  }

  /// Waits until what was begun at the start is in the library.
  func waitForScan() throws {
    let client = try client()
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: Effort.within(.seconds(10)))
    }
  }

  func waitForStop() throws { try notify.wait(for: "STOPPING=1") }

  /// Waits until it has read its configuration again, right or wrong.
  func waitForReload() throws {
    try notify.wait(for: "RELOADING=1")
    try notify.wait(for: "READY=1")
  }

  /// What the daemon has said, after its end.
  func log() throws -> String { String(decoding: try program.gather().errors, as: UTF8.self) }
}

/// A service manager's ear.
private final class Notifications: Sendable {
  let path: String
  private let socket: FileDescriptor

  init(_ path: String) throws {
    self.path = path
    socket = try UnixSocket.receiveDatagrams(at: path)
  }

  func wait(for message: String) throws {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 20_000) > 0 else { throw Silence(awaited: message) }
      let count = recv(socket.raw, &chunk, chunk.count, 0)
      let lines = String(decoding: chunk[..<max(0, count)], as: UTF8.self).split(separator: "\n")
      if lines.contains(where: { $0 == message }) { return }
    }
  }
}

/// What was waited for did not come.
struct Silence: Error { let awaited: String }

/// A connection on which every byte is ours.
final class Wire: Sendable {
  private let socket: FileDescriptor

  /// Connects and reads the greeting.
  init(_ path: String) throws {
    socket = try UnixSocket.connect(to: path)
    #expect(try answer() == "OK MPD 0.24.0\n")
  }

  init(descriptor: consuming FileDescriptor) { socket = descriptor }

  var raw: Int32 { socket.raw }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          socket.raw, $0.baseAddress?.advanced(by: done), $0.count - done, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw PosixError("send") }
      done += count
    }
  }

  /// What comes up to the end of an answer; with `closed` behind it where the connection ends.
  func answer(seconds: Int32 = 20) throws -> String {
    var bytes: [UInt8] = []
    var line = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
      let patience = Int32(Effort.within(.seconds(Int64(seconds))) / .milliseconds(1))
      guard Glibc.poll(&poll, 1, patience) > 0 else {
        throw Silence(awaited: "the end of: \(String(decoding: bytes, as: UTF8.self))")
      }
      // What is behind the end belongs to the next answer.
      let count = recv(socket.raw, &chunk, chunk.count, Int32(MSG_PEEK))
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) + "closed" }
      let known = bytes.count
      var isWhole = false
      while !isWhole, bytes.count - known < count {
        let rest = chunk[(bytes.count - known)..<count]
        let part = rest.prefix { $0 != 0x0A }
        bytes += part
        guard part.count < rest.count else { break }
        isWhole = Self.isEnd(bytes[line...])
        bytes.append(0x0A)
        line = bytes.count
      }
      recv(socket.raw, &chunk, bytes.count - known, 0)
      if isWhole { return String(decoding: bytes, as: UTF8.self) }
    }
  }

  private static func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
    line.elementsEqual("OK".utf8) || line.starts(with: "OK MPD".utf8)
      || line.starts(with: "ACK ".utf8)
  }

  func ask(_ text: String) throws -> String {
    try send(text + "\n")
    return try answer()
  }

  /// Nothing more is sent.
  func endSending() { shutdown(socket.raw, Int32(SHUT_WR)) }
}
