import MPDProtocol
import TestSupport
import Testing

/// Places in long items.
@Suite struct BookmarkTests {
  private static func isAt(_ client: MPDClient, _ minutes: Int) throws -> Bool {
    let status = try client.send("status")
    let elapsed = status["elapsed"].flatMap { Double($0) } ?? -1
    return abs(elapsed - Double(minutes * 60)) < 30
  }

  @Test func `a long item is played again from where it was left, also by another daemon`()
    async throws
  {
    try await blocking {
      var daemon = try RunningDaemon()
      try daemon.waitForScan()
      var client = try daemon.client()
      try client.send("add", "Ines Calloway")
      try client.send("add", "Abel Marr")
      try client.send("play", "0")
      try client.send("seekcur", "1800")
      // It is heard, and then left.
      try Self.wait(client) { try client.send("status")["audio"] != nil && Self.isAt(client, 30) }
      try client.send("play", "0")
      try Self.wait(client) { try Self.isAt(client, 30) }
      try client.send("next")
      #expect(try client.send("currentsong")["Artist"] == "Abel Marr")
      try client.send("previous")
      #expect(try Self.isAt(client, 30))
      try client.send("clear")
      _ = try? client.send("kill")
      _ = try daemon.log()
      daemon = try RunningDaemon(home: daemon.home)
      client = try daemon.client()
      try client.send("add", "Abel Marr")
      try client.send("add", "Ines Calloway")
      try client.send("play", "4")
      #expect(try Self.isAt(client, 30))
      let uri = try #require(try client.send("currentsong")["file"])
      #expect(try client.send("sticker", "get", "song", uri, "elapsed").pairs.isEmpty == false)
      try client.send("segue_resume", uri, "off")
      try client.send("play", "4")
      #expect(try Self.isAt(client, 0))
    }
  }

  private static func wait(_ client: MPDClient, _ isTrue: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + Effort.within(.seconds(10))
    while try !isTrue() {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: "the place") }
      _ = try? client.idle(["player"], timeout: .milliseconds(100))
    }
  }

  @Test func `a place gets a name, and is found by it`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Ines Calloway")
      try client.send("seek", "0", "600")
      try client.send("pause", "1")
      try client.send("segue_bookmark_add", "chapter two")
      try client.send("seekcur", "60")
      try client.send("segue_bookmark_add", "chapter one")
      let list = try client.send("segue_bookmarks")
      #expect(list.values("bookmark") == ["chapter one", "chapter two"])
      #expect(list.values("position") == ["60", "600"])
      try client.send("clear")
      try client.send("add", "Abel Marr")
      try client.send("play")
      try client.send("segue_bookmark_go", "chapter two")
      #expect(try client.send("currentsong")["Artist"] == "Ines Calloway")
      #expect(try client.send("status")["song"] == "1" && Self.isAt(client, 10))
      try client.send("segue_bookmark_remove", "chapter two")
      #expect(throws: MPDClientError.self) {
        try client.send("segue_bookmark_go", "chapter two")
      }
      #expect(try client.send("segue_bookmarks").values("bookmark") == ["chapter one"])
    }
  }
}
