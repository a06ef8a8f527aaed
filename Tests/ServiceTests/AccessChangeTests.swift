import Configuration
import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

extension RunningDaemon {
  /// As a service manager: opens a socket and becomes the program named behind these words.
  static func launcher(host: String, port: UInt16) -> [String] {
    [
      "python3", "-c",
      """
      import os, socket, sys
      s = socket.socket(socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET)
      if s.family == socket.AF_INET6: s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
      s.bind((sys.argv[1], int(sys.argv[2]))); s.listen()
      os.dup2(s.fileno(), 3) if s.fileno() != 3 else os.set_inheritable(3, True)
      os.environ["LISTEN_PID"] = str(os.getpid())
      os.environ["LISTEN_FDS"] = "1"
      os.execv(sys.argv[3], sys.argv[3:])
      """, host, "\(port)",
    ]
  }
}

/// Who may do what changes while clients are connected, and who comes when there is no place.
@Suite struct AccessChangeTests {
  private static let outputs = "[output null]\ntype = null\n"

  private static func home(_ configuration: String) throws -> PrivateHome {
    let home = try PrivateHome()
    chmod(try home.folder.write("config/segue/segue.conf", configuration), 0o600)
    return home
  }

  private static func remote(_ port: UInt16) throws -> MPDClient {
    try MPDClient(.host("127.0.0.1", port: port), timeout: Effort.within(.seconds(10)))
  }

  /// Waits until a configuration was read.
  private static func settle(_ client: MPDClient, until mode: String) throws {
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while try client.send("replay_gain_status")["replay_gain_mode"] != mode {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: mode) }
      sched_yield()
    }
  }

  @Test func `who may do less than before has to come again`() async throws {
    let port = try freePort()
    try await blocking {
      let listen = Self.outputs + "[mpd]\nlisten = 127.0.0.1:\(port)\n"
      let daemon = try RunningDaemon(
        home: Self.home(
          listen + "password = one@read,control\npassword = two@read\ndefault-permissions = read\n")
      )
      let (kept, lost, plain) = (
        try Self.remote(port), try Self.remote(port), try Self.remote(port)
      )
      try kept.send("password", "two")
      try lost.send("password", "one")
      try daemon.reload(
        listen + "password = two@read\ndefault-permissions =\n[player]\nreplay-gain = album\n")
      try Self.settle(try daemon.client(), until: "album")
      try kept.send("status")
      #expect(throws: MPDClientError.self) { try lost.send("ping") }
      #expect(throws: MPDClientError.self) { try plain.send("ping") }
      let again = try Self.remote(port)
      try again.send("ping")
      #expect(throws: MPDClientError.self) { try again.send("password", "one") }
      try again.send("password", "two")
      try again.send("status")
    }
  }

  @Test func `a socket that all can reach does not become open by reading again`() async throws {
    let port = try freePort()
    try await blocking {
      let daemon = try RunningDaemon(
        home: Self.home(Self.outputs + "[mpd]\npassword = x@read\n"),
        launcher: RunningDaemon.launcher(host: "0.0.0.0", port: port))
      let remote = try Self.remote(port)
      #expect(throws: MPDClientError.self) { try remote.send("status") }
      try daemon.reload(Self.outputs + "[player]\nreplay-gain = album\n")
      try daemon.reload(
        Self.outputs + "[mpd]\npassword = y@read\n[player]\nreplay-gain = track\n")
      try Self.settle(try daemon.client(), until: "track")
      #expect(throws: MPDClientError.self) { try remote.send("status") }
      try daemon.reload(Self.outputs + "[player]\nreplay-gain = album\n")
      daemon.program.signal(SIGTERM)
      let log = try daemon.log()
      #expect(log.contains("Everything stays as it was: "), "\(log)")
      #expect(log.contains("everybody on the network could listen and play"), "\(log)")
    }
  }

  @Test func `a socket of the service manager for all addresses serves each of them`() async throws
  {
    let port = try freePort()
    try await blocking {
      let daemon = try RunningDaemon(
        home: Self.home(
          Self.outputs + "[mpd]\nlisten = 127.0.0.1:\(port)\ndefault-permissions = read\n"),
        launcher: RunningDaemon.launcher(host: "::", port: port))
      try Self.remote(port).send("status")
      try daemon.client().send("status")
    }
  }

  @Test func `where all places are taken one of ours takes that of a stranger`() async throws {
    let port = try freePort()
    try await blocking {
      let daemon = try RunningDaemon(
        home: Self.home(
          Self.outputs + "[mpd]\nlisten = 127.0.0.1:\(port)\nmax-connections = 4\n"))
      let strangers = try (0..<4).map { _ in try Self.remote(port) }
      #expect(throws: MPDClientError.self) { try Self.remote(port).send("ping") }
      for stranger in strangers { try stranger.send("ping") }
      try daemon.client().send("status")
      #expect(strangers.count { (try? $0.send("ping")) == nil } == 1)
    }
  }

  @Test func `a file that is named as a socket by mistake stays`() async throws {
    let home = try PrivateHome()
    let file = try home.folder.write("precious", "text")
    chmod(try home.folder.write("config/segue/segue.conf", "[mpd]\nlisten = \(file)\n"), 0o600)
    let run = try await ProgramRun.of([RunningDaemon.program], environment: home.environment)
    #expect(run.status == 1)
    #expect(run.errors.contains("Cannot listen at \(file): File exists"), "\(run.errors)")
    let status = try FileStatus(file)
    #expect(status.kind == .file && status.size == 4)
  }
}
