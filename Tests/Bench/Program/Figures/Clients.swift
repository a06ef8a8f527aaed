import Glibc
import MPDProtocol
import Posix
import TestSupport

/// What clients get of a daemon, and what it costs while nobody asks.
enum Clients {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    let home = try scanned(bench)
    let server = try bench.options.mpd.map { try MPDServer($0, music: bench.options.library) }
    _ = try server?.update()
    let daemon = try start(bench, home)
    let client = try MPDServer.connect(home.socket)
    try settle(client)
    for client in [client, server?.client].compactMap({ $0 }) { try fill(client) }
    var rows: [BenchRow] = []
    for question in questions {
      var row = BenchRow(
        figure: question.name, unit: question.unit, against: "MPD", goal: question.goal)
      for _ in 0..<bench.options.rounds {
        row.ours.append(try question.measure("Segue", home.socket))
        if let server { row.theirs.append(try question.measure("MPD", server.socket)) }
      }
      rows.append(row.withoutPeer(bench))
    }
    rows.append(wakeUps(daemon.pid))
    daemon.kill()
    return try rows + [starts(bench, home, server), memory(bench, home, server)]
  }

  private struct Question: Sendable {
    let name: String
    let unit: BenchRow.Unit
    let goal: BenchRow.Goal
    let ask: @Sendable (String) throws -> Double

    func measure(_ server: String, _ socket: String) throws -> Double {
      do { return try ask(socket) } catch { throw BenchError("\(name), \(server): \(error)") }
    }
  }

  private static let questions = [
    Question(name: "ping, 50 clients", unit: .perSecond, goal: .atLeast(1)) {
      try Asker.rate($0, clients: 50, "ping")
    },
    Question(name: "status, 50 clients", unit: .perSecond, goal: .atLeast(1)) {
      try Asker.rate($0, clients: 50, "status")
    },
    Question(name: "ping, 1 client", unit: .perSecond, goal: .atLeast(0.5)) {
      try Asker.rate($0, clients: 1, "ping")
    },
    Question(name: "status, 1 client", unit: .perSecond, goal: .atLeast(0.5)) {
      try Asker.rate($0, clients: 1, "status")
    },
    Question(name: "ping while 50 search, median", unit: .milliseconds, goal: .below(1)) {
      try Asker.ping($0, whileSearching: 50)
    },
    Question(
      name: "ping, pause while one lists and a scan runs, p99", unit: .milliseconds,
      goal: .below(5)
    ) {
      try Asker.percentile($0)
    },
    Question(name: "listallinfo", unit: .seconds, goal: .atMost(1)) {
      try Asker.time($0, "listallinfo")
    },
    Question(name: "playlistinfo of 10,000", unit: .seconds, goal: .atMost(1)) {
      try Asker.time($0, "playlistinfo")
    },
  ]

  private static func scanned(_ bench: Bench) throws -> BenchHome {
    let home = try BenchHome(configuration: "[output null]\ntype = null\n")
    _ = try bench.segue(home, "scan", bench.options.library)
    return home
  }

  private static func start(_ bench: Bench, _ home: BenchHome) throws -> SpawnedProgram {
    try SpawnedProgram([bench.program("segued")], environment: home.environment)
  }

  /// What a daemon does at its start is over.
  private static func settle(_ client: MPDClient) throws {
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: .seconds(600))
    }
  }

  /// Puts the first 10,000 tracks into the queue.
  private static func fill(_ client: MPDClient) throws {
    let files = try client.send("listall").values("file").prefix(10_000)
    for start in stride(from: 0, to: files.count, by: 1000) {
      try client.send(files.dropFirst(start).prefix(1000).map { MPDCommand("add", $0) })
    }
  }

  /// How often a daemon that nobody asks is woken in ten seconds.
  private static func wakeUps(_ pid: pid_t) -> BenchRow {
    var row = BenchRow(figure: "wake-ups in 10 s, idle", unit: .times, goal: .below(0.5))
    // What was asked last is still being put away.
    sleep(5)
    let before = ProcessFiles.switches(pid)
    sleep(10)
    row.ours.append(Double(ProcessFiles.switches(pid) - before))
    return row
  }

  /// From the start of a program that knows the library to its first answer.
  private static func starts(
    _ bench: Bench, _ home: BenchHome, _ server: MPDServer?
  ) throws -> BenchRow {
    var row = BenchRow(
      figure: "spawn to first answer", unit: .milliseconds, against: "MPD", goal: .atMost(0.2))
    func time(_ socket: String, _ start: () throws -> SpawnedProgram) throws -> Double {
      unlink(socket)
      let began = ContinuousClock.now
      let program = try start()
      defer {
        program.signal(SIGTERM)
        program.wait()
      }
      while true {
        if let client = try? Asker(socket) {
          try client.ask(Array("status\n".utf8))
          return began.duration(to: .now) / .milliseconds(1)
        }
        usleep(200)
        guard began.duration(to: .now) < .seconds(60) else { throw BenchError("No answer.") }
      }
    }
    server?.program.kill()
    for _ in 0..<bench.options.rounds {
      row.ours.append(try time(home.socket) { try start(bench, home) })
      if let server { row.theirs.append(try time(server.socket) { try server.restarted() }) }
    }
    return row.withoutPeer(bench)
  }

  /// What a daemon that has just started and does nothing has in memory.
  private static func memory(
    _ bench: Bench, _ home: BenchHome, _ server: MPDServer?
  ) throws -> BenchRow {
    var row = BenchRow(
      figure: "PSS, idle", unit: .megabytes, against: "MPD", goal: .atMost(0.25))
    let daemon = try start(bench, home)
    defer { daemon.kill() }
    try settle(MPDServer.connect(home.socket))
    sleep(5)
    row.ours.append(Double(ProcessFiles.proportionalMemory(daemon.pid)) / 1e6)
    if let server {
      let theirs = try server.restarted()
      defer { theirs.kill() }
      _ = try MPDServer.connect(server.socket)
      row.theirs.append(Double(ProcessFiles.proportionalMemory(theirs.pid)) / 1e6)
    }
    return row.withoutPeer(bench)
  }
}
