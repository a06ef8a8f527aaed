import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// Two hundred clients at once, for a minute in a soak.
@Suite struct LoadTests {
  private static let requests = [
    "status", "currentsong", "playlistinfo", "search any ebb", "find artist \"Abel Marr\"",
    "list album group artist", "lsinfo \"Abel Marr\"", "listallinfo", "stats", "nonsense",
    "plchanges 0", "count artist \"Abel Marr\"", "outputs", "idle\nnoidle",
    "command_list_ok_begin\nstatus\nping\ncommand_list_end", "readcomments nope", "addid nope",
  ]

  /// Sends each client a request, and then reads all answers.
  private static func round(_ wires: [Wire], _ random: inout SeededGenerator) throws {
    for wire in wires {
      try wire.send((requests.randomElement(using: &random) ?? "ping") + "\n")
    }
    for wire in wires { _ = try wire.answer() }
  }

  @Test func `two hundred clients cost no memory that is not given back`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      try daemon.client().send("add", "")
      let wires = try (0..<200).map { _ in try Wire(daemon.home.socket) }
      var random = SeededGenerator(seed: 200)
      func run(_ time: Duration) throws {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
          try Self.round(wires, &random)
          // Some go and come again.
          for _ in 0..<10 { _ = try Wire(daemon.home.socket) }
          // Other tests are to get their turn.
          if !Effort.isSoak { _ = poll(nil, 0, 50) }
        }
      }
      let time = Duration.seconds(Effort.isSoak ? 60 : 10)
      // What is kept for the next client is kept once.
      try run(time / 3)
      let before = try daemon.memory()
      try run(time * 2 / 3)
      let after = try daemon.memory()
      // A sanitizer keeps for a while what was freed.
      guard Effort.sanitizer == nil else { return }
      #expect(after < before + before / 10 + 2048, "\(before) KiB, then \(after) KiB")
    }
  }
}
