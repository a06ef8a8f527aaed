import Configuration
import Dispatch
import Glibc
import Posix
import TestSupport
import Testing
import Worker

@testable import Service

/// Who leaves while something is looked up for it.
@Suite struct LeavingClientTests {
  private static let list = "command_list_begin\nfind title x\nlsinfo\ncommand_list_end\n"

  @MainActor
  @Test(arguments: [
    (false, "find title x\n", true), (true, "find title x\n", true), (true, list, true),
    (true, list.replacing("lsinfo", with: "clear"), false),
  ])
  func `a question of one who has left ends, and what it wanted done is done`(
    isInternet: Bool, request: String, ends: Bool
  ) async throws {
    let home = try PrivateHome()
    let port = try freePort()
    let daemon = try Self.start(home, port)
    defer { daemon.end() }
    let gate = Self.blockLanes()
    defer { gate.raise() }
    do {
      let wire =
        try isInternet
        ? Wire(unread: port) : Wire(descriptor: UnixSocket.connect(to: home.socket))
      try wire.send(request)
      try await Self.wait(daemon) { $0.clients.values.contains { $0.conversation.isBusy } }
      let client = try #require(daemon.server?.clients.values.first)
      #expect(client.conversation.isStoppable == ends)
      // It leaves.
      _ = consume wire
    }
    if ends {
      try await Self.wait(daemon) { $0.clients.values.contains { $0.conversation.isAbandoned } }
    }
    gate.raise()
    try await Self.wait(daemon) { $0.clients.isEmpty }
  }

  @Test func `who has asked everything and waits is answered`() async throws {
    let port = try freePort()
    try await blocking {
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration + "[mpd]\nlisten = 127.0.0.1:\(port)\n")
      let wire = try Wire(port: port)
      try wire.send("find title x\nping\n")
      wire.endSending()
      for _ in 0..<2 { #expect(try wire.answer() == "OK\n") }
      #expect(try wire.answer() == "closed")
      withExtendedLifetime(daemon) {}
    }
  }

  /// Lets nothing more be looked up.
  @MainActor
  private static func blockLanes() -> Gate {
    let gate = Gate()
    for _ in 0..<4 {
      QueryLanes.shared.run {
        gate.wait()
      } then: { _ in
      }
    }
    return gate
  }

  /// Serves until something is so.
  @MainActor
  private static func wait(_ daemon: Daemon, for what: (Server) -> Bool) async throws {
    let server = try #require(daemon.server)
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while !what(server) {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: "the server") }
      server.serveReady(waiting: false)
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @MainActor
  private static func start(_ home: PrivateHome, _ port: UInt16) throws -> Daemon {
    var settings = Settings()
    settings.outputs = [OutputSettings(name: "null", kind: .null)]
    settings.listen = [.tcp(host: "127.0.0.1", port: port)]
    let daemon = try Daemon(
      settings: settings, places: Places(environment: { home.environment[$0] }),
      workers: WorkerPrograms(folder: Project.programs))
    daemon.start()
    return daemon
  }
}

/// Holds up whoever comes until it is raised.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func wait() { semaphore.wait() }
  func raise() { for _ in 0..<4 { semaphore.signal() } }
}
