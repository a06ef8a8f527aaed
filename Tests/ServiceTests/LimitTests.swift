import Glibc
import Library
import MPDProtocol
import Posix
import TestSupport
import Testing

/// What a client may cost is what `[mpd]` says.
@Suite struct LimitTests {
  private static func start(_ lines: String...) throws -> RunningDaemon {
    let daemon = try RunningDaemon(
      configuration: RunningDaemon.configuration + "[mpd]\n"
        + lines.map { "\($0)\n" }.joined())
    try daemon.waitForScan()
    return daemon
  }

  @Test func `a full queue takes what fits and refuses the rest, as MPD does`() async throws {
    try await blocking {
      let daemon = try Self.start("max-playlist-length = 6")
      let wire = try Wire(daemon.home.socket)
      let full = "Playlist is too large\n"
      #expect(try wire.ask("add \"Abel Marr\"") == "OK\n")
      #expect(try wire.ask("segue_append \"Kit Harrow/x\"").hasPrefix("ACK [50@0]"))
      #expect(try wire.ask("add \"Kit Harrow\"") == "ACK [51@0] {add} " + full)
      #expect(
        try wire.ask("addid \"Abel Marr/Low Water/01 Ebb Line.flac\" 0")
          == "ACK [51@0] {addid} " + full)
      #expect(try wire.ask("findadd artist \"Abel Marr\"") == "ACK [51@0] {findadd} " + full)
      #expect(try wire.ask("status").contains("\nplaylistlength: 6\n"))
      // Our own commands do all or nothing.
      let song = "\"Abel Marr/Low Water/01 Ebb Line.flac\""
      #expect(try wire.ask("segue_append \(song)") == "ACK [51@0] {segue_append} " + full)
      let seven = Array(repeating: song, count: 7).joined(separator: " ")
      #expect(try wire.ask("segue_replace \(seven)") == "ACK [51@0] {segue_replace} " + full)
      #expect(try wire.ask("status").contains("\nplaylistlength: 6\n"))
      #expect(try wire.ask("delete 0\nadd \(song)") == "OK\n")
      #expect(try wire.answer() == "OK\n")
      // What is in it already needs no room.
      #expect(try wire.ask("segue_duplicates skip") == "OK\n")
      #expect(try wire.ask("add \(song)") == "OK\n")
      #expect(try wire.ask("segue_append \(song) \(song)").hasSuffix("missing: 0\nOK\n"))
      #expect(try wire.ask("add \"Kit Harrow\"") == "ACK [51@0] {add} " + full)
      #expect(try wire.ask("status").contains("\nplaylistlength: 6\n"))
    }
  }

  @Test func `clients, lines, lists and arguments are as many and as long as was decided`()
    async throws
  {
    let port = try freePort()
    try await blocking {
      let daemon = try Self.start(
        "listen = 127.0.0.1:\(port)", "max-connections = 3", "max-line-size = 4",
        "max-command-list-size = 8", "max-arguments = 8")
      let wires = try (0..<3).map { _ in try Wire(port: port) }
      #expect(throws: MPDClientError.self) { try MPDClient(.host("127.0.0.1", port: port)) }
      let eight = "count" + String(repeating: " artist x", count: 4)
      #expect(try wires[0].ask(eight) == "songs: 0\nplaytime: 0\nOK\n")
      #expect(try wires[0].ask(eight + " x") == "ACK [2@0] {} Too many arguments\n")
      let word = String(repeating: "x", count: 4000)
      #expect(try wires[0].ask("ping \(word)").hasPrefix("ACK [2@0]"))
      try? wires[0].send("ping \(word)\(word)\n")
      #expect(try wires[0].answer() == "closed")
      let line = "add \(word)\n"
      #expect(
        try wires[1].ask("command_list_begin\n\(line)\(line)command_list_end")
          .hasPrefix("ACK [50@0]"))
      try? wires[1].send("command_list_begin\n\(line)\(line)\(line)command_list_end\n")
      #expect(try wires[1].answer() == "closed")
      #expect(try wires[2].ask("ping") == "OK\n")
      try daemon.client().send("ping")
    }
  }

  @Test func `our own programs have long lines and lists, however short those of others are`()
    async throws
  {
    try await blocking {
      let daemon = try Self.start("max-line-size = 4", "max-command-list-size = 1")
      let client = try daemon.client()
      let all = try daemon.persistentIDs()
      let ids = (0..<3000).map { all[$0 % all.count] }
      #expect(try client.replaceQueue(with: ids) == MPDClient.Placed(items: 3000, missing: 0))
    }
  }

  @Test func `what is imported fills the queue as far as it may`() async throws {
    try await blocking {
      let daemon = try Self.start("max-playlist-length = 3")
      var data = AddedData()
      data.queue = try daemon.persistentIDs().prefix(5).map { AddedData.Entry(item: $0) }
      data.current = 4
      let file = try daemon.home.folder.write("import", data.bytes)
      #expect(try daemon.client().send("segue_import", file)["entries"] == "3")
      #expect(try daemon.client().send("status")["playlistlength"] == "3")
    }
  }

  @Test func `a client that leaves an answer unread is cut off after the time that was decided`()
    async throws
  {
    try await blocking {
      let daemon = try Self.start("connection-timeout = 1", "max-output-buffer-size = 16")
      let slow = try Wire(daemon.home.socket)
      let flags = fcntl(slow.raw, F_GETFL)
      _ = fcntl(slow.raw, F_SETFL, flags | O_NONBLOCK)
      let requests = Array(String(repeating: "listallinfo\n", count: 1000).utf8)
      _ = send(slow.raw, requests, requests.count, Int32(MSG_NOSIGNAL))
      var poll = pollfd(fd: slow.raw, events: Int16(POLLHUP), revents: 0)
      // Nothing is read meanwhile.
      poll.events = 0
      #expect(Glibc.poll(&poll, 1, 20_000) == 1)
      #expect(poll.revents & Int16(POLLHUP) != 0)
      try daemon.client().send("ping")
    }
  }

  @Test func `silent clients do not keep others out`() async throws {
    try await blocking {
      let daemon = try Self.start("max-connections = 3", "connection-timeout = 1")
      let waiting = try Wire(daemon.home.socket)
      try waiting.send("idle mixer\n")
      let silent = try (0..<2).map { _ in try Wire(daemon.home.socket) }
      let deadline = ContinuousClock.now + Effort.within(.seconds(10))
      var late: [Wire] = []
      while late.count < 2, ContinuousClock.now < deadline {
        let wire = Wire(descriptor: try UnixSocket.connect(to: daemon.home.socket))
        // Two come in, when the first two have been silent for a second.
        if try wire.answer() != "closed" { late.append(wire) } else { _ = poll(nil, 0, 20) }
      }
      #expect(late.count == 2)
      for wire in silent { #expect(try wire.answer() == "closed") }
      #expect(try late[1].ask("setvol 20") == "OK\n")
      #expect(try waiting.answer() == "changed: mixer\nOK\n")
    }
  }
}
