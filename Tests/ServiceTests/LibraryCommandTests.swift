import Glibc
import Library
import MPDProtocol
import Media
import Posix
import TestSupport
import Testing

@testable import Service

@Suite struct LibraryCommandTests {
  @Test func `folders are listed as MPD lists them`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      #expect(
        try client.send("lsinfo").values("directory") == [
          "Abel Marr", "Field Recordings", "Ines Calloway", "Kit Harrow", "Łucja Świerk",
          "Orrin Vale", "Various Artists", "Егор Тишин", "نیلوفر کوهسار", "夜汽車楽団",
        ])
      #expect(try client.send("lsinfo", "/").pairs == client.send("lsinfo", "").pairs)
      let songs = try client.send("lsinfo", "Abel Marr/Low Water")
      #expect(
        songs.values("Title") == ["Ebb Line", "Slack Water", "Young Flood", "Lamps on the Pier"])
      let all = try client.send("listall", "Abel Marr").pairs.map { "\($0.key): \($0.value)" }
      #expect(
        all == [
          "directory: Abel Marr", "directory: Abel Marr/Low Water",
          "file: Abel Marr/Low Water/01 Ebb Line.flac",
          "file: Abel Marr/Low Water/02 Slack Water.flac",
          "file: Abel Marr/Low Water/03 Young Flood.flac",
          "file: Abel Marr/Low Water/04 Lamps on the Pier.flac",
        ])
      #expect(try client.send("listallinfo").values("file").count == 34)
      #expect(try client.send("stats")["songs"] == "34")
    }
  }

  @Test func `a song has the tags that the client wants`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      let uri = "Abel Marr/Low Water/01 Ebb Line.flac"
      let song = try client.send("lsinfo", uri)
      #expect(song["Artist"] == "Abel Marr")
      #expect(song["Date"] == "2021-03-19")
      #expect(song["Format"] == "44100:16:2")
      #expect(song["Time"] == "5")
      try client.send("tagtypes", "reset", "Title")
      let keys = try client.send("lsinfo", uri).pairs.map(\.key)
      #expect(keys == ["file", "Last-Modified", "added", "Format", "Title", "Time", "duration"])
    }
  }

  @Test func `files are added by their path, by local clients`() async throws {
    let port = try StreamSocket.listen(host: "127.0.0.1", port: 0)
    let number = try #require(StreamSocket.port(port.raw))
    // It was only to find a free one.
    _ = consume port
    try await blocking {
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration + "[mpd]\nlisten = 127.0.0.1:\(number)\n")
      try daemon.waitForScan()
      let local = try daemon.client()
      let file = Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac"
      try local.send("add", file)
      try local.send("add", "file://" + file)
      try local.send("add", Project.music + "/Abel Marr")
      #expect(try local.send("status")["playlistlength"] == "6")
      #expect(try local.send("config")["music_directory"] == Project.music)
      let outside = #expect(throws: MPDClientError.self) { try local.send("add", "/bin/sh") }
      #expect("\(outside ?? .closed(local.address))" == "No such song.")

      let remote = try MPDClient(.host("127.0.0.1", port: number))
      try remote.send("play")
      for command in [
        MPDCommand("add", file), MPDCommand("config"), MPDCommand("kill"),
        MPDCommand("enableoutput", "0"),
      ] {
        let error = #expect(throws: MPDClientError.self) { try remote.send(command) }
        guard case .refused(let refusal) = error else { continue }
        #expect(refusal.code == .permission)
      }
      #expect(
        try remote.send("notcommands").values("command") == [
          "disableoutput", "enableoutput", "kill", "outputset", "sticker", "stickernames",
          "stickernamestypes", "stickertypes", "toggleoutput",
        ])
    }
  }

  @Test func `an update finds what is new and tells it`() async throws {
    try await blocking {
      let music = try TemporaryFolder()
      try music.makeFolder("one")
      let daemon = try RunningDaemon(
        configuration: "[library]\nroot = \(music.path)\n[output null]\ntype = null\n")
      try daemon.waitForScan()
      let client = try daemon.client()
      let source = Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac"
      try music.write("one/new.flac", try FileDescriptor(opening: source).readAll())
      #expect(Int(try client.send("update")["updating_db"] ?? "") ?? 0 > 0)
      var seen: Set<String> = []
      while !seen.contains("database") {
        let events = try client.idle(["database", "update"], timeout: .seconds(20))
        if events.isEmpty { throw Silence(awaited: "database") }
        seen.formUnion(events)
      }
      try daemon.waitForScan()
      #expect(try client.send("lsinfo", "one").values("file") == ["one/new.flac"])
      // Nothing new: no word of the database.
      while !(try client.idle(timeout: .milliseconds(1))).isEmpty {}
      try client.send("update", "one")
      #expect(try client.idle(["database", "update"], timeout: .seconds(20)) == ["update"])
      try daemon.waitForScan()
      #expect(try client.idle(["database"], timeout: .milliseconds(1)) == [])
    }
  }

  @Test func `no client makes a folder of the machine a music folder`() async throws {
    try await blocking {
      let music = try TemporaryFolder()
      let elsewhere = try TemporaryFolder()
      let source = Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac"
      try elsewhere.write("secret.flac", try FileDescriptor(opening: source).readAll())
      try music.makeFolder("one")
      let daemon = try RunningDaemon(
        configuration: "[library]\nroot = \(music.path)\n[output null]\ntype = null\n")
      try daemon.waitForScan()
      let wire = try Wire(daemon.home.socket)
      let above = String(repeating: "../", count: 20)
      for path in [above + elsewhere.path.dropFirst(), "../", "one/..", "./one", "one//x"] {
        #expect(
          try wire.ask("update \"\(path)\"") == "ACK [2@0] {update} Malformed path\n", "\(path)")
      }
      #expect(symlink(elsewhere.path, music.path("out")) == 0)
      #expect(try wire.ask("update out").hasSuffix("OK\n"))
      try daemon.waitForScan()
      #expect(try daemon.client().send("listall").values("file") == ["out/secret.flac"])
    }
  }

  @Test func `a collection of any length becomes the queue in one change`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let ids = try daemon.persistentIDs()
      #expect(ids.count == 34)
      let client = try daemon.client()
      let before = try client.send("status")["playlist"].flatMap { Int($0) }
      // A soak also needs lists of lines longer than one list may be.
      let count = Effort.count(100_000)
      let many = (0..<count).map { ids[$0 % ids.count] }
      client.timeout = Effort.within(.seconds(60))
      #expect(try client.replaceQueue(with: many) == .init(items: count, missing: 0))
      let status = try client.send("status")
      #expect(status["playlistlength"] == String(count))
      #expect(status["state"] == "play")
      #expect(status["song"] == "0")
      #expect(status["playlist"].flatMap { Int($0) } ?? 0 <= (before ?? 0) + 2)
      #expect(try client.send("playlistinfo").values("file").count == count)
    }
  }

  @Test func `items that the library does not have are counted and left out`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let wire = try Wire(daemon.home.socket)
      let ids = try daemon.persistentIDs()
      #expect(
        try wire.ask("segue_stage id:\(ids[1]) \"Abel Marr/Low Water/01 Ebb Line.flac\" id:7")
          == "OK\n")
      #expect(try wire.ask("segue_append id:\(ids[0]) nope") == "items: 3\nmissing: 2\nOK\n")
      #expect(try wire.ask("segue_append") == "ACK [50@0] {segue_append} No such song\n")
      let client = try daemon.client()
      #expect(try client.send("status")["state"] == "stop")
      #expect(try wire.ask("segue_replace id:\(ids[2])") == "items: 1\nmissing: 0\nOK\n")
      #expect(try client.send("status")["state"] == "play")
      // What is inserted comes next, in random order too.
      try client.send("pause", "1")
      try client.send("add", "")
      try client.send("random", "1")
      #expect(try client.insertNext([ids[9], ids[7]]) == .init(items: 2, missing: 0))
      let next = { (client: MPDClient) in try client.send("status")["nextsong"] ?? "" }
      #expect(
        try client.send("playlistinfo", next(client)).values("file") == [
          try uri(of: ids[9], daemon)
        ])
    }
  }

  private func uri(of id: PersistentID, _ daemon: RunningDaemon) throws -> String {
    let store = try LibraryStore(
      path: daemon.home.folder.path("data/segue/segue.db"), access: .read)
    return try #require(try store.items([id]).first).uri
  }
}
