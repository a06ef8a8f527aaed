import MPDProtocol
import TestSupport
import Testing

/// `segue_undo` and `segue_redo` in the daemon as it was built.
@Suite struct UndoCommandTests {
  private static func files(_ client: MPDClient) throws -> [String] {
    try client.send("playlistinfo").values("file")
  }

  private static func undo(_ client: MPDClient, _ word: String = "undo") throws -> String? {
    do throws(MPDClientError) {
      return try client.send("segue_\(word)")["\(word == "undo" ? "un" : "re")done"]
    } catch {
      guard case .refused(let refusal) = error, refusal.code == .noExist else { throw error }
      return nil
    }
  }

  @Test func `what was cleared comes back and plays on where it was, also after a restart`()
    async throws
  {
    try await blocking {
      var daemon = try RunningDaemon()
      try daemon.waitForScan()
      var client = try daemon.client()
      #expect(try Self.undo(client) == nil && Self.undo(client, "redo") == nil)
      try client.send("add", "Abel Marr")
      try client.send("add", "Ines Calloway")
      let all = try Self.files(client)
      try client.send("seek", "4", "1800")
      try client.send("play")
      try client.send("pause", "1")
      try client.send("clear")
      #expect(try Self.files(client).isEmpty)
      #expect(
        try Self.undo(client)?.hasPrefix("5 tracks came back to the queue, paused at 30:0") == true)
      var status = try client.send("status")
      #expect(status["state"] == "pause" && status["song"] == "4")
      #expect(status["elapsed"]?.hasPrefix("180") == true)
      #expect(try Self.files(client) == all)
      #expect(try Self.undo(client, "redo") == "5 tracks left the queue again")
      _ = try? client.send("kill")
      _ = try daemon.log()
      daemon = try RunningDaemon(home: daemon.home)
      client = try daemon.client()
      #expect(try Self.files(client).isEmpty)
      #expect(try Self.undo(client) != nil)
      status = try client.send("status")
      #expect(status["song"] == "4" && status["elapsed"]?.hasPrefix("180") == true)
      #expect(try Self.files(client) == all)
      #expect(try Self.undo(client) == "1 track left the queue")
      #expect(try Self.undo(client) == "4 tracks left the queue")
      #expect(try Self.undo(client) == nil)
      #expect(try Self.undo(client, "redo") == "4 tracks are in the queue again")
      try client.send("shuffle")
      #expect(try Self.undo(client, "redo") == nil)
      #expect(try Self.undo(client) == "The queue is in its earlier order again")
      #expect(try Self.files(client) == Array(all.prefix(4)))
    }
  }

  @Test func `in random order what was cleared, replaced or taken out comes back, too`()
    async throws
  {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("random", "1")
      try client.send("add", "Abel Marr")
      try client.send("add", "Ines Calloway")
      let all = try Self.files(client)
      let steps: [(change: () throws -> Void, undone: String, left: Int)] = [
        ({ try client.send("clear") }, "5 tracks came back to the queue", 0),
        ({ try client.send("segue_replace", all[1]) }, "5 tracks came back to the queue", 1),
        (
          { try client.send("delete", try client.send("status")["song"] ?? "") },
          "1 track came back to the queue", 4
        ),
      ]
      for state in ["play", "pause", "stop"] {
        for step in steps {
          try client.send("play", "3")
          if state == "pause" { try client.send("pause", "1") }
          let song = try client.send("status")["song"]
          if state == "stop" { try client.send("stop") }
          try step.change()
          #expect(try Self.files(client).count == step.left, "\(state)")
          #expect(try Self.undo(client)?.hasPrefix(step.undone) == true, "\(state)")
          #expect(try Self.files(client) == all, "\(state)")
          if state != "stop" { #expect(try client.send("status")["song"] == song) }
          #expect(try Self.undo(client, "redo") != nil, "\(state)")
          #expect(try Self.files(client).count == step.left, "\(state)")
          #expect(try Self.undo(client) != nil, "\(state)")
          #expect(try Self.files(client) == all, "\(state)")
        }
      }
      // The steps before are what they were.
      #expect(try Self.undo(client) == "1 track left the queue")
      #expect(try Self.undo(client)?.hasPrefix("4 tracks left the queue") == true)
      #expect(try Self.files(client).isEmpty)
    }
  }

  @Test func `a command list and what is asked for as one is one step`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send([
        MPDCommand("add", "Abel Marr"), MPDCommand("delete", "0"), MPDCommand("add", "Kit Harrow"),
      ])
      #expect(try Self.undo(client)?.hasSuffix("left the queue") == true)
      #expect(try Self.files(client).isEmpty)
      let other = try daemon.client()
      try other.send("segue_as_one")
      try other.send("add", "Abel Marr")
      try other.send("move", "0", "3")
      try client.send("playlistadd", "kept", "Abel Marr")
      #expect(try Self.undo(client) == "The playlist \"kept\" is gone")
      #expect(try Self.undo(client) == "4 tracks left the queue")
      #expect(try Self.undo(client) == nil)
    }
  }
}
