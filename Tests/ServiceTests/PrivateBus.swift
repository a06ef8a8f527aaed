import Glibc
import Posix
import TestSupport

/// Where a daemon looks for its session bus.
protocol SessionBusPlace {
  var environment: [String: String] { get }
}

/// A session bus for one test, whose address stays the same when it is started anew.
final class PrivateBus: SessionBusPlace, @unchecked Sendable {
  // Fine, because one test has it.
  let folder: TemporaryFolder
  private var server: SpawnedProgram?

  var address: String { "unix:path=\(path)" }
  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }
  private var path: String { folder.path("bus") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "conf",
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(path)</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """)
  }

  deinit { server?.kill() }

  func start() throws {
    server = try SpawnedProgram([
      "dbus-daemon", "--config-file=\(folder.path("conf"))", "--nofork", "--nopidfile",
    ])
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while (try? UnixSocket.connect(to: path)) == nil {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: "the bus") }
      _ = poll(nil, 0, 10)
    }
  }

  func kill() { server?.kill() }

  /// Runs a program on the bus to its end.
  ///
  /// - Returns: Its exit status, and what it has written.
  func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let program = try SpawnedProgram(["timeout", "120"] + arguments, environment: environment)
    let (output, errors) = try program.gather()
    return (
      program.wait(), String(decoding: output, as: UTF8.self),
      String(decoding: errors, as: UTF8.self)
    )
  }

  /// What playerctl says of Segue, without the end of the line.
  func ask(_ words: String..., player: String = "segue") throws -> String {
    let program = try SpawnedProgram(
      ["timeout", "120", "playerctl", "--player=\(player)"] + words, environment: environment)
    let (output, errors) = try program.gather()
    program.wait()
    let text = String(decoding: output + errors, as: UTF8.self)
    return String(text.hasSuffix("\n") ? text.dropLast() : text[...])
  }

  /// Waits until somebody is on the bus under a name.
  func wait(for player: String = "segue") throws {
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while try !run("playerctl", "--list-all").output.split(separator: "\n").contains(
      where: { $0 == player })
    {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: player) }
      _ = poll(nil, 0, 20)
    }
  }
}

/// A session bus that says nothing of its own accord.
final class DeafBus: SessionBusPlace {
  private let folder: TemporaryFolder
  private let socket: FileDescriptor

  var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path("bus"))"]
  }

  init() throws {
    folder = try TemporaryFolder()
    socket = try UnixSocket.listen(at: folder.path("bus"))
  }

  /// Whether somebody calls who has not been answered yet.
  func isCalled(within limit: Duration) throws -> Bool {
    var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(limit / .milliseconds(1))
    return try retrying("wait for a caller") { Glibc.poll(&poll, 1, milliseconds) } > 0
  }

  /// The next one who calls.
  func caller() throws -> Wire {
    guard try isCalled(within: Effort.within(.seconds(60))) else {
      throw Silence(awaited: "a caller")
    }
    let raw = try retrying("take a caller") { accept(socket.raw, nil, nil) }
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    return Wire(descriptor: FileDescriptor(owning: raw))
  }
}
