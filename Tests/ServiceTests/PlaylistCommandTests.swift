import MPDProtocol
import Posix
import TestSupport
import Testing

/// Playlists and cue sheets in the music folders, as MPD 0.23.5 answers for the same files where it says nothing else.
@Suite struct PlaylistCommandTests {
  private static let sheet = """
    PERFORMER "Lantern Club"
    TITLE "Paper Boats"
    FILE "disc.flac" WAVE
      TRACK 01 AUDIO
        TITLE "Slipway"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Lock Keeper"
        INDEX 01 00:01:37
    """

  private static func daemon(_ folder: TemporaryFolder) throws -> RunningDaemon {
    let source = Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac"
    let music = try FileDescriptor(opening: source).readAll()
    for name in ["disc.flac", "a.flac", "sub/b.flac"] {
      try folder.write("music/\(name)", music)
    }
    try folder.write("music/disc.cue", sheet)
    try folder.write("music/sub/list.m3u", "b.flac\nmissing.flac\n../disc.flac\n../a.flac\n")
    let daemon = try RunningDaemon(
      configuration: "[library]\nroot = \(folder.path)/music\n[output null]\ntype = null\n")
    try daemon.waitForScan()
    return daemon
  }

  private static func lines(_ response: MPDResponse) -> [String] {
    response.pairs.filter { !["Last-Modified", "added"].contains($0.key) }
      .map { "\($0.key): \($0.value)" }
  }

