import MPDProtocol
import TestSupport

/// What it takes to ask the library, from request to the whole answer, beside MPD with the same music; and `segue find`
/// as a whole process.
enum Queries {
  /// How often each is asked in a round, of which the median counts.
  private static let times = 9

  private static let questions: [(name: String, command: MPDCommand, times: Double)] = [
    ("search any, no hit", MPDCommand("search", "any", "zeppelinx"), 20),
    ("search title, window", MPDCommand("search", "title", "a", "window", "0:50"), 20),
    ("find artist", MPDCommand("find", "artist", "Band 1"), 10),
    ("count genre", MPDCommand("count", "genre", "Jazz"), 10),
    ("list albums by artist", MPDCommand("list", "album", "group", "albumartist"), 10),
    ("listallinfo", MPDCommand("listallinfo"), 1),
  ]

  static func measure(_ bench: Bench) throws -> [BenchRow] {
    let home = try BenchHome(
      configuration: "[library]\nroot = \(bench.options.library)\n[output null]\ntype = null\n")
    let daemon = try SpawnedProgram([bench.program("segued")], environment: home.environment)
    defer { daemon.kill() }
    let client = try MPDServer.connect(home.socket)
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: .seconds(600))
    }
    var server: MPDServer?
    if let mpd = bench.options.mpd {
      server = try MPDServer(mpd, music: bench.options.library)
      _ = try server?.update()
    }
    var rows = questions.map { question in
      BenchRow(
        figure: question.name, unit: .milliseconds, against: "MPD", goal: .faster(question.times))
    }
    var find = BenchRow(
      figure: "segue find, whole process", unit: .milliseconds, against: "mpc search any",
      goal: .faster(1))
    for _ in 0..<bench.options.rounds {
      for (row, question) in questions.enumerated() {
        rows[row].ours.append(try median(question.command, client))
        if let server { rows[row].theirs.append(try median(question.command, server.client)) }
      }
      find.ours.append(try bench.segue(home, "find", "zeppelinx").wall * 1000)
      if let server {
        let mpc = ["mpc", "--host", server.socket, "search", "any", "zeppelinx"]
        find.theirs.append(try Run(mpc).wall * 1000)
      }
    }
    return (rows + [find]).map { $0.withoutPeer(bench) }
  }

  private static func median(_ command: MPDCommand, _ client: MPDClient) throws -> Double {
    var took: [Double] = []
    for _ in 0..<times {
      let began = ContinuousClock.now
      try client.send([command])
      took.append(began.duration(to: .now) / .milliseconds(1))
    }
    return Spread(took).median
  }
}
