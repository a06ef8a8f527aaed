import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// What MPD 0.23.12 was seen to answer, where clients rely on it.
@Suite struct WireTests {
  private static let table: [(sent: String, answered: String)] = [
    ("ping\n", "OK\n"),
    ("ping\r\n", "OK\n"),
    ("ping  \n", "OK\n"),
    ("noidle\nping\n", "OK\n"),
    ("idle\nnoidle\n", "OK\n"),
    ("idle player playlist\nnoidle\n", "OK\n"),
    ("idle sticker subscription message partition neighbor mount\nnoidle\n", "OK\n"),
    ("idle\nping\n", "closed"),
    ("idle nonsense\n", "ACK [2@0] {idle} Unrecognized idle event: nonsense\n"),
    ("\n", "closed"),
    (" ping\n", "closed"),
    ("Ping\n", "closed"),
    ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "closed"),
    ("foo-bar\n", "ACK [5@0] {} Invalid word character\nclosed"),
    ("nonsense\n", "ACK [5@0] {} unknown command \"nonsense\"\n"),
    ("ping \"x\n", "ACK [5@0] {} Missing closing '\"'\n"),
    ("ping \"x\"y\n", "ACK [5@0] {} Space expected after closing '\"'\n"),
    ("ping x\n", "ACK [2@0] {ping} wrong number of arguments for \"ping\"\n"),
    (
      "ping" + String(repeating: " x", count: 71) + "\n",
      "ACK [2@0] {ping} wrong number of arguments for \"ping\"\n"
    ),
    ("ping" + String(repeating: " x", count: 72) + "\n", "ACK [2@0] {} Too many arguments\n"),
    ("segue_stage" + String(repeating: " id:1", count: 4000) + "\n", "OK\n"),
    ("play 1 2\n", "ACK [2@0] {play} too many arguments for \"play\"\n"),
    ("tagtypes enable\n", "ACK [2@0] {tagtypes} Not enough arguments\n"),
    ("tagtypes nonsense\n", "ACK [2@0] {tagtypes} Unknown sub command\n"),
    ("tagtypes enable nonsense\n", "ACK [2@0] {tagtypes} Unknown tag type\n"),
    ("tagtypes clear\ntagtypes enable Artist Performer\n", "OK\nOK\n"),
    ("binarylimit 10\n", "ACK [2@0] {binarylimit} Value too small\n"),
    ("binarylimit 64\n", "OK\n"),
    ("password x\n", "ACK [3@0] {password} incorrect password\n"),
    ("play abc\n", "ACK [2@0] {play} Integer expected: abc\n"),
    ("play 99\n", "ACK [2@0] {play} Bad song index\n"),
    ("play -1\n", "OK\n"),
    ("playid 99\n", "ACK [50@0] {playid} No such song\n"),
    ("playlistid 9\n", "ACK [50@0] {playlistid} No such song\n"),
    ("next\n", "ACK [55@0] {next} Not playing\n"),
    ("seekcur 5\n", "ACK [55@0] {seekcur} Not playing\n"),
    ("seek 0 -1\n", "ACK [2@0] {seek} Negative value not allowed: -1\n"),
    ("setvol 101\n", "ACK [2@0] {setvol} Number too large: 101\n"),
    ("random 2\n", "ACK [2@0] {random} Boolean (0/1) expected: 2\n"),
    ("single x\n", "ACK [2@0] {single} Unrecognized single mode, expected 0, 1, or oneshot\n"),
    ("replay_gain_mode x\n", "ACK [2@0] {replay_gain_mode} Unrecognized replay gain mode\n"),
    ("crossfade 0\nmixrampdb 0\nmixrampdelay nan\nreplay_gain_mode off\n", "OK\nOK\nOK\nOK\n"),
    ("crossfade 2\ncrossfade -1\n", "OK\nACK [2@0] {crossfade} Number too large: -1\n"),
    ("replay_gain_status\n", "replay_gain_mode: off\nOK\n"),
    (
      "replay_gain_mode auto\nreplay_gain_status\nreplay_gain_mode off\n",
      "OK\nreplay_gain_mode: auto\nOK\nOK\n"
    ),
    ("segue_audio\n", "OK\n"),
    ("segue_audio x\n", "ACK [2@0] {segue_audio} wrong number of arguments for \"segue_audio\"\n"),
    ("enableoutput 7\n", "ACK [50@0] {enableoutput} No such audio output\n"),
    ("outputs\n", "outputid: 0\noutputname: null\nplugin: null\noutputenabled: 1\nOK\n"),
    ("add nope\n", "ACK [50@0] {add} No such directory\n"),
    ("addid nope\n", "ACK [50@0] {addid} No such song\n"),
    ("add /nope\n", "ACK [52@0] {add} Failed to access /nope: No such file or directory\n"),
    ("add file:///nope\n", "ACK [52@0] {add} Failed to access /nope: No such file or directory\n"),
    ("add http://x/y\n", "ACK [2@0] {add} Unsupported URI scheme\n"),
    ("add http://x/\n", "ACK [2@0] {add} Unsupported URI scheme\n"),
    ("lsinfo nope\n", "ACK [50@0] {lsinfo} No such directory\n"),
    ("listall nope\n", "ACK [50@0] {listall} No such directory\n"),
    ("listplaylists\n", "OK\n"),
    ("notcommands\n", "OK\n"),
    ("playlistinfo 0:1\n", "OK\n"),
    ("playlistinfo 5\n", "ACK [2@0] {playlistinfo} Bad song index\n"),
    ("delete -1\n", "OK\n"),
    ("delete 3:1\n", "ACK [2@0] {delete} Malformed range: 3:1\n"),
    ("move 0 9\n", "ACK [2@0] {move} Bad song index\n"),
    ("addid \"Abel Marr\" +0\n", "ACK [55@0] {addid} No current song\n"),
    ("segue_replace id:1\n", "ACK [50@0] {segue_replace} No such song\n"),
    ("ping\0foo\n", "OK\n"),
    ("command_list_end\n", "ACK [5@0] {} unknown command \"command_list_end\"\n"),
    ("command_list_begin\ncommand_list_end\n", "OK\n"),
    ("command_list_ok_begin\ncommand_list_end\n", "OK\n"),
    ("command_list_ok_begin\nping\nping\ncommand_list_end\n", "list_OK\nlist_OK\nOK\n"),
    (
      "command_list_ok_begin\nping\nplay 99\nping\ncommand_list_end\n",
      "list_OK\nACK [2@1] {play} Bad song index\n"
    ),
    (
      "command_list_begin\nping\ncommand_list_begin\nping\ncommand_list_end\n",
      "ACK [5@1] {} unknown command \"command_list_begin\"\n"
    ),
    (
      "command_list_begin\nping\nping \"\ncommand_list_end\n",
      "ACK [5@1] {} Missing closing '\"'\n"
    ),
    (
      "command_list_ok_begin\nlsinfo nope\ncommand_list_end\n",
      "ACK [50@0] {lsinfo} No such directory\n"
    ),
    ("command_list_begin\nping\nclose\nping\ncommand_list_end\n", "closed"),
    (
      "command_list_begin\nidle\ncommand_list_end\n",
      "ACK [1@0] {idle} idle is not possible inside a command list\n"
    ),
    ("close\n", "closed"),
  ]

  @Test func `the daemon answers as MPD does`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      // Else `idle` has it to tell.
      try daemon.waitForScan()
      for (sent, answered) in Self.table {
        let wire = try Wire(daemon.home.socket)
        try wire.send(sent)
        var got = ""
        // As many answers as are expected; each reads up to its end.
        repeat { got += try wire.answer() } while answered.hasPrefix(got) && got != answered
        #expect(got == answered, "\(sent)")
      }
    }
  }

  @Test func `lines that are too long, or no text, cost only who sends them`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      let other = try daemon.client()
      let long = try Wire(daemon.home.socket)
      // It may be cut off while it still sends.
      try? long.send([UInt8](repeating: 0x61, count: 100_000))
      #expect(try long.answer() == "closed")
      let endless = try Wire(daemon.home.socket)
      try? endless.send(
        "command_list_begin\n"
          + String(
            repeating: "ping \(String(repeating: "x", count: 8000))\n",
            count: 300))
      #expect(try endless.answer() == "closed")
      let binary = try Wire(daemon.home.socket)
      try binary.send(Array("add \"".utf8) + [0xFF, 0xFE, 0x80] + Array("\"\n".utf8))
      #expect(try binary.answer() == "ACK [50@0] {add} No such directory\n")
      let half = try Wire(daemon.home.socket)
      try half.send("pi")
      try other.send("ping")
      try half.send("ng\npi")
      #expect(try half.answer() == "OK\n")
      half.endSending()
      #expect(try half.answer() == "closed")
      try other.send("ping")
    }
  }

  @Test func `everything that was asked before the end is done`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let wire = try Wire(daemon.home.socket)
      try wire.send("add \"Abel Marr\"\nadd \"Kit Harrow\"\n")
      wire.endSending()
      #expect(try wire.answer() == "OK\n")
      #expect(try wire.answer() == "OK\n")
      #expect(try wire.answer() == "closed")
      do {
        let gone = try Wire(daemon.home.socket)
        try gone.send("add \"Abel Marr\"\nadd \"Kit Harrow\"\n")
      }
      let client = try daemon.client()
      while try client.send("status")["playlistlength"] != "18" {
        #expect(try client.idle(["playlist"], timeout: .seconds(10)) == ["playlist"])
      }
    }
  }

  @Test func `more clients than can be are turned away, and the others stay`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      var wires: [Wire] = []
      for _ in 0..<512 { wires.append(try Wire(daemon.home.socket)) }
      let extra = Wire(descriptor: try UnixSocket.connect(to: daemon.home.socket))
      #expect(try extra.answer() == "closed")
      #expect(try wires[511].ask("ping") == "OK\n")
      #expect(try wires[0].ask("close") == "closed")
      #expect(try Wire(daemon.home.socket).ask("ping") == "OK\n")
    }
  }
}
