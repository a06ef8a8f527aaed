import Glibc
import MPDProtocol
import Posix
import TestSupport

/// How soon a client sees what was done to the folder that a daemon follows.
enum Watching {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var row = BenchRow(
      figure: "a file that came, seen after", unit: .milliseconds, goal: .below(1000))
    let home = try BenchHome()
    let music = try home.folder.makeFolder("music")
    try home.folder.write(
      "CONFIG_HOME/segue/segue.conf", "[library]\nroot = \(music)\n[output null]\ntype = null\n")
    let daemon = try SpawnedProgram([bench.program("segued")], environment: home.environment)
    defer { daemon.kill() }
    let client = try MPDServer.connect(home.socket)
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: .seconds(60))
    }
    for number in 0..<bench.options.rounds {
      let name = "\(number).\(bench.files[number].split(separator: ".").last ?? "flac")"
      _ = try Run(["cp", bench.files[number], "\(music)/\(name)"])
      let closed = ContinuousClock.now
      while try client.send("listall").values("file").contains(name) == false {
        _ = try client.idle(["database"], timeout: .milliseconds(100))
        guard closed.duration(to: .now) < .seconds(60) else {
          throw BenchError("\(name) is not seen.")
        }
      }
      row.ours.append(closed.duration(to: .now) / .milliseconds(1))
    }
    return [row]
  }
}
