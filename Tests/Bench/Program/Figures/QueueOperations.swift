import MPDProtocol
import TestSupport

/// What changes of a long queue take, from request to answer, with all that makes them undone and kept.
enum QueueOperations {
  /// Entries of the queue.
  private static let length = 100_000

  static func measure(_ bench: Bench) throws -> [BenchRow] {
    let home = try BenchHome(
      configuration: "[library]\nroot = \(bench.options.library)\n[output null]\ntype = null\n")
    let daemon = try SpawnedProgram([bench.program("segued")], environment: home.environment)
    defer { daemon.kill() }
    let client = try MPDServer.connect(home.socket)
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: .seconds(600))
    }
    let uris = try client.send("listall").values("file")
    guard !uris.isEmpty else { throw BenchError("The library has no music.") }
    var replaced = BenchRow(
      figure: "queue of \(length), replaced", unit: .milliseconds, goal: .below(5000))
    var rows = operations.map { name, _ in
      BenchRow(figure: "queue of \(length), \(name)", unit: .milliseconds, goal: .below(5))
    }
    for _ in 0..<bench.options.rounds {
      replaced.ours.append(try replace(uris, client))
      for (row, operation) in operations.enumerated() {
        rows[row].ours.append(try time(operation.commands, client))
      }
    }
    return [replaced] + rows
  }

  private static let operations: [(name: String, commands: [MPDCommand])] = [
    ("move", [MPDCommand("move", "99000", "10")]), ("delete", [MPDCommand("delete", "50000")]),
    ("swap", [MPDCommand("swap", "7", "90000")]),
    ("mix a half", [MPDCommand("shuffle", "0:50000")]), ("mix", [MPDCommand("shuffle")]),
    ("random on", [MPDCommand("random", "1")]), ("delete by lot", [MPDCommand("delete", "70000")]),
    ("random off", [MPDCommand("random", "0")]), ("clear", [MPDCommand("clear")]),
    ("undo", [MPDCommand("segue_undo")]),
  ]

  private static func replace(_ uris: [String], _ client: MPDClient) throws -> Double {
    var left = length
    while left > 0 {
      // A line of a request may have 24 KiB.
      let part = uris.prefix(min(left, 100))
      try client.send([MPDCommand("segue_stage", Array(part))])
      left -= part.count
    }
    return try time([MPDCommand("segue_replace")], client)
  }

  private static func time(_ commands: [MPDCommand], _ client: MPDClient) throws -> Double {
    let began = ContinuousClock.now
    try client.send(commands)
    let took = began.duration(to: .now) / .milliseconds(1)
    // What is written meanwhile is not to be waited for by the next one.
    _ = try client.send("ping")
    return took
  }
}
