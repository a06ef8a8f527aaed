import Glibc
import Library
import MPDProtocol
import Media
import Posix
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
      try client.wait(for: "the place") {
        try client.send("status")["audio"] != nil && Self.isAt(client, 30)
      }
      try client.send("play", "0")
      try client.wait(for: "the place") { try Self.isAt(client, 30) }
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

  @Test func `where an item was left elsewhere it goes on as soon as that is imported`()
    async throws
  {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      let library = try LibraryStore(
        path: daemon.home.folder.path("data/segue/segue.db"), access: .read)
      let item = try #require(
        try library.items().first { $0.audio.milliseconds ?? 0 > 3_600_000 })
      var data = AddedData()
      data.places = [ResumePlace(item: item.persistentID, milliseconds: 1_800_000)]
      let file = try daemon.home.folder.write("import", data.bytes)
      try client.send("segue_import", file)
      try client.send("add", item.uri)
      try client.send("play", "0")
      try client.wait(for: "the place") { try client.send("status")["audio"] != nil }
      #expect(try Self.isAt(client, 30))
      // What is known by now is later than what comes in again.
      try client.send("seekcur", "3000")
      // Some of it has to be heard from there.
      try client.wait(for: "the place") {
        try client.send("status")["elapsed"].flatMap { Double($0) } ?? 0 > 3000.2
      }
      try client.send("stop")
      try client.send("segue_import", file)
      try client.send("play", "0")
      #expect(try Self.isAt(client, 50))
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

  @Test func `the place of a bookmark counts from the item's beginning, whatever part plays`()
    async throws
  {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Ines Calloway")
      let id = try #require(try client.send("playlistinfo")["Id"])
      try client.send("rangeid", id, "600:")
      try client.send("seek", "0", "60")
      try client.send("pause", "1")
      try client.send("segue_bookmark_add", "here")
      #expect(try client.send("segue_bookmarks").values("position") == ["660"])
      // A part may not have the place: the whole comes into the queue.
      try client.send("segue_bookmark_go", "here")
      #expect(try client.send("status")["song"] == "1" && Self.isAt(client, 11))
    }
  }

  @Test func `to go to a place is to add its song, for those who may, where there is room`()
    async throws
  {
    let port = try freePort()
    try await blocking {
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration
          + "[mpd]\nlisten = 127.0.0.1:\(port)\nmax-playlist-length = 4\n"
          + "default-permissions = read,player\n")
      try daemon.waitForScan()
      let client = try daemon.client()
      let remote = try MPDClient(.host("127.0.0.1", port: port))
      try client.send("add", "Ines Calloway")
      try client.send("seek", "0", "600")
      try client.send("segue_bookmark_add", "chapter")
      func refusal(_ client: MPDClient) -> Int? {
        do throws(MPDClientError) {
          try client.send("segue_bookmark_go", "chapter")
          return nil
        } catch {
          guard case .refused(let refusal) = error else { return -1 }
          return refusal.number
        }
      }
      #expect(refusal(remote) == 4)
      #expect(refusal(client) == nil)
      try client.send("clear")
      try client.send("add", "Abel Marr")
      #expect(refusal(client) == 51)
      #expect(try client.send("status")["playlistlength"] == "4")
      try client.send("delete", "0")
      #expect(refusal(client) == nil)
      #expect(try client.send("currentsong")["Artist"] == "Ines Calloway")
    }
  }

  @Test func `where a long item was left is a sticker, and clients are told`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Ines Calloway")
      let uri = try #require(try client.send("playlistinfo")["file"])
      try client.send("seek", "0", "1800")
      try client.wait(for: "sound") { try client.send("status")["audio"] != nil }
      _ = try client.idle(["sticker"], timeout: .zero)
      try client.send("stop")
      while true {
        let told = try client.idle(["sticker"], timeout: Effort.within(.seconds(60)))
        if try #require(told.first) == "sticker",
          try client.send("sticker", "list", "song", uri).values("sticker")
            .contains(where: { $0.hasPrefix("elapsed=180") })
        {
          break
        }
      }
      // Also where it was moved while nothing was heard of it.
      try client.send("play", "0")
      try client.send("pause", "1")
      try client.send("seekcur", "600")
      try client.send("clear")
      try client.send("add", "Ines Calloway")
      try client.send("play")
      #expect(try Self.isAt(client, 10))
    }
  }

  @Test func `a place that a client sets as a sticker is where the item goes on`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Ines Calloway")
      let uri = try #require(try client.send("playlistinfo")["file"])
      try client.send("sticker", "set", "song", uri, "elapsed", "1500")
      try client.send("play", "0")
      #expect(try Self.isAt(client, 25))
      try client.send("stop")
      try client.send("sticker", "set", "song", uri, "elapsed", "nonsense")
      try client.send("sticker", "set", "song", uri, "elapsed", "600.5")
      try client.send("sticker", "set", "song", uri, "mood", "calm")
      try client.send("play", "0")
      #expect(try Self.isAt(client, 10))
      try client.send("clear")
      try client.send("sticker", "set", "song", uri, "elapsed", "900")
      try client.send("sticker", "delete", "song", uri)
      try client.send("add", "Ines Calloway")
      try client.send("play", "0")
      #expect(try Self.isAt(client, 0))
    }
  }

  @Test func `a long item that takes the queue's place is played on as well`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Ines Calloway")
      let uri = try #require(try client.send("playlistinfo")["file"])
      try client.send("seek", "0", "1800")
      try client.wait(for: "sound") { try client.send("status")["audio"] != nil }
      for state in ["play", "pause", "stop"] {
        try client.send("clear")
        try client.send("add", "Abel Marr")
        try client.send("play")
        if state == "pause" { try client.send("pause", "1") }
        if state == "stop" { try client.send("stop") }
        try client.send("segue_replace", uri)
        #expect(try Self.isAt(client, 30), "\(state)")
        try client.wait(for: "sound") { try client.send("status")["audio"] != nil }
      }
    }
  }

  @Test func `a bookmark and the place that was left follow their file`() async throws {
    try await blocking {
      let home = try PrivateHome()
      let name = "01 A Winter in the Lighthouse, Unabridged.flac"
      let long = try FileDescriptor(
        opening: "\(Project.music)/Ines Calloway/A Winter in the Lighthouse/\(name)"
      ).readAll()
      try home.folder.write("music/books/long.flac", long)
      try home.folder.makeFolder("music/elsewhere/deep")
      try home.folder.write(
        "config/segue/segue.conf",
        "[library]\nroot = \(home.folder.path("music"))\n[output null]\ntype = null\n")
      let daemon = try RunningDaemon(home: home)
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "books/long.flac")
      try client.send("seek", "0", "600")
      try client.send("segue_bookmark_add", "chapter two")
      try client.wait(for: "sound") {
        try client.send("status")["audio"] != nil && Self.isAt(client, 10)
      }
      try client.send("clear")
      let new = "elsewhere/deep/another name.flac"
      let old = home.folder.path("music/books/long.flac")
      #expect(rename(old, home.folder.path("music/\(new)")) == 0)
      let deadline = ContinuousClock.now + Effort.within(.seconds(60))
      while try client.send("listall").values("file") != [new] {
        guard ContinuousClock.now < deadline else { throw Silence(awaited: "the move") }
        _ = try client.idle(["database"], timeout: .milliseconds(200))
      }
      #expect(try client.send("segue_bookmarks").values("file") == [new])
      try client.send("segue_bookmark_go", "chapter two")
      #expect(try client.send("currentsong")["file"] == new && Self.isAt(client, 10))
      try client.send("clear")
      try client.send("add", new)
      try client.send("play")
      #expect(try Self.isAt(client, 10))
    }
  }
}
