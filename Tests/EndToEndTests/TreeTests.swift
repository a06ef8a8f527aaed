import Foundation
import TestSupport
import Testing

/// A tree of hard names, links, playlists and cue sheets, scanned by the programs and compared with a table and with what mutagen
/// and ffprobe say.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: CaseTree.python)))
struct TreeTests {
  private static let speed = "speed=20"

  @Test func `every name is an item or reported, and none is listed twice`() async throws {
    let tree = try await CaseTree(isSeen: true)
    var rest = tree.items
    for row in tree.rows where row.status == "item" {
      let found = rest.removeValue(forKey: row.path) ?? []
      #expect(found.count == 1, row.name)
      guard let item = found.first else { continue }
      #expect(item["title"] as? String == row.title, row.name)
      #expect(item["cueTrack"] == nil, row.name)
      #expect(abs((item["duration"] as? Double ?? 0) - row.seconds) < 0.05, row.name)
      #expect(tree.report[row.path]?["status"] == row.text("report"), row.name)
      Self.compare(item, row)
    }
    for row in tree.rows where ["covered", "sheet"].contains(row.status) {
      let found = rest.removeValue(forKey: row.path) ?? []
      #expect(found.allSatisfy { $0["cueTrack"] != nil }, row.name)
      #expect(!found.isEmpty || row.status == "sheet", row.name)
    }
    #expect(rest.isEmpty)
    let uris = tree.items.values.joined().compactMap { $0["uri"] as? String }
    #expect(Set(uris).count == uris.count)
  }

  /// Both other readers say the same, unless the table knows why one does not.
  private static func compare(_ item: [String: Any], _ row: CaseTree.Row) {
    #expect(row.seen.count == 2, row.name)
    for (reader, said) in row.seen {
      let excused = row.differs[reader] ?? [:]
      if reader == "mutagen", excused["title"] == nil {
        #expect(item["title"] as? String == said["title"] as? String, row.name)
      }
      if excused["seconds"] == nil {
        let seconds = said["seconds"] as? Double ?? 0
        #expect(abs((item["duration"] as? Double ?? 0) - seconds) < 0.05, row.name)
      }
    }
  }

