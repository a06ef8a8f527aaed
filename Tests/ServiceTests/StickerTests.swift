import MPDProtocol
import TestSupport
import Testing

/// Stickers and statistics, as MPD 0.24 answers.
@Suite struct StickerTests {
  private static func refusal(_ client: MPDClient, _ words: String...) -> Int? {
    do throws(MPDClientError) {
      try client.send([MPDCommand("sticker", words)])
      return nil
    } catch {
      guard case .refused(let error) = error else { return -1 }
      return error.number
    }
  }

  @Test func `stickers are set, changed, found and deleted`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      let songs = try client.send("listall", "Abel Marr").values("file")
      let (one, two, three) = (songs[0], songs[1], songs[2])
      #expect(Self.refusal(client, "get", "song", one, "rating") == 50)
      #expect(Self.refusal(client, "set", "song", "nowhere", "rating", "1") == 50)
      #expect(Self.refusal(client, "set", "planet", one, "rating", "1") == 2)
      #expect(Self.refusal(client, "dance", "song", one) == 2)
      #expect(Self.refusal(client, "set", "song", one, "rating", "11") == 2)
      try client.send("sticker", "set", "song", one, "rating", "8")
      try client.send("sticker", "set", "song", two, "rating", "10")
      try client.send("sticker", "inc", "song", three, "rating", "4")
      try client.send("sticker", "dec", "song", three, "rating", "1")
      try client.send("sticker", "set", "song", one, "note", "a=b c")
      #expect(
        try client.send("sticker", "list", "song", one).values("sticker")
          == ["note=a=b c", "rating=8"])
      #expect(try client.send("sticker", "get", "song", three, "rating")["sticker"] == "rating=3")
      func find(_ words: String...) throws -> [String] {
        try client.send(MPDCommand("sticker", ["find", "song", "Abel Marr", "rating"] + words))
          .values("sticker")
      }
      #expect(try Set(find()) == ["rating=8", "rating=10", "rating=3"])
      #expect(try find("gt", "7", "sort", "value_int") == ["rating=8", "rating=10"])
      #expect(try find("sort", "-value_int", "window", "0:2") == ["rating=10", "rating=8"])
      #expect(try find("sort", "value") == ["rating=10", "rating=3", "rating=8"])
      #expect(try find("=", "8") == ["rating=8"])
      #expect(try find("starts_with", "1") == ["rating=10"])
      #expect(
        try client.send("sticker", "find", "song", one, "note", "contains", "=b")["file"] == one)
      #expect(
        try client.send("sticker", "find", "song", "Ines Calloway", "rating").pairs.isEmpty)
      #expect(Self.refusal(client, "find", "song", "", "rating", "near", "8") == 2)
      try client.send("sticker", "delete", "song", one, "rating")
      #expect(Self.refusal(client, "delete", "song", one, "rating") == 50)
      try client.send("sticker", "set", "Genre", "Ambient", "mood", "calm")
      #expect(
        try client.send("sticker", "find", "genre", "", "mood").pairs.map(\.value)
          == ["Ambient", "mood=calm"])
      #expect(Self.refusal(client, "set", "playlist", "none", "x", "1") == 50)
      #expect(try client.send("stickernames").values("name") == ["mood", "note", "rating"])
      #expect(
        try client.send("stickernamestypes", "song").values("name") == ["note", "rating"])
      #expect(
        try client.send("stickertypes").values("stickertype").prefix(3)
          == ["filter", "playlist", "song"])
    }
  }

  @Test func `what is played to its end counts, and what is left at once is skipped`() async throws
  {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Ines Calloway")
      try client.send("add", "Kit Harrow")
      let songs = try client.send("playlistinfo").values("file")
      try client.send("play", "0")
      while try client.send("status")["elapsed"].flatMap({ Double($0) }) ?? 0 == 0 {
        _ = try client.idle(["player"], timeout: .seconds(10))
      }
      try client.send("next")
      while try client.send("sticker", "list", "song", songs[1]).values("sticker").count < 2 {
        _ = try client.idle(["sticker"], timeout: .seconds(20))
      }
      let played = try client.send("sticker", "list", "song", songs[1]).values("sticker")
      #expect(played.contains("playCount=1") && played.contains { $0.hasPrefix("lastPlayed=") })
      let skipped = try client.send("sticker", "list", "song", songs[0]).values("sticker")
      #expect(skipped.contains("skipCount=1") && !skipped.contains { $0.hasPrefix("playCount") })
      let history = try daemon.history()
      #expect(history.map(\.uri).contains(songs[1]))
    }
  }
}
