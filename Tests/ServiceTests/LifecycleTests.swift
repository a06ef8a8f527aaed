import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

@Suite struct LifecycleTests {
  @Test func `a second daemon says who runs and ends`() async throws {
    let daemon = try await blocking { try RunningDaemon() }
    let second = try await ProgramRun.of(
      [RunningDaemon.program], environment: daemon.home.environment)
    #expect(second.status == 1)
    #expect(
      second.errors.hasSuffix(
        "segued: A daemon runs already (process \(daemon.program.pid)) and answers at \(daemon.home.socket).\n"
      ))
    _ = try await blocking { try daemon.client().send("ping") }
  }

  @Test func `a signal ends it within a second, and nothing is left behind`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      let client = try daemon.client()
      let start = ContinuousClock.now
      daemon.program.signal(SIGTERM)
      try daemon.waitForStop()
      #expect(daemon.program.wait() == 0)
      #expect(ContinuousClock.now - start < Effort.within(.seconds(1)))
      #expect(throws: MPDClientError.closed(client.address)) { try client.send("ping") }
      for name in ["socket", "notify"] {
        #expect(access(daemon.home.folder.path("run/segue/\(name)"), F_OK) != 0)
      }
    }
  }

  @Test func `kill ends it like a signal`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      let client = try daemon.client()
      #expect(throws: MPDClientError.closed(client.address)) { try client.send("kill") }
      #expect(daemon.program.wait() == 0)
    }
  }

  @Test func `after a crash the queue, the modes and the position are back`() async throws {
    try await blocking {
      let first = try RunningDaemon()
      try first.waitForScan()
      let client = try first.client()
      let setUp = [
        "add \"Abel Marr\"", "add \"Kit Harrow\"", "repeat 1", "consume oneshot", "setvol 40",
        "play 2", "pause 1", "seekcur 1.5", "move 0 3",
      ]
      let wire = try Wire(first.home.socket)
      for line in setUp { #expect(try wire.ask(line) == "OK\n", "\(line)") }
      let before = try client.send("status")
      let queue = try client.send("playlistinfo").values("file")
      try first.waitUntilKept(before)
      first.program.kill()

      let second = try RunningDaemon(home: first.home)
      let again = try second.client()
      let after = try again.send("status")
      for key in [
        "repeat", "consume", "random", "single", "volume", "state", "song", "songid", "elapsed",
        "playlistlength",
      ] {
        #expect(after[key] == before[key], "\(key)")
      }
      #expect(after["elapsed"] == "1.500")
      #expect(try again.send("playlistinfo").values("file") == queue)
    }
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `what clients have set stays, until the configuration says something else`(
    signal: Int32
  ) async throws {
    try await blocking {
      let outputs = "[output null]\ntype = null\n[output Living room]\ntype = null\n"
      let home = try PrivateHome(configuration: outputs)
      let first = try RunningDaemon(home: home)
      let setUp = [
        "crossfade 7", "mixrampdb -17.5", "mixrampdelay 2.5", "replay_gain_mode album",
        "segue_speed 1.25", "disableoutput 0", "setvol 30", "save Evening", "load Evening",
      ]
      let wire = try Wire(home.socket)
      for line in setUp { #expect(try wire.ask(line) == "OK\n", "\(line)") }
      let questions = ["status", "replay_gain_status", "outputs"]
      /// All but the version of the queue.
      func answers(_ wire: Wire) throws -> [Substring] {
        try questions.flatMap { try wire.ask($0).split(separator: "\n") }
          .filter { !$0.hasPrefix("playlist: ") }
      }
      let before = try answers(wire)
      first.program.signal(signal)
      _ = try first.log()

      let second = try RunningDaemon(home: home)
      #expect(try answers(try Wire(home.socket)) == before)
      second.program.kill()
      _ = try second.log()

      try home.folder.write(
        "config/segue/segue.conf", outputs + "[player]\ncrossfade = 3\nspeed = 1\n")
      let third = try RunningDaemon(home: home)
      let status = try third.client().send("status")
      #expect(status["xfade"] == "3" && status["segue_speed"] == "1.25")
    }
  }

  @Test func `one that begins while another ends waits for that`() async throws {
    try await blocking {
      let home = try PrivateHome(configuration: RunningDaemon.configuration)
      try home.folder.makeFolder("run/segue")
      chmod(home.folder.path("run/segue"), 0o700)
      let path = home.folder.path("run/segue/socket.lock")
      let tries = try FileNotifications()
      _ = try tries.add(home.folder.path("run/segue"), .written)
      let daemon: SpawnedProgram
      do {
        // Who holds it but does not answer is about to end, and does so when the other one has come.
        let lock = try FileLock.take(path, waiting: true)
        daemon = try SpawnedProgram([RunningDaemon.program], environment: home.environment)
        // It has closed the file again in vain.
        var poll = pollfd(fd: tries.raw, events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 60_000) == 1)
        _ = consume lock
      }
      while !daemon.hasEnded, (try? MPDClient(.path(home.socket)).send("ping")) == nil {
        sched_yield()
      }
      #expect(!daemon.hasEnded)
      daemon.kill()
    }
  }

  @Test func `it takes over the sockets of a service manager`() async throws {
    try await blocking {
      let home = try PrivateHome()
      let path = home.folder.path("activated")
      let manager = try SpawnedProgram(
        ["systemd-socket-activate", "-l", path]
          + home.environment.flatMap { ["-E", "\($0)=\($1)"] }
          // It hands on nothing else, and a sanitizer is told by it what to look for.
          + (getenv("ASAN_OPTIONS") == nil ? [] : ["-E", "ASAN_OPTIONS"])
          + [RunningDaemon.program],
        environment: home.environment)
      defer { manager.kill() }
      // The file is there before anybody listens.
      let deadline = ContinuousClock.now + Effort.within(.seconds(60))
      while (try? UnixSocket.connect(to: path)) == nil, ContinuousClock.now < deadline {
        sched_yield()
      }
      #expect(try MPDClient(.path(path)).send("status")["state"] == "stop")
      // Its own socket is there as well.
      #expect(try MPDClient(.path(home.socket)).send("ping").pairs.isEmpty)
      manager.signal(SIGTERM)
      #expect(manager.wait() == 0)
      // The manager's socket is the manager's.
      #expect(access(path, F_OK) == 0)
      #expect(access(home.socket, F_OK) != 0)
    }
  }

  @Test func `in the journal each line has its priority`() async throws {
    try await blocking {
      let daemon = try RunningDaemon(environment: ["INVOCATION_ID": "x"])
      daemon.program.signal(SIGTERM)
      let log = try daemon.log()
      #expect(log.contains("<6>Ready at \(daemon.home.socket).\n"))
      #expect(log.split(separator: "\n").allSatisfy { $0.hasPrefix("<") })
    }
  }

  @Test(arguments: [
    (["--version"], Int32(0), "segued 0.1.0\n", ""),
    (["--nonsense"], 2, "", "segued: There is no argument --nonsense; see segued --help.\n"),
    (["--config"], 2, "", "segued: --config needs the name of a file.\n"),
    (
      ["--check", "--config", "/nonexistent"], 2, "",
      "segued: Cannot read /nonexistent: No such file or directory.\n"
    ),
  ])
  func `arguments are followed or refused`(
    arguments: [String], status: Int32, output: String, errors: String
  ) async throws {
    let home = try PrivateHome()
    let run = try await ProgramRun.of(
      [RunningDaemon.program] + arguments, environment: home.environment)
    #expect(run.status == status)
    #expect(run.output == output)
    #expect(run.errors == errors)
  }

  @Test(arguments: [
    ("[mpd]\nlisten = nonsense\n", Int32(2), "segue.conf, line 2: listen is ADDRESS:PORT"),
    ("[mpd]\nlisten = x\nname = y\n", 2, "\nsegued: "),
    ("[library]\nid3v1-charset = runes\n", 2, "ICU has no encoding called \"runes\""),
    ("[library]\nroot = /no/folder\n", 0, "There is no folder /no/folder now"),
  ])
  func `the configuration is checked`(text: String, status: Int32, says: String) async throws {
    let home = try PrivateHome(configuration: text)
    let run = try await ProgramRun.of(
      [RunningDaemon.program, "--check"], environment: home.environment)
    #expect(run.status == status)
    #expect(run.errors.contains(says), "\(run.errors)")
    try home.folder.write("config/segue/segue.conf", "")
    let right = try await ProgramRun.of(
      [RunningDaemon.program, "--check"], environment: home.environment)
    #expect(right.status == 0)
    #expect(right.output.hasSuffix("segue.conf: right.\n"))
  }

  @Test func `sockets and state are closed to others`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      let folder = daemon.home.folder
      for (name, mode) in [
        ("run/segue", 0o700), ("run/segue/socket", 0o600), ("run/segue/notify", 0o600),
        ("data/segue/segue.db", 0o600),
      ] {
        #expect(try FileStatus(folder.path(name)).permissions == UInt32(mode), "\(name)")
      }
    }
  }
}