  @Test func `what is no music is reported by its kind, or passed over without a word`()
    async throws
  {
    let tree = try await CaseTree()
    for row in tree.rows {
      let problem = tree.report[row.path]
      switch row.status {
      case "reported":
        #expect(problem?["class"] == row.text("class"), row.name)
        #expect(problem?["status"] == "unreadable", row.name)
      case "silent": #expect(problem == nil, row.name)
      default: continue
      }
      #expect(tree.items[row.path] == nil, row.name)
    }
    let known = Set(tree.rows.map(\.path))
    #expect(tree.report.keys.allSatisfy { known.contains($0) })
    let text = try await tree.home.segue("scan", "--report")
    #expect(text.lines.count { !$0.contains("may have the same sound") } == tree.report.count)
    #expect(
      text.output.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      })
  }

  @Test func `what may not be read is reported, and everything else is there`() async throws {
    let home = try PrivateHome()
    let song = try Data(
      contentsOf: URL(fileURLWithPath: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"))
    for name in ["a/first.flac", "b/locked away.flac", "c/locked.flac", "c/third.flac"] {
      try home.folder.write("music/\(name)", song)
    }
    try home.folder.write("music/c/locked.m3u", "third.flac")
    let locked = ["b", "c/locked.flac", "c/locked.m3u"].map { home.folder.path("music/\($0)") }
    for path in locked { chmod(path, 0) }
    defer { for path in locked { chmod(path, 0o755) } }
    // Root may read everything, unless it gives that up.
    let ordinary =
      geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []
    let scan = try await ProgramRun.of(
      ordinary + [Project.programs + "/segue", "scan", home.folder.path("music")],
      environment: home.environment)
    #expect(scan.output.hasPrefix("2 added, 0 changed, 0 moved, 0 gone, 2 unreadable"))
    #expect(
      try await home.segue("list", "--format", "%file%").lines == ["a/first.flac", "c/third.flac"])
    let report = try await home.segue("scan", "--report", "--json").lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String] ?? [:]
    }
    let kinds = Dictionary(
      report.filter { $0["status"] != "duplicate" }.map { ($0["path"] ?? "", $0["class"] ?? "") },
      uniquingKeysWith: { $0 + $1 })
    #expect(
      kinds == [locked[0]: "permission", locked[1]: "permission", locked[2]: "brokenPlaylist"])
  }

  @Test func `what is plainly no music is never opened`() async throws {
    let home = try PrivateHome()
    let names = [
      "notes.txt", "cover.jpg", "rip.log", "all.zip", "film.vob", "words.lrc", "._a.mp3",
    ]
    for name in names + ["nothing known", "song.mp3"] {
      try home.folder.write("music/\(name)", "-")
    }
    let trace = home.folder.path("trace")
    let scan = try await ProgramRun.of(
      ["strace", "-f", "-e", "trace=open,openat,openat2", "-o", trace]
        + [Project.programs + "/segue", "scan", home.folder.path("music")],
      environment: home.environment)
    #expect(scan.status == 0, "\(scan.errors)")
    let opened = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(opened.contains("music/song.mp3") && opened.contains("music/nothing known"))
    for name in names { #expect(!opened.contains("music/\(name)"), "\(name)") }
  }

  @Test func `playlists have the entries that they mean, and say what is missing`() async throws {
    let tree = try await CaseTree()
    let lists = try await tree.playlists()
    for row in tree.rows where row.status == "playlist" {
      let uri = try #require(lists[row.path], row.name)
      let entries = try await tree.lines("playlist", "show", uri).map { entry in
        entry["uri"] == nil ? nil : tree.path(of: entry)
      }
      #expect(entries == row.entries, row.name)
      Self.checkReport(tree, row)
    }
  }

  @Test func `tracks of cue sheets are where their sheets say`() async throws {
    let tree = try await CaseTree()
    let sheets = try await tree.playlists()
    for row in tree.rows where row.status == "sheet" {
      // One in tags is called as its file.
      let uri = sheets[row.path] ?? String(decoding: row.path, as: UTF8.self)
      let tracks = try await tree.lines("playlist", "show", uri)
      #expect(tracks.map { $0["title"] as? String } == row.tracks.map(\.title), row.name)
      for (track, expected) in zip(tracks, row.tracks) {
        #expect(abs((track["start"] as? Double ?? -1) - expected.start) < 0.002, row.name)
        #expect(abs((track["duration"] as? Double ?? -1) - expected.seconds) < 0.002, row.name)
        #expect(track["uri"] as? String != nil, row.name)
      }
      Self.checkReport(tree, row)
    }
  }

  private static func checkReport(_ tree: CaseTree, _ row: CaseTree.Row) {
    let problem = tree.report[row.path]
    #expect(problem?["reason"] == row.text("says"), row.name)
    #expect(problem == nil || problem?["status"] == "brokenPlaylist", row.name)
  }

  @Test(arguments: [3, 5, 6])
  func `a library that follows changes says what a new one says`(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let steps = Effort.isSoak ? 100 : 25
    let run = try await ProgramRun.of(
      [CaseTree.python, Project.root + "/Tests/Cases/compare-scans", Project.programs]
        + [folder.path, "\(seed)", "\(steps)"], deadline: Effort.isSoak ? 1200 : 120)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `every item is queued by its path and by its URI, kept, and played`() async throws {
    let tree = try await CaseTree(configuration: "[audio]\ndevice = hw:0,0\n")
    let card = try await VirtualCard(in: tree.home.folder.path("card"), Self.speed)
    let uris = tree.items.values.joined().compactMap { $0["uri"] as? String }.sorted()
    let home = tree.home
    // mpc and python-mpd2 send names as any client does; they come back as they went.
    let script = """
      import mpd, sys
      c = mpd.MPDClient(); c.timeout = 20; c.connect(sys.argv[1])
      uris = sys.stdin.buffer.read().decode().split("\\0")
      for uri in uris:
          c.add(uri)
      queue = [s["file"] for s in c.playlistinfo()]
      assert queue == uris, [x for x in zip(queue, uris) if x[0] != x[1]]
      for uri in uris:
          assert [s["file"] for s in c.lsinfo(uri)] == [uri], uri
      c.clear()
      # As a client of old writes a name, in bytes.
      import socket
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); f = s.makefile("rwb"); f.readline()
      f.write(b'add "names/latin \\xe9\\xe8.flac"\\n'); f.flush(); assert f.readline() == b"OK\\n"
      assert [s["title"] for s in c.playlistinfo()] == ["Latin-1"]
      c.clear()
      """
    #expect(try await home.segue("status", extra: card.environment).status == 0)
    let run = try await ProgramRun.of(
      [CaseTree.python, "-c", script, home.socket], input: uris.joined(separator: "\0"))
    #expect(run.errors == "")
    // Restarted, the daemon has the same.
    for item in tree.items.keys.compactMap({ String(data: $0, encoding: .utf8) }) {
      _ = try await home.segue("add", "--", tree.music + "/" + item)
    }
    let before = try await home.segue("queue", "--json").output
    #expect(!before.isEmpty)
    _ = try await home.segue("quit")
    #expect(try await home.segue("status", extra: card.environment).status == 0)
    #expect(try await home.segue("queue", "--json").output == before)
    let play = try await home.segue("play", "--wait", tree.music, extra: card.environment)
    #expect(play.errors == "")
    #expect(play.status == 0)
    // At this pace one who only listens may miss a track; the daemon names each that cannot be played.
    let log = try String(
      contentsOfFile: home.folder.path("state/segue/segued.log"), encoding: .utf8)
    var usual = ["Ready at", "Running as root", "Scanned the music"]
    // A sanitized daemon may be too slow for the card; it says so, and goes on where it was.
    if Effort.sanitizer != nil { usual += ["No sound for now", "There is sound again"] }
    let failures = log.split(separator: "\n").filter { line in
      !usual.contains { line.contains($0) }
    }
    #expect(failures == [])
    _ = try await home.segue("quit")
  }
}
