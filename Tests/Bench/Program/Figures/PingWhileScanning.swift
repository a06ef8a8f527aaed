import Glibc
import MPDProtocol
import Posix
import TestSupport

/// How soon a daemon answers that plays and scans, and whether its music is heard without a gap.
enum PingWhileScanning {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var ping = BenchRow(
      figure: "ping while scanning, p99", unit: .milliseconds, against: "MPD", goal: .below(5))
    var underruns = BenchRow(figure: "underruns while scanning", unit: .times, goal: .below(0.5))
    for _ in 0..<min(3, bench.options.rounds) {
      let found = try ours(bench)
      ping.ours.append(found.ping)
      if let count = found.underruns { underruns.ours.append(Double(count)) }
      guard let mpd = bench.options.mpd else { continue }
      let server = try MPDServer(mpd, music: bench.options.library)
      try server.client.send("update")
      ping.theirs.append(
        try percentile(server.client) { status, _ in status["updating_db"] != nil })
    }
    if underruns.ours.isEmpty { underruns.leftOut = "there is no virtual sound card." }
    return [ping.withoutPeer(bench), underruns]
  }

  /// A daemon plays the longest track of the project's own, and gets the library as a new folder meanwhile.
  private static func ours(_ bench: Bench) throws -> (ping: Double, underruns: Int?) {
    let home = try BenchHome(configuration: "[library]\nroot = \(Project.music)\n" + output(bench))
    var environment = home.environment
    let card = home.folder.path("card")
    if let sink = bench.options.sink {
      _ = try Run([sink, "card", card])
      environment["ALSA_CONFIG_PATH"] = "\(card)/asound.conf"
    }
    let daemon = try SpawnedProgram([bench.program("segued")], environment: environment)
    defer { daemon.kill() }
    let client = try MPDServer.connect(home.socket)
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: .seconds(60))
    }
    let songs = try Self.songs(client)
    try client.send("add", "Ines Calloway")
    try client.send("repeat", "1")
    try client.send("play")
    _ = try Run(
      [bench.program("segue"), "roots", "add", bench.options.library],
      environment: home.environment)
    let expected = songs + bench.files.count
    let ping = try percentile(client) { status, songs in
      songs < expected || status["updating_db"] != nil
    }
    guard try client.send("status")["state"] == "play" else {
      throw BenchError("The daemon did not play.")
    }
    guard bench.options.sink != nil else { return (ping, nil) }
    let events = ProcessFiles.read("\(card)/events.log").split(separator: "\n")
    return (ping, events.count { $0.contains("xrun") })
  }

  private static func output(_ bench: Bench) -> String {
    bench.options.sink == nil ? "[output null]\ntype = null\n" : "[audio]\ndevice = hw:0,0\n"
  }

  /// The 99th percentile of pings, a thousand a second at most, while the scan goes on; in milliseconds.
  ///
  /// - Parameter goesOn: Asked with the answer to `status` and the number of songs.
  private static func percentile(
    _ client: MPDClient, while goesOn: (MPDResponse, Int) -> Bool
  ) throws -> Double {
    var took: [Double] = []
    let deadline = ContinuousClock.now + .seconds(600)
    while true {
      if took.count % 50 == 0, try !goesOn(client.send("status"), songs(client)) { break }
      let began = ContinuousClock.now
      try client.send("ping")
      took.append(began.duration(to: .now) / .milliseconds(1))
      usleep(1000)
      guard ContinuousClock.now < deadline else { throw BenchError("The scan does not end.") }
    }
    guard !took.isEmpty else { return 0 }
    took.sort()
    return took[took.count * 99 / 100]
  }

  private static func songs(_ client: MPDClient) throws -> Int {
    try client.send("stats")["songs"].flatMap { Int($0) } ?? 0
  }
}
