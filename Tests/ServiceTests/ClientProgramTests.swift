import Glibc
import Posix
import TestSupport
import Testing

/// Programs that know nothing of Segue.
@Suite struct ClientProgramTests {
  private static let python = Project.root + "/.build/venv/bin/python"
  private static let peers = Project.root + "/.build/peers"

  private static func daemon() async throws -> RunningDaemon {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      return daemon
    }
  }

  @Test(.enabled(if: Program.isExecutable(python)))
  func `python-mpd2 understands every answer`() async throws {
    let daemon = try await Self.daemon()
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

  @Test(.enabled(if: access(peers + "/usr/include/mpd/client.h", R_OK) == 0))
  func `a program of libmpdclient's gets every answer`() async throws {
    let daemon = try await Self.daemon()
    let program = daemon.home.folder.path("mpdclient")
    let compiler = try await ProgramRun.of([
      "cc", "-Wall", "-Werror", "-I", Self.peers + "/usr/include", "-o", program,
      Project.rig + "/mpdclient.c", "-l:libmpdclient.so.2",
    ])
    #expect(compiler.status == 0, "\(compiler.errors)")
    let run = try await ProgramRun.of([program, daemon.home.socket])
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "version: 0.24", "status: 1, 4 songs, at 2", "current: Young Flood", "queue: 4, 4",
        "search: 4, 4", "find: 1, 1", "folder: 0 folders, 4 songs", "all: 19 folders, 34 songs",
        "stats: 34 songs", "output: null", "playlist: 4, 4", "idle: 1", "refused: 50",
      ])
  }

  @Test(.enabled(if: access(peers + "/usr/bin/mpDris2", R_OK) == 0))
  func `mpDris2 has the desktop see and steer what plays`() async throws {
    let daemon = try await Self.daemon()
    let script = #"""
      set -e
      peers=$1 log=$2
      export PYTHONPATH=$peers/usr/lib/python3/dist-packages
      export GI_TYPELIB_PATH=$peers/usr/lib/$(uname -m)-linux-gnu/girepository-1.0
      "$peers/bin/mpDris2" >"$log" 2>&1 &
      bridge=$!
      trap 'kill $bridge' EXIT
      await() { # TEXT COMMAND...: until the command prints it
        for _ in {1..600}; do
          [[ $("${@:2}" 2>/dev/null) != *"$1"* ]] || return 0
          kill -0 $bridge
          sleep 0.1
        done
        echo "$*: not seen" >&2
        cat "$log" >&2
        return 1
      }
      await mpd playerctl --list-all
      mpc --quiet add 'Ines Calloway' 'Abel Marr'
      playerctl play
      await Playing playerctl status
      playerctl metadata --format '{{title}} · {{artist}} · {{album}}'
      playerctl pause
      await Paused playerctl status
      playerctl volume 0.3
      playerctl shuffle On
      playerctl position 60
      await 1:00/ mpc status
      mpc status
      playerctl shuffle Off
      playerctl next
      await Ebb playerctl metadata title
      """#
    let run = try await ProgramRun.of(
      [
        Project.rig + "/bus", "bash", "-c", script, "script", Self.peers,
        daemon.home.folder.path("log"),
      ],
      environment: ["MPD_HOST": daemon.home.socket].merging(daemon.home.environment) { own, _ in
        own
      })
    #expect(run.status == 0, "\(run.errors)")
    let title = "A Winter in the Lighthouse, Unabridged"
    #expect(run.lines.first == "\(title) · Ines Calloway · A Winter in the Lighthouse")
    #expect(run.lines.contains("[paused]  #1/5   1:00/62:03 (1%)"))
    #expect(
      run.lines.last == "volume: 30%   repeat: off   random: on    single: off   consume: off")
  }
}