  @Test func `listings show sheets and playlists where MPD shows them`() async throws {
    try await blocking {
      let folder = try TemporaryFolder()
      let daemon = try Self.daemon(folder)
      let client = try daemon.client()
      let tracks = ["file: disc.cue/track0001", "file: disc.cue/track0002"]
      #expect(
        Self.lines(try client.send("listall")) == [
          "file: a.flac", "playlist: disc.cue", "directory: disc.cue", tracks[0], tracks[1],
          "directory: sub", "file: sub/b.flac", "playlist: sub/list.m3u",
        ])
      let top = try client.send("lsinfo")
      #expect(
        top.pairs.map(\.key).filter { ["file", "playlist", "directory"].contains($0) } == [
          "file", "playlist", "directory", "directory",
        ])
      #expect(top.values("playlist") == ["disc.cue"])
      #expect(
        Self.lines(try client.send("lsinfo", "disc.cue/track0001")) == [
          "file: disc.cue/track0001", "Range: 0.000-1.493", "Format: 44100:16:2",
          "Artist: Lantern Club", "Album: Paper Boats", "AlbumArtist: Lantern Club",
          "Title: Slipway", "Track: 1", "Genre: Ambient", "Date: 2021-03-19",
          "Composer: Abel Marr", "Time: 1", "duration: 1.493",
        ])
      #expect(
        try client.send("lsinfo", "disc.cue").values("Range") == ["0.000-1.493", "1.493-"])
      // What clients have saved is none yet.
      #expect(try client.send("listplaylists").pairs.isEmpty)
    }
  }

  @Test func `a playlist is listed and loaded, whole or in part`() async throws {
    try await blocking {
      let folder = try TemporaryFolder()
      let daemon = try Self.daemon(folder)
      let client = try daemon.client()
      let list = "sub/list.m3u"
      let entries = [
        "sub/b.flac", "missing.flac", "disc.cue/track0001", "disc.cue/track0002", "a.flac",
      ]
      #expect(try client.send("listplaylist", list).values("file") == entries)
      #expect(try client.send("listplaylist", list, "1:3").values("file") == Array(entries[1..<3]))
      let info = try client.send("listplaylistinfo", list)
      #expect(info.values("file") == entries)
      #expect(info.values("Range") == ["0.000-1.493", "1.493-"])
      #expect(info.values("Title") == ["Ebb Line", "Slipway", "Lock Keeper", "Ebb Line"])
      #expect(try client.send("listplaylistinfo", "disc.cue").values("Track") == ["1", "2"])

      func queue() throws -> [String] {
        defer { _ = try? client.send("clear") }
        return try client.send("playlistinfo").values("file")
      }
      let found = entries.filter { $0 != "missing.flac" }
      for name in [list, "list", "list.m3u"] {
        try client.send("load", name)
        #expect(try queue() == found)
      }
      try client.send("load", list, "1:4")
      #expect(try queue() == Array(found[1...2]))
      try client.send("load", list, "9:")
      #expect(try queue() == [])
      try client.send("add", "a.flac")
      try client.send("load", "disc.cue", "1:", "0")
      #expect(try queue() == ["disc.cue/track0002", "a.flac"])
      for command in [
        MPDCommand("load", "nothing"), MPDCommand("listplaylist", "nothing"),
        MPDCommand("listplaylistinfo", "nothing"),
      ] {
        let error = #expect(throws: MPDClientError.self) { try client.send(command) }
        guard case .refused(let refusal) = error else { continue }
        #expect(refusal.code == .noExist && refusal.message == "No such playlist")
      }
      let error = #expect(throws: MPDClientError.self) { try client.send("load", list, "x") }
      #expect("\(error ?? .closed(client.address))".contains("Integer or range expected: x"))
    }
  }

  @Test func `a file that lies in tracks is all of them`() async throws {
    try await blocking {
      let folder = try TemporaryFolder()
      let daemon = try Self.daemon(folder)
      let client = try daemon.client()
      let tracks = ["disc.cue/track0001", "disc.cue/track0002"]
      for name in ["disc.flac", folder.path("music/disc.flac"), folder.path("music/disc.cue")] {
        try client.send("add", name)
        #expect(try client.send("playlistinfo").values("file") == tracks)
        try client.send("clear")
      }
      #expect(try client.send("lsinfo", "disc.flac").values("file") == tracks)
      #expect(try client.send("listall", "disc.flac").values("file") == tracks)
      try client.send("add", "a.flac")
      let id = try #require(try client.send("addid", "disc.flac", "0")["Id"])
      #expect(try client.send("playlistid", id)["file"] == tracks[0])
      #expect(try client.send("playlistinfo").values("file") == tracks + ["a.flac"])
      let placed = try client.send("segue_append", "disc.flac", "nothing.flac", "a.flac")
      #expect(placed["items"] == "3" && placed["missing"] == "1")
    }
  }

  @Test(.enabled(if: Program.isExecutable(Project.root + "/.build/venv/bin/python")))
  func `mpc and python-mpd2 understand the answers`() async throws {
    let folder = try TemporaryFolder()
    let daemon = try await blocking { try Self.daemon(folder) }
    let mpc = ["mpc", "-h", daemon.home.socket]
    #expect(
      try await ProgramRun.of(mpc + ["ls"]).lines == ["a.flac", "disc.cue", "disc.cue", "sub"])
    #expect(try await ProgramRun.of(mpc + ["load", "sub/list.m3u"]).errors == "")
    let titles = try await ProgramRun.of(mpc + ["playlist", "-f", "%title%"]).lines
    #expect(titles == ["Ebb Line", "Slipway", "Lock Keeper", "Ebb Line"])
    let script = """
      import mpd, sys
      c = mpd.MPDClient(); c.timeout = 20; c.connect(sys.argv[1])
      assert c.listplaylists() == []
      assert len(c.listplaylist("sub/list.m3u")) == 5
      assert [s.get("range") for s in c.listplaylistinfo("disc.cue")] == ["0.000-1.493", "1.493-"]
      assert [e.get("playlist") for e in c.lsinfo("sub")] == [None, "sub/list.m3u"]
      c.clear(); c.load("sub/list.m3u", (1, 4))
      assert [s["title"] for s in c.playlistinfo()] == ["Slipway", "Lock Keeper"]
      assert c.readcomments("disc.cue/track0002")["title"] == "Lock Keeper"
      print("done")
      """
    let python = Project.root + "/.build/venv/bin/python"
    let run = try await ProgramRun.of([python, "-c", script, daemon.home.socket])
    #expect(run.errors == "")
    #expect(run.output == "done\n")
  }
}
