import MPDProtocol
import Posix
import TestSupport
import Testing

@Suite struct SearchCommandTests {
  @Test func `the library is searched, listed and counted`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      func titles(_ arguments: String...) throws -> [String] {
        try client.send(MPDCommand(arguments[0], Array(arguments.dropFirst()))).values("Title")
      }
      #expect(try titles("find", "title", "Ebb Line") == ["Ebb Line"])
      #expect(try titles("find", "title", "ebb line") == [])
      #expect(try titles("search", "title", "EBB") == ["Ebb Line"])
      #expect(try titles("search", "title", "zolte swiatlo") == ["Żółte światło"])
      #expect(
        try titles("find", "((title == 'Ebb Line') OR (title =~ '^Slack'))") == [
          "Ebb Line", "Slack Water",
        ])
      #expect(
        try titles("find", "(title starts_with_ci 'EBB')", "sort", "title", "window", "0:1")
          == ["Ebb Line"])
      #expect(try titles("find", "(added-since '2000-01-01')", "window", "0:2").count == 2)
      #expect(try client.send("find", "(base 'Abel Marr')").values("file").count == 4)
      #expect(try client.send("count", "artist", "Abel Marr")["songs"] == "4")
      #expect(try client.send("searchcount", "artist", "abel marr")["songs"] == "4")
      #expect(
        try client.send("list", "Album", "(artist == 'Abel Marr')", "group", "Date").pairs
          .map { "\($0.key): \($0.value)" } == ["Date: 2021-03-19", "Album: Low Water"])
      #expect(try client.send("list", "file", "album", "Low Water").values("file").count == 4)
    }
  }

  @Test func `what is found is put into the queue, and found there`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("findadd", "album", "Low Water")
      try client.send("searchadd", "title", "furrow", "position", "1")
      #expect(
        try client.send("playlistinfo").values("Title") == [
          "Ebb Line", "Furrow", "Slack Water", "Young Flood", "Lamps on the Pier",
        ])
      #expect(try client.send("playlistfind", "title", "Furrow")["Pos"] == "1")
      #expect(
        try client.send("playlistsearch", "artist", "abel", "sort", "-title", "window", "0:2")
          .values("Title") == ["Young Flood", "Slack Water"])
    }
  }

  @Test func `what fills many pages comes whole and in order, and holds up nobody`() async throws {
    try await blocking {
      let music = try TemporaryFolder()
      let track = try FileDescriptor(
        opening: Project.music + "/Field Recordings/boathouse-0412.mp3"
      ).readAll()
      // Beyond one page of answers, in folders that begin alike.
      for number in 0..<600 { try music.write("\(number % 3)/\(number) \(number % 7).mp3", track) }
      let daemon = try RunningDaemon(
        configuration: "[library]\nroot = \(music.path)\n[output null]\ntype = null\n")
      try daemon.waitForScan()
      let (client, other) = (try daemon.client(), try daemon.client())
      let all = try client.send("listall").values("file")
      #expect(all.count == 600)
      #expect(try client.send("find", "(base '')").values("file") == all)
      #expect(try client.send("search", "file", "mp3").values("file") == all)
      #expect(try client.send("list", "file").values("file") == all)
      #expect(
        try client.send("find", "(base '1')", "window", "50:250").values("file")
          == Array(all.filter { $0.hasPrefix("1/") }[50..<200]))
      try client.send("findadd", "(file contains ' 3.mp3')")
      let found = all.filter { $0.hasSuffix(" 3.mp3") }
      #expect(try client.send("playlistfind", "(base '')").values("file") == found)

      // One that asks for much and does not read.
      let wire = try Wire(daemon.home.socket)
      try wire.send(String(repeating: "find \"(base '')\"\n", count: 200))
      for _ in 0..<20 { try other.send("ping") }
    }
  }
}
