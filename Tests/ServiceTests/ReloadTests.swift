import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// SIGHUP.
@Suite struct ReloadTests {
  private static let outputs = "[output null]\ntype = null\n"

  @Test func `what can change without a restart does, and the rest is named`() async throws {
    let port = try freePort()
    try await blocking {
      let daemon = try RunningDaemon(configuration: Self.outputs)
      let path = daemon.home.folder.path("more/socket")
      let client = try daemon.client()
      try daemon.reload(
        """
        [library]
        root = \(Project.music)
        locale = pl
        [output other]
        type = null
        [mpd]
        listen = 127.0.0.1:\(port)
        listen = \(path)
        password = x@read
        max-playlist-length = 3
        [player]
        replay-gain = album

        """)
      let remote = try MPDClient(.host("127.0.0.1", port: port))
      #expect(throws: MPDClientError.self) { try remote.send("status") }
      try remote.send("password", "x")
      try remote.send("status")
      try MPDClient(.path(path)).send("status")
      #expect(try client.send("replay_gain_status")["replay_gain_mode"] == "album")
      // The new folder is scanned.
      while try client.send("stats")["songs"] != "34" {
        _ = try client.idle(["database"], timeout: Effort.within(.seconds(10)))
      }
      #expect(throws: MPDClientError.self) { try client.send("add", "Abel Marr") }
      #expect(try client.send("status")["playlistlength"] == "3")
      try daemon.reload(Self.outputs)
      #expect(throws: MPDClientError.self) { try MPDClient(.path(path)) }
      #expect(throws: MPDClientError.self) { try MPDClient(.host("127.0.0.1", port: port)) }
      #expect(access(path, F_OK) != 0)
      // Who was let in stays.
      try remote.send("ping")
      try client.send("ping")
      daemon.program.signal(SIGTERM)
      let log = try daemon.log()
      #expect(
        log.contains(
          "read again; what has changed in outputs takes a restart.\n"), "\(log)")
    }
  }

  @Test func `another language and other articles put the library in another order`() async throws {
    try await blocking {
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration + "[library]\nlocale = en\n")
      try daemon.waitForScan()
      let client = try daemon.client()
      let letters = { try client.send("segue_sections", "albumartist").values("section") }
      let before = try letters()
      #expect(before.first == "A" && before.contains("L") && !before.contains("Ł"))
      try daemon.reload(
        RunningDaemon.configuration + "[library]\nlocale = pl\narticles = Abel\n")
      // In Polish Ł is a letter of its own, and Abel Marr stands with what begins with M.
      while try letters() == before {
        _ = try client.idle(["database"], timeout: Effort.within(.seconds(60)))
      }
      let after = try letters()
      #expect(after.first == "I" && after.contains("Ł") && after.contains("M"))
      #expect(!after.contains("A") && !after.contains("L"))
      // As if neither were set: what the library was ordered by stays, but for the articles.
      try daemon.reload(RunningDaemon.configuration)
      while try letters() == after {
        _ = try client.idle(["database"], timeout: Effort.within(.seconds(60)))
      }
      let last = try letters()
      #expect(last.first == "A" && last.contains("Ł"))
    }
  }

  @Test func `with a mistake everything stays as it was`() async throws {
    let port = try freePort()
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let path = daemon.home.folder.path("more/socket")
      try daemon.reload(
        RunningDaemon.configuration + """

          [mpd]
          listen = 127.0.0.1:\(port)
          listen = \(path)
          password = x@read
          max-playlist-length = 3

          """)
      try daemon.reload("[mpd]\nlisten = nonsense\n[player]\nreplay-gain = album\n")
      let client = try MPDClient(.path(path))
      #expect(try client.send("replay_gain_status")["replay_gain_mode"] == "off")
      #expect(throws: MPDClientError.self) { try client.send("add", "Abel Marr") }
      #expect(try client.send("status")["playlistlength"] == "3")
      let remote = try MPDClient(.host("127.0.0.1", port: port))
      #expect(throws: MPDClientError.self) { try remote.send("status") }
      try remote.send("password", "x")
      try remote.send("status")
      daemon.program.signal(SIGTERM)
      let log = try daemon.log()
      #expect(log.contains("Everything stays as it was: "), "\(log)")
      #expect(log.contains("segue.conf, line 2: listen is ADDRESS:PORT"), "\(log)")
    }
  }
}
