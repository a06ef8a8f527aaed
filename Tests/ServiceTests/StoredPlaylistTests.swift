import MPDProtocol
import TestSupport
import Testing

/// Playlists that clients keep, as MPD 0.24 answers.
@Suite struct StoredPlaylistTests {
  private static func files(_ client: MPDClient, _ name: String) throws -> [String] {
    try client.send("listplaylist", name).values("file").map {
      String($0.split(separator: "/").last ?? "")
    }
  }

  private static func refusal(_ client: MPDClient, _ words: String...) -> Int? {
    do throws(MPDClientError) {
      try client.send([MPDCommand(words[0], Array(words.dropFirst()))])
      return nil
    } catch {
      guard case .refused(let error) = error else { return -1 }
      return error.number
    }
  }

  @Test func `the queue is kept under a name, and changed there`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Abel Marr")
      try client.send("save", "evening")
      #expect(Self.refusal(client, "save", "evening") == 56)
      #expect(Self.refusal(client, "save", "evening", "perhaps") == 2)
      #expect(Self.refusal(client, "save", "morning", "append") == 50)
      #expect(Self.refusal(client, "save", "morning", "replace") == 50)
      #expect(Self.refusal(client, "save", "a/b") == 2)
      let all = try Self.files(client, "evening")
      #expect(all.count == 4)
      try client.send("save", "evening", "append")
      #expect(try Self.files(client, "evening") == all + all)
      try client.send("save", "evening", "replace")
      #expect(try client.send("playlistlength", "evening")["songs"] == "4")
      try client.send("playlistmove", "evening", "0:2", "2")
      #expect(try Self.files(client, "evening") == [all[2], all[3], all[0], all[1]])
      try client.send("playlistdelete", "evening", "1:3")
      #expect(try Self.files(client, "evening") == [all[2], all[1]])
      try client.send("playlistadd", "evening", "Ines Calloway", "1")
      #expect(try Self.files(client, "evening").count == 3)
      #expect(Self.refusal(client, "playlistdelete", "evening", "7") == 2)
      #expect(Self.refusal(client, "playlistmove", "evening", "0", "9") == 2)
      #expect(Self.refusal(client, "playlistadd", "evening", "nowhere") == 50)
      // At the first place a playlist is made where there is none, as by MPD.
      #expect(Self.refusal(client, "playlistadd", "fresh", "Ines Calloway", "1") != nil)
      try client.send("playlistadd", "fresh", "Ines Calloway", "0")
      #expect(try client.send("listplaylist", "fresh").values("file").isEmpty == false)
      try client.send("rm", "fresh")
      try client.send("playlistclear", "evening")
      #expect(try client.send("listplaylistinfo", "evening").pairs.isEmpty)
    }
  }

  @Test func `playlists are listed, renamed, loaded and deleted, and clients hear of it`()
    async throws
  {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      let other = try daemon.client()
      try client.send("playlistadd", "one", "Abel Marr")
      #expect(
        try other.idle(["stored_playlist"], timeout: .seconds(10)) == ["stored_playlist"])
      try client.send("rename", "one", "two")
      #expect(Self.refusal(client, "rename", "one", "three") == 50)
      try client.send("playlistadd", "one", "Ines Calloway")
      #expect(Self.refusal(client, "rename", "one", "two") == 56)
      let lists = try client.send("listplaylists")
      #expect(lists.values("playlist") == ["one", "two"])
      #expect(lists.values("Last-Modified").count == 2)
      #expect(try client.send("lsinfo").values("playlist").suffix(2) == ["one", "two"])
      try client.send("load", "two", "1:3")
      #expect(try client.send("status")["playlistlength"] == "2")
      #expect(try client.send("status")["lastloadedplaylist"] == "two")
      try client.send("play", "1")
      try client.send("load", "one", "0:", "+0")
      #expect(try client.send("playlistinfo", "2")["Artist"] == "Ines Calloway")
      #expect(
        try client.send("searchplaylist", "two", "(title contains 'ebb')").values("Title")
          == ["Ebb Line"])
      try client.send("searchaddpl", "two", "artist", "ines")
      #expect(try client.send("playlistlength", "two")["songs"] == "5")
      try client.send("rm", "two")
      #expect(Self.refusal(client, "rm", "two") == 50)
      #expect(Self.refusal(client, "load", "two") == 50)
      #expect(Self.refusal(client, "listplaylist", "two") == 50)
    }
  }

  @Test func `a playlist is there after the daemon was killed`() async throws {
    try await blocking {
      var daemon = try RunningDaemon()
      try daemon.waitForScan()
      try daemon.client().send("playlistadd", "kept", "Abel Marr")
      daemon.program.kill()
      _ = try daemon.log()
      daemon = try RunningDaemon(home: daemon.home)
      #expect(try Self.files(try daemon.client(), "kept").count == 4)
    }
  }
}
