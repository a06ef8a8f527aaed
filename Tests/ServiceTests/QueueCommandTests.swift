import MPDProtocol
import TestSupport
import Testing

@Suite struct QueueCommandTests {
  /// Sends lines and keeps what the answers say of places and refusals.
  private func run(_ lines: [String], on wire: Wire) throws -> [String] {
    try lines.map { line in
      let answer = try wire.ask(line).split(separator: "\n")
      let keys = ["Id", "cpos", "Pos", "song", "songid", "nextsong", "nextsongid", "state"]
      return answer.filter { line in
        line.hasPrefix("ACK") || keys.contains(String(line.prefix { $0 != ":" }))
      }.joined(separator: " ")
    }
  }

  @Test func `the queue is told as entries and the items that they are of`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      #expect(try client.send("segue_queue").pairs.isEmpty)
      try client.send("add", "Abel Marr")
      let entries = try client.send("segue_queue").values("entry").map { $0.split(separator: " ") }
      let ids = try client.send("plchangesposid", "0").values("Id")
      #expect(entries.map { String($0[0]) } == ids)
      let titles = try client.send("playlistinfo").values("Title")
      for entry in entries.reversed() { try client.send("segue_append", "id:\(entry[1])") }
      let all = try client.send("playlistinfo").values("Title")
      #expect(all == titles + titles.reversed())
    }
  }

  @Test func `what is added twice is there twice, once, or moved, as configured`() async throws {
    try await blocking {
      let skip = RunningDaemon.configuration + "[player]\nduplicates = skip\n"
      let daemon = try RunningDaemon(configuration: skip)
      try daemon.waitForScan()
      let client = try daemon.client()
      func tracks() throws -> String {
        try client.send("playlistinfo").values("Track").joined()
      }
      try client.send("add", "Abel Marr")
      try client.send("add", "Abel Marr")
      #expect(try tracks() == "1234")
      for (word, expected) in [("move", "2341"), ("allow", "23411")] {
        try daemon.reload(RunningDaemon.configuration + "[player]\nduplicates = \(word)\n")
        // Nobody is told when it was read.
        let deadline = ContinuousClock.now + Effort.within(.seconds(60))
        while try tracks() != expected, ContinuousClock.now < deadline {
          try client.send("add", "Abel Marr/Low Water/01 Ebb Line.flac")
        }
        #expect(try tracks() == expected)
      }
    }
  }

  /// As recorded from MPD 0.23.12 with the same songs, save the ids.
  @Test func `the queue is changed as in MPD`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let wire = try Wire(daemon.home.socket)
      let ebb = "\"Abel Marr/Low Water/01 Ebb Line.flac\""
      let script: [(String, String)] = [
        ("add \"Abel Marr\"", ""),
        ("plchangesposid 1", "cpos: 0 Id: 1 cpos: 1 Id: 2 cpos: 2 Id: 3 cpos: 3 Id: 4"),
        ("addid \(ebb)", "Id: 5"),
        ("addid \(ebb) 0", "Id: 6"),
        ("addid \(ebb) 99", "ACK [2@0] {addid} Number too large: 99"),
        ("add \(ebb) 99", "ACK [2@0] {add} Number too large: 99"),
        ("addid \"Abel Marr\"", "ACK [50@0] {addid} No such song"),
        ("add \"Abel Marr/\"", "ACK [50@0] {add} No such directory"),
        ("delete 4:", ""),
        ("plchangesposid 0", "cpos: 0 Id: 6 cpos: 1 Id: 1 cpos: 2 Id: 2 cpos: 3 Id: 3"),
        ("move 0 2", ""),
        ("move 0:2 3", "ACK [2@0] {move} Number too large: 3"),
        ("move 0:2 2", ""),
        ("move 3: 0", "ACK [2@0] {move} Open-ended range not supported"),
        ("plchangesposid 0", "cpos: 0 Id: 6 cpos: 1 Id: 3 cpos: 2 Id: 1 cpos: 3 Id: 2"),
        ("swap 0 99", "ACK [2@0] {swap} Bad song index"),
        ("swapid 1 99", "ACK [50@0] {swapid} No such song"),
        ("swapid 6 2", ""),
        ("moveid 2 3", ""),
        ("plchangesposid 0", "cpos: 0 Id: 3 cpos: 1 Id: 1 cpos: 2 Id: 6 cpos: 3 Id: 2"),
        ("delete 4", ""),
        ("delete 5", "ACK [2@0] {delete} Bad song index"),
        ("deleteid 9", "ACK [50@0] {deleteid} No such song"),
        ("play 1", ""),
        ("status", "state: play song: 1 songid: 1 nextsong: 2 nextsongid: 6"),
        ("addid \(ebb) +0", "Id: 7"),
        ("addid \(ebb) -0", "Id: 8"),
        ("addid \(ebb) -9", "ACK [2@0] {addid} Number too large: 9"),
        ("plchangesposid 0 1:4", "cpos: 1 Id: 8 cpos: 2 Id: 1 cpos: 3 Id: 7"),
        ("move 2 +0", "ACK [2@0] {move} Cannot move current song relative to itself"),
        ("moveid 3 +1", ""),
        ("plchangesposid 0 1:4", "cpos: 1 Id: 1 cpos: 2 Id: 7 cpos: 3 Id: 3"),
        ("moveid 2 -1", ""),
        ("plchangesposid 0 0:3", "cpos: 0 Id: 2 cpos: 1 Id: 8 cpos: 2 Id: 1"),
        ("playlistid 8", "Pos: 1 Id: 8"),
        ("playlistinfo 2:9", "Pos: 2 Id: 1 Pos: 3 Id: 7 Pos: 4 Id: 3 Pos: 5 Id: 6"),
        ("shuffle 6", ""),
        ("shuffle 7", "ACK [2@0] {shuffle} Bad song index"),
        ("clear", ""),
        ("status", "state: stop"),
      ]
      let answers = try run(script.map(\.0), on: wire)
      for ((line, expected), answer) in zip(script, answers) {
        #expect(answer == expected, "\(line)")
      }
    }
  }

  @Test func `playing follows commands`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let wire = try Wire(daemon.home.socket)
      _ = try wire.ask("add \"Orrin Vale\"")
      let script: [(String, String)] = [
        ("play", ""),
        ("status", "state: play song: 0 songid: 1 nextsong: 1 nextsongid: 2"),
        ("next", ""),
        ("pause", ""),
        ("status", "state: pause song: 1 songid: 2 nextsong: 2 nextsongid: 3"),
        ("pause 1", ""),
        ("pause 2", "ACK [2@0] {pause} Boolean (0/1) expected: 2"),
        ("status", "state: pause song: 1 songid: 2 nextsong: 2 nextsongid: 3"),
        ("pause 0", ""),
        ("previous", ""),
        ("status", "state: play song: 0 songid: 1 nextsong: 1 nextsongid: 2"),
        ("seek 99 1", "ACK [2@0] {seek} Bad song index"),
        ("seekid 5 0.5", ""),
        ("status", "state: play song: 4 songid: 5 nextsong: 5 nextsongid: 6"),
        ("playid 2", ""),
        ("stop", ""),
        ("pause", ""),
        ("status", "state: stop song: 1 songid: 2 nextsong: 2 nextsongid: 3"),
        ("single oneshot", ""),
        ("status", "state: stop song: 1 songid: 2 nextsong: 2 nextsongid: 3"),
        ("play 5", ""),
        ("status", "state: play song: 5 songid: 6"),
        ("repeat 1", ""),
        ("single 0", ""),
        ("status", "state: play song: 5 songid: 6 nextsong: 0 nextsongid: 1"),
      ]
      let answers = try run(script.map(\.0), on: wire)
      for ((line, expected), answer) in zip(script, answers) {
        #expect(answer == expected, "\(line)")
      }
    }
  }

  @Test func `modes and volume are what they were set to`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      let client = try daemon.client()
      for (name, value) in [
        ("random", "1"), ("repeat", "1"), ("single", "oneshot"), ("consume", "oneshot"),
      ] {
        try client.send(name, value)
        #expect(try client.send("status")[name] == value)
      }
      try client.send("setvol", "40")
      try client.send("volume", "-15")
      #expect(try client.send("getvol")["volume"] == "25")
      try client.send("volume", "-100")
      #expect(try client.send("status")["volume"] == "0")
      try client.send("disableoutput", "0")
      #expect(try client.send("outputs")["outputenabled"] == "0")
      try client.send("toggleoutput", "0")
      #expect(try client.send("outputs")["outputenabled"] == "1")
    }
  }

  @Test func `each change is told to who waits for it`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      for (line, subsystem) in [
        ("add \"Abel Marr\"", "playlist"), ("play", "player"), ("setvol 30", "mixer"),
        ("random 1", "options"), ("disableoutput 0", "output"),
      ] {
        let waiting = try Wire(daemon.home.socket)
        try waiting.send("idle \(subsystem)\n")
        // So that it waits before anything happens.
        let other = try Wire(daemon.home.socket)
        #expect(try other.ask(line) == "OK\n")
        #expect(try waiting.answer() == "changed: \(subsystem)\nOK\n")
      }
      // What happened meanwhile is told at once, and only what was asked for is taken as told.
      #expect(try client.idle(["mixer"], timeout: .seconds(5)) == ["mixer"])
      #expect(try client.idle(timeout: .seconds(5)).contains("playlist"))
      #expect(try client.idle(["playlist", "mixer"], timeout: .milliseconds(10)) == [])
    }
  }
}
