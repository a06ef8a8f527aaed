import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// A long answer that is given again is that of now.
@Suite struct AnswerCacheTests {
  @Test func `listing again shows what has changed`() async throws {
    try await blocking {
      let home = try PrivateHome()
      let bytes = try FileDescriptor(
        opening: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
      ).readAll()
      for number in 0..<300 { try home.folder.write("music/\(number).flac", bytes) }
      try home.folder.write(
        "config/segue/segue.conf",
        "[library]\nroot = \(home.folder.path("music"))\n[output null]\ntype = null\n")
      let daemon = try RunningDaemon(home: home)
      let (client, other) = (try daemon.client(), try daemon.client())
      try Self.wait(client) { $0.values("file").count == 300 }
      let first = try client.send("listallinfo")
      for client in [client, other] {
        let again = try client.send("listallinfo")
        #expect(again.pairs.map(\.key) == first.pairs.map(\.key))
        #expect(again.pairs.map(\.value) == first.pairs.map(\.value))
      }
      // Each client sees the tags that it wants.
      try other.send("tagtypes", "clear")
      #expect(try other.send("listallinfo").values("Title").isEmpty)
      #expect(try client.send("listallinfo").values("Title").count == 300)

      try client.send("add", "")
      #expect(try client.send("playlistinfo").values("Pos").count == 300)
      try other.send("tagtypes", "all")
      try other.send("prio", "7", "3:4")
      #expect(try client.send("playlistinfo").values("Prio") == ["7"])
      try other.send("delete", "0:299")
      #expect(try client.send("playlistinfo").values("Pos") == ["0"])

      #expect(unlink(daemon.home.folder.path("music/17.flac")) == 0)
      try Self.wait(client) { $0.values("file").count == 299 }
      #expect(try !client.send("listallinfo").values("file").contains("17.flac"))
      #expect(try client.send("listall").values("file").count == 299)
    }
  }

  private static func wait(
    _ client: MPDClient, until isReached: (MPDResponse) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while try !isReached(client.send("listallinfo")) {
      _ = try client.idle(["database"], timeout: .milliseconds(200))
      guard ContinuousClock.now < deadline else { throw Silence(awaited: "the library's change") }
    }
  }
}
