import Posix
import TestSupport
import Testing

/// Programs that know nothing of Segue.
@Suite struct ClientProgramTests {
  @Test func `mpc does its daily work`() async throws {
    let daemon = try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      return daemon
    }
    let script: [([String], String)] = [
      (["ls"], "Abel Marr\nField Recordings\n"),
      (["ls", "Abel Marr/Low Water"], "Abel Marr/Low Water/01 Ebb Line.flac\n"),
      (["listall", "Kit Harrow"], "Kit Harrow/Tin Roof Demos/01 Rain on the Tin Roof.mp3\n"),
      (["search", "any", "ebb"], "Abel Marr/Low Water/01 Ebb Line.flac\n"),
      (["find", "(title == \"Ebb Line\")"], "Abel Marr/Low Water/01 Ebb Line.flac\n"),
      (
        ["search", "base", "Abel Marr", "title", "slack"],
        "Abel Marr/Low Water/02 Slack Water.flac\n"
      ),
      (["list", "album", "artist", "Abel Marr"], "Low Water\n"),
      (["list", "album", "group", "artist"], "\n    \nAbel Marr\n    Low Water\n"),
      (["findadd", "title", "Furrow"], ""),
      (["searchadd", "album", "low water"], ""),
      (["playlist"], "Orrin Vale - Furrow\nAbel Marr - Ebb Line\n"),
      (["searchplay", "title", "lamps"], "Abel Marr - Lamps on the Pier\n[playing] #5/5"),
      (["prio", "5", "1"], ""),
      (["crossfade", "3"], ""),
      (["crossfade"], "crossfade: 3\n"),
      (["mixrampdb", "-17"], ""),
      (["channels"], ""),
      (["clear"], "volume:"),
      (["add", "Abel Marr", "Kit Harrow"], ""),
      (["playlist"], "Abel Marr - Ebb Line\n"),
      (["playlist", "-f", "%file%"], "Abel Marr/Low Water/01 Ebb Line.flac\n"),
      (["play", "2"], "Abel Marr - Slack Water\n[playing] #2/9"),
      (["next"], "Abel Marr - Young Flood\n[playing] #3/9"),
      (["prev"], "Abel Marr - Slack Water\n[playing] #2/9"),
      (["toggle"], "Abel Marr - Slack Water\n[paused]  #2/9"),
      (["seek", "1"], "Abel Marr - Slack Water\n[paused]  #2/9   0:01/0:05"),
      (["volume", "40"], "Abel Marr - Slack Water\n"),
      (["volume", "-10"], "Abel Marr - Slack Water\n"),
      (["volume"], "volume: 30%"),
      (["insert", "Orrin Vale/The Long Field/1-01 Furrow.mp3"], ""),
      (["queued"], "Orrin Vale - Furrow\n"),
      (["move", "1", "3"], ""),
      (["play"], "Abel Marr - Slack Water\n[playing] #1/10"),
      (["del", "2"], ""),
      (["crop"], ""),
      (["current"], "Abel Marr - Slack Water\n"),
      (["stop"], "volume: 30%   repeat: off   random: off"),
      (["random", "on"], "volume: 30%   repeat: off   random: on "),
      (["single", "once"], "volume: 30%   repeat: off   random: on    single: once"),
      (["outputs"], "Output 1 (null) is enabled\n"),
      (["disable", "1"], "Output 1 (null) is disabled\n"),
      (["enable", "only", "1"], "Output 1 (null) is enabled\n"),
      (["stats"], "Artists:     15\n"),
      (["update", "--wait"], ""),
      (["clear"], "volume: 30%"),
      (["status"], "volume: 30%"),
    ]
    for (arguments, output) in script {
      let run = try await ProgramRun.of(["mpc", "-h", daemon.home.socket] + arguments)
      #expect(run.status == 0, "\(arguments)")
      #expect(run.output.hasPrefix(output), "\(arguments): \(run.output)")
      #expect(run.errors.isEmpty, "\(arguments): \(run.errors)")
    }
  }

  private static let python = Project.root + "/.build/venv/bin/python"

  @Test(.enabled(if: Program.isExecutable(python)))
  func `python-mpd2 understands every answer`() async throws {
    let daemon = try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      return daemon
    }
    let script = """
      import mpd, sys
      c = mpd.MPDClient(); c.timeout = 20; c.connect(sys.argv[1])
      assert c.mpd_version == "0.24.0"
      assert len(c.listallinfo()) == 34 + 19, len(c.listallinfo())
      c.add("Abel Marr"); i = c.addid("Abel Marr/Low Water/01 Ebb Line.flac", 0)
      assert [s["id"] for s in c.playlistinfo()][0] == i
      c.command_list_ok_begin(); c.play(1); c.status(); c.currentsong()
      _, status, song = c.command_list_end()
      assert status["state"] == "play" and song["title"] == "Ebb Line", (status, song)
      assert c.plchangesposid(0)[4]["cpos"] == "4"
      assert "segue_replace" in c.commands() and c.notcommands() == []
      assert "Artist" in c.tagtypes() and c.urlhandlers() == ["file://"]
      assert "flac" in c.decoders()[0]["suffix"] and c.outputs()[0]["plugin"] == "null"
      try:
          c.playid(99); sys.exit("no error")
      except mpd.CommandError as e:
          assert e.errno == mpd.FailureResponseCode.NO_EXIST
      c.delete((1, 3)); assert len(c.playlistid()) == 3
      assert c.count("artist", "Abel Marr")["songs"] == "4"
      assert c.list("album", "group", "artist")[1] == {"artist": "Abel Marr", "album": "Low Water"}
      assert len(c.find("(artist == 'Abel Marr')", "sort", "-title", "window", "0:2")) == 2
      c.findadd("title", "Furrow"); c.searchadd("title", "slack")
      assert [s["title"] for s in c.playlistsearch("title", "furrow")] == ["Furrow"]
      assert len(c.listfiles("Abel Marr/Low Water")) == 5
      c.subscribe("x"); c.sendmessage("x", "hi")
      assert c.readmessages() == [{"channel": "x", "message": "hi"}]
      c.prio(5, "0:1"); assert c.playlistinfo()[0]["prio"] == "5"
      c.setvol(30); assert "mixer" in c.idle("mixer")
      print("done")
      """
    let run = try await ProgramRun.of([Self.python, "-c", script, daemon.home.socket])
    #expect(run.errors == "")
    #expect(run.output == "done\n")
  }
}
