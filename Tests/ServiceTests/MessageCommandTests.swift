import MPDProtocol
import TestSupport
import Testing

@Suite struct MessageCommandTests {
  @Test func `clients send each other messages on channels`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      let (one, other) = (try daemon.client(), try daemon.client())
      try one.send("subscribe", "news")
      #expect(try other.send("channels").values("channel") == ["news"])
      try other.send("sendmessage", "news", "hello")
      #expect(try one.idle(["message"], timeout: .seconds(20)) == ["message"])
      #expect(
        try one.send("readmessages").pairs.map { "\($0.key): \($0.value)" } == [
          "channel: news", "message: hello",
        ])
      #expect(try one.send("readmessages").pairs.isEmpty)
      for _ in 0..<64 { try other.send("sendmessage", "news", "x") }
      let full = #expect(throws: MPDClientError.self) {
        try other.send("sendmessage", "news", "one too many")
      }
      #expect("\(full ?? .closed(one.address))".contains("nobody is subscribed"))
      #expect(try one.send("readmessages").values("message").count == 64)
      // Who is gone listens no more, and the others hear of it.
      while !(try other.idle(["subscription"], timeout: .milliseconds(1))).isEmpty {}
      try one.send("unsubscribe", "news")
      #expect(try other.idle(["subscription"], timeout: .seconds(20)) == ["subscription"])
      #expect(try other.send("channels").pairs.isEmpty)
    }
  }

  @Test func `a client that leaves listens to nothing any more`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      let other = try daemon.client()
      let wire = try Wire(daemon.home.socket)
      #expect(try wire.ask("subscribe a") == "OK\n")
      #expect(try other.idle(["subscription"], timeout: .seconds(20)) == ["subscription"])
      try wire.send("close\n")
      #expect(try other.idle(["subscription"], timeout: .seconds(20)) == ["subscription"])
      #expect(try other.send("channels").pairs.isEmpty)
    }
  }

  @Test func `what 0.24 adds is answered as its reference says`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let wire = try Wire(daemon.home.socket)
      let script = [
        ("protocol", "OK"), ("protocol available", "feature: hide_playlists_in_root\nOK"),
        ("protocol enable hide_playlists_in_root", "OK"),
        ("protocol", "feature: hide_playlists_in_root\nOK"), ("protocol clear", "OK"),
        ("protocol", "OK"), ("protocol all", "OK"),
        ("protocol enable x", "ACK [2@0] {protocol} Unknown protocol feature"),
        ("tagtypes reset Title Artist", "OK"), ("tagtypes", "tagtype: Artist\ntagtype: Title\nOK"),
        ("partition default", "OK"), ("listpartitions", "partition: default\nOK"),
        ("partition x", "ACK [50@0] {partition} partition does not exist"),
        ("findadd album \"Low Water\"", "OK"), ("prio 5 1:3", "OK"), ("tagtypes clear", "OK"),
        ("playlistfind \"(prio >= 9)\"", "OK"), ("rangeid 2 1:2.5", "OK"),
        ("rangeid 999 1:2", "ACK [50@0] {rangeid} No such song"),
        ("addtagid 1 Title x", "ACK [4@0] {addtagid} Cannot edit tags of local file"),
        ("outputset 0 a b", "ACK [2@0] {outputset} Unsupported attribute"),
        (
          "searchcount artist \"abel marr\" group Date",
          "Date: 2021-03-19\nsongs: 4\nplaytime: 20\nOK"
        ),
      ]
      for (request, answer) in script {
        #expect(try wire.ask(request) == answer + "\n", "\(request)")
      }
      let client = try daemon.client()
      #expect(
        try client.send("playlistfind", "(prio >= 5)", "sort", "-prio").values("Pos") == ["1", "2"])
      let entry = try client.send("playlistid", "2")
      #expect(entry["Range"] == "1.000-2.500" && entry["duration"] == "1.500")
      try client.send("crossfade", "3")
      try client.send("mixrampdb", "-17.5")
      try client.send("mixrampdelay", "2")
      let status = try client.send("status")
      #expect(status["xfade"] == "3" && status["mixrampdb"] == "-17.5")
      #expect(status["mixrampdelay"] == "2")
      try client.send("searchaddpl", "mine", "title", "slack")
      try client.send("searchaddpl", "mine", "album", "low water", "window", "0:1", "position", "0")
      #expect(try client.send("listplaylistinfo", "mine").values("Track") == ["1", "2"])
      #expect(
        try client.send("searchplaylist", "mine", "title", "SLACK").values("Track") == ["2"])
      #expect(try client.send("lsinfo").values("playlist") == ["mine"])
      try client.send("protocol", "all")
      #expect(try client.send("lsinfo").values("playlist") == [])
      let files = try client.send("listfiles", "Abel Marr/Low Water")
      #expect(files.values("file").contains("cover.jpg") && files.values("size").count == 5)
    }
  }
}
