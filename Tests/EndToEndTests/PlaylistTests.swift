import Glibc
import Media
import Posix
import TestSupport
import Testing

/// `segue playlist`, from a queue to a file and back.
@Suite struct PlaylistTests {
  @Test func `a queue is kept, changed, exported and imported again in each format`() async throws {
    let home = try await ControlTests.scannedHome()
    func playlist(_ words: String...) async throws -> ProgramRun {
      switch words.count {
      case 1: try await home.segue("playlist", words[0])
      case 2: try await home.segue("playlist", words[0], words[1])
      case 3: try await home.segue("playlist", words[0], words[1], words[2])
      default: try await home.segue("playlist", words[0], words[1], words[2], words[3])
      }
    }
    _ = try await home.segue("add", "Abel Marr", "Ines Calloway", "Kit Harrow")
    let queue = try await home.segue("queue", "--paths").lines
    #expect(try await playlist("save", "mixed").output == "\(queue.count) tracks kept\n")
    #expect(try await playlist("save", "mixed").status == 1)
    #expect(try await playlist("show", "mixed", "--paths").lines == queue)
    #expect(try await playlist("list").lines.contains("mixed"))
    for format in ["m3u8", "xspf", "pls"] {
      let file = try home.folder.write("lists/mixed.\(format)", [])
      #expect(try await playlist("export", "mixed", file).status == 0)
      let run = try await playlist("import", file, "again \(format)")
      #expect(run.output == "\(queue.count) tracks kept as again \(format)\n", "\(run.errors)")
      #expect(try await playlist("show", "again \(format)", "--paths").lines == queue)
    }
    // What is refused is named as it would be called.
    let taken = try await playlist("import", home.folder.path("lists/mixed.m3u8"))
    #expect(taken.status == 1 && taken.errors.contains("There is a playlist \"mixed\" already."))
    let renamed = try await playlist("rename", "mixed", "again pls")
    #expect(renamed.status == 1)
    #expect(renamed.errors == "segue: There is a playlist \"again pls\" already.\n")
    let misnamed = try await playlist("rename", "mixed", "a/b")
    #expect(misnamed.status == 1 && misnamed.errors.contains("\"a/b\" is no name for a playlist"))
    #expect(try await playlist("remove", "mixed", "1", "3-").output.hasSuffix("removed\n"))
    #expect(try await playlist("show", "mixed", "--paths").lines == [queue[1]])
    #expect(try await playlist("add", "mixed", "Ines Calloway").status == 0)
    #expect(try await playlist("move", "mixed", "1", "2").status == 0)
    #expect(try await playlist("show", "mixed", "--paths").lines.last == queue[1])
    #expect(try await playlist("rename", "mixed", "other").status == 0)
    #expect(try await playlist("play", "other").lines.last?.hasSuffix("1 of 2") == true)
    #expect(try await playlist("load", "other").output == "2 tracks added\n")
    #expect(try await playlist("delete", "other").status == 0)
    let gone = try await playlist("show", "other")
    #expect(gone.status == 1 && gone.errors.contains("There is no playlist \"other\""))
    #expect(try await playlist("dance", "other").status == 2)
    _ = try await home.segue("quit")
  }

  @Test func `copies of playlists are kept, and one that cannot be is told`() async throws {
    let home = try await ControlTests.scannedHome()
    _ = try await home.segue("add", "Abel Marr")
    for name in ["one", "two", String(repeating: "あ", count: 80)] {
      #expect(try await home.segue("playlist", "save", name).status == 0)
    }
    // A folder lies where its file would.
    try home.folder.makeFolder("copies/one.m3u8/x")
    let script = """
      mkfifo "$2/pipe"
      "$1/segue" playlist export --watch "$2/copies" >"$2/pipe" &
      read line <"$2/pipe"; echo "$line"; kill $!; wait; ls "$2/copies" | wc -l; cat "$2/copies/two.m3u8"
      """
    let run = try await ProgramRun.of(
      ["sh", "-c", script, "sh", Project.programs, home.folder.path],
      environment: home.environment)
    #expect(run.lines.first?.hasPrefix("3 playlists in") == true, "\(run.output)\(run.errors)")
    #expect(run.lines.dropFirst().first?.contains("3") == true, "\(run.output)")
    #expect(run.lines.contains { $0.hasSuffix("01 Ebb Line.flac") }, "\(run.output)")
    #expect(run.errors.contains("segue: one: Cannot "), "\(run.errors)")
    _ = try await home.segue("quit")
  }

  @Test func `what is not in the library is kept and shown`() async throws {
    let home = try await ControlTests.scannedHome()
    let file = try home.folder.write(
      "list.m3u", Array("\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac\ngone.mp3\n".utf8))
    let run = try await home.segue("playlist", "import", file)
    #expect(run.output == "2 tracks kept as list, 1 of them not in the library\n", "\(run.errors)")
    let shown = try await home.segue("playlist", "show", "list")
    #expect(shown.lines.count == 1 && shown.errors.contains("gone.mp3 is not in the library."))
    _ = try await home.segue("playlist", "put", "list", "Evenings")
    let long = try await home.segue("playlist", "list", "--long").lines
    #expect(long.contains("Evenings/list  2 tracks · 00:04 · 1 missing"), "\(long)")
    #expect(try await home.segue("undo").status == 0)
    #expect(
      try await home.segue("playlist", "list", "--long").lines.contains {
        $0.hasPrefix("list  2 tracks")
      })
    let json = try await home.segue("playlist", "show", "list", "--json").lines
    #expect(json.count == 2 && json[1].contains("\"missing\":true"))
    _ = try await home.segue("quit")
  }

  @Test func `a folder that is watched over has all playlists, and its other files are left alone`()
    async throws
  {
    let home = try await ControlTests.scannedHome()
    _ = try await home.segue("playlist", "add", "mixed", "Abel Marr")
    let folder = try home.folder.makeFolder("player")
    let own = try home.folder.write("player/mine.m3u8", "as it is")
    let mirror = try FollowedProgram(
      [Project.programs + "/segue", "playlist", "export", "--watch", folder],
      environment: home.environment, in: home.folder)
    func text(_ name: String) -> String? {
      (try? FileDescriptor(opening: "\(folder)/\(name)").readAll())
        .map { String(decoding: $0, as: UTF8.self) }
    }
    try await blocking { try mirror.wait(for: "1 playlist in") }
    #expect(text("mixed.m3u8")?.split(separator: "\n").count { $0.hasPrefix("/") } == 4)
    _ = try await home.segue("playlist", "add", "second", "Kit Harrow")
    try await blocking { try mirror.wait(for: "2 playlists in") }
    #expect(text("second.m3u8")?.contains("Nine Nails") == true)
    _ = try await home.segue("playlist", "rename", "mixed", "other")
    try await blocking { try mirror.wait(for: "2 playlists in") }
    #expect(text("mixed.m3u8") == nil && text("other.m3u8") != nil)
    _ = try await home.segue("playlist", "delete", "other")
    try await blocking { try mirror.wait(for: "1 playlist in") }
    #expect(text("other.m3u8") == nil && text("mine.m3u8") == "as it is")
    #expect(unlink(own) == 0)
    let gone = try await home.segue("playlist", "export", "--watch", folder + "/nowhere")
    #expect(gone.status == 1 && gone.errors.contains("There is no folder"))
    mirror.program.signal(SIGINT)
    _ = try await home.segue("quit")
  }
}
