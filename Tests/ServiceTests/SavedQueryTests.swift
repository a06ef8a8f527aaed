import MPDProtocol
import TestSupport
import Testing

/// Queries with names, as MPD clients see them.
@Suite struct SavedQueryTests {
  private static func refusal(_ client: MPDClient, _ words: String...) -> MPDError? {
    do throws(MPDClientError) {
      try client.send([MPDCommand(words[0], Array(words.dropFirst()))])
      return nil
    } catch {
      guard case .refused(let error) = error else { return nil }
      return error
    }
  }

  @Test func `a saved query is a playlist of what it finds now`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      let other = try daemon.client()
      let abel = try client.send("find", "(artist == 'Abel Marr')").values("file")
      try client.send("segue_query_save", "Abel", "artist:abel")
      #expect(
        try other.idle(["stored_playlist"], timeout: Effort.within(.seconds(60)))
          == ["stored_playlist"])
      let lists = try client.send("listplaylists")
      #expect(lists.values("playlist") == ["Abel"] && lists.values("Last-Modified").count == 1)
      #expect(try client.send("lsinfo").values("playlist").last == "Abel")
      #expect(try client.send("listplaylist", "Abel").values("file").sorted() == abel.sorted())
      #expect(try client.send("listplaylistinfo", "Abel").values("Title").count == abel.count)
      #expect(try client.send("playlistlength", "Abel")["songs"] == String(abel.count))
      try client.send("load", "Abel", "1:3")
      #expect(try client.send("status")["playlistlength"] == "2")
      #expect(
        try client.send("searchplaylist", "Abel", "(title contains 'ebb')").values("Title")
          == ["Ebb Line"])

      // What it finds changes, and so does the list.
      try client.send("segue_query_save", "Loved", "loved:1")
      #expect(try client.send("listplaylist", "Loved").pairs.isEmpty)
      try client.send("sticker", "set", "song", abel[2], "like", "2")
      #expect(try client.send("listplaylist", "Loved").values("file") == [abel[2]])

      try client.send("segue_query_save", "Abel", "artist:abel", "-length,title", "1")
      #expect(try client.send("listplaylistinfo", "Abel").values("Title").count == 1)
      let kept = try client.send("segue_query_list")
      #expect(kept.values("playlist") == ["Abel", "Loved"])
      #expect(kept.values("query") == ["artist:abel", "loved:1"])
      #expect(kept.values("sort") == ["-length,title"] && kept.values("limit") == ["1"])
      try client.send("segue_query_remove", "Abel")
      #expect(Self.refusal(client, "listplaylist", "Abel")?.code == .noExist)
      #expect(Self.refusal(client, "segue_query_remove", "Abel")?.code == .noExist)
    }
  }

  @Test func `sections of what a query finds have letters and places`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      let sections = try client.send("segue_sections", "albumartist")
      let counts = sections.values("count").compactMap { Int($0) }
      #expect(counts.reduce(0, +) == 34)
      #expect(sections.values("section").first == "A" && sections.values("start").first == "0")
      let abel = try client.send("segue_sections", "heading", "artist:abel")
      #expect(abel["section"] == "Low Water · Abel Marr · 2021" && abel["index"] == "L")
      #expect(abel["count"] == "4")
      #expect(Self.refusal(client, "segue_sections", "colour")?.code == .argument)
      #expect(Self.refusal(client, "segue_sections", "year", "foo:x")?.code == .argument)
    }
  }

  @Test func `no client changes what a saved query finds, and each is told why`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("segue_query_save", "All", "")
      try client.send("playlistadd", "plain", "Abel Marr")
      for words in [
        ["save", "All"], ["save", "All", "append"], ["save", "All", "replace"], ["rm", "All"],
        ["rename", "All", "Else"], ["rename", "plain", "All"],
        ["playlistadd", "All", "Ines Calloway"], ["playlistadd", "All", "Ines Calloway", "0"],
        ["playlistclear", "All"], ["playlistdelete", "All", "0"],
        ["playlistmove", "All", "0", "1"],
        ["searchaddpl", "All", "artist", "ines"], ["segue_playlist_folder", "All", "x"],
        ["segue_playlist_save", "All", "replace", "Abel Marr"],
      ] {
        let error = #expect(throws: MPDClientError.self) {
          try client.send([MPDCommand(words[0], Array(words.dropFirst()))])
        }
        guard case .refused(let refusal) = error else { continue }
        #expect(refusal.code == .permission, "\(words): \(refusal)")
        #expect(refusal.message.hasPrefix("\"All\" is a saved query"), "\(words): \(refusal)")
      }
      #expect(try client.send("listplaylist", "All").values("file").count == 34)
      #expect(Self.refusal(client, "segue_query_save", "plain", "x")?.code == .exist)
      #expect(Self.refusal(client, "segue_query_save", "a/b", "x")?.code == .argument)
      #expect(Self.refusal(client, "segue_query_save", "x", "x", "", "-1")?.code == .argument)
      let wrong = Self.refusal(client, "segue_query_save", "x", "foo:x")
      #expect(wrong?.message.hasPrefix("At character 1 of the query: there is no field") == true)
      let order = Self.refusal(client, "segue_query_save", "x", "x", "year,colour")
      #expect(order?.message.hasPrefix("At character 6 of the order: \"colour\"") == true)
    }
  }
}
