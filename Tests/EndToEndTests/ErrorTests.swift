import Glibc
import TestSupport
import Testing

/// Whatever is wrong outside, the user gets one sentence and scripts a status.
@Suite struct ErrorTests {
  @Test(arguments: [
    (["list"], 1, "There is no library at "), (["pick", "--print"], 2, "There is no library at "),
    (["scan"], 1, "There is no music folder yet"),
    (["scan", "/no/such/folder"], 1, "Cannot scan /no/such/folder: "),
    (["--config", "/nowhere", "frobnicate"], 2, "There is no command \"frobnicate\""),
    (["--config=/nowhere", "list"], 1, "Cannot read /nowhere"),
    (["frobnicate"], 2, "There is no command \"frobnicate\""), ([], 2, "What shall be done?"),
    (["list", "--what"], 2, "list has no option --what"),
    (["seek"], 2, "Something is missing: segue seek TIME"),
    (["list", "--config", "/no/such.conf"], 1, "Cannot read /no/such.conf: "),
    (["play"], 1, "The queue is empty"),
    (["play", "3"], 1, "The queue of 0 tracks has no entry 3"),
    (["add", ""], 2, "\"\" is not a file, a folder or a URI of the library."),
  ])
  func `a mistake is one sentence on standard error`(
    arguments: [String], status: Int32, beginning: String
  ) async throws {
    let home = try PrivateHome()
    let run = try await ProgramRun.of(
      [Project.programs + "/segue"] + arguments, environment: home.environment)
    #expect(run.status == status)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("segue: \(beginning)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    _ = try await home.segue("quit")
  }

  @Test func `a library that may not be looked at is not taken for none`() async throws {
    let home = try PrivateHome()
    // Even root meets this: the library's folder is a file.
    try home.folder.write("loop", "")
    unlink(home.folder.path("loop"))
    symlink("loop", home.folder.path("loop"))
    let run = try await home.segue("list", extra: ["XDG_DATA_HOME": home.folder.path("loop")])
    #expect(run.status == 1)
    #expect(run.errors.contains("Too many levels of symbolic links"), "\(run.errors)")
    #expect(!run.errors.contains("There is no library"))
  }

  @Test func `a mistake in the configuration keeps nobody from a running daemon`() async throws {
    let home = try PrivateHome()
    #expect(try await home.segue("status").status == 0)
    try home.folder.write("config/segue/segue.conf", "[audio]\nfoo = 1\n")
    #expect(try await home.segue("status").status == 0)
    #expect(try await home.segue("quit").status == 0)
    let run = try await home.segue("scan", Project.music)
    #expect(run.status == 1)
    #expect(run.errors.contains("segue.conf, line 2: [audio] has no key \"foo\""), "\(run.errors)")
  }

  @Test func `a choice that cannot be printed is an error of pick, no leaving`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    let run = try await TerminalRun.of(
      [Project.programs + "/segue", "pick", "--print"], environment: home.environment,
      ["out /dev/full", "wait Ebb Line", "send \\r", "end"])
    #expect(run.status == 2, "\(run.problem)")
  }

  @Test func `a scan that has nothing to scan makes no library`() async throws {
    let home = try PrivateHome()
    let file = home.folder.path("file")
    try home.folder.write("file", "")
    for folders in [["/no/such/folder"], [file], [home.folder.path, "/no/such/folder"], []] {
      let scan = try await ProgramRun.of(
        [Project.programs + "/segue", "scan"] + folders, environment: home.environment)
      #expect(scan.status == 1 && scan.errors.split(separator: "\n").count == 1)
      #expect(access(home.folder.path("data"), F_OK) != 0)
      let list = try await home.segue("list")
      #expect(list.status == 1)
      #expect(list.errors.hasPrefix("segue: There is no library at "), "\(list.errors)")
    }
  }

  @Test func `an empty folder becomes a root with nothing in it`() async throws {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", try home.folder.makeFolder("Music"))
    #expect(scan.status == 0)
    #expect(scan.output.hasPrefix("0 added, 0 changed, 0 moved, 0 gone, 0 unreadable in "))
    #expect(try await home.segue("list").output == "")
  }

  @Test func `a locked database is waited for, then told`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    let run = try await ProgramRun.of(
      [
        Project.root + "/.build/venv/bin/python3", "-c",
        """
        import sqlite3, subprocess, sys
        db = sqlite3.connect(sys.argv[2], isolation_level=None)
        db.execute("BEGIN EXCLUSIVE")
        sys.exit(subprocess.run([sys.argv[1], "list"], stdout=subprocess.DEVNULL).returncode)
        """, Project.programs + "/segue", home.folder.path("data/segue/segue.db"),
      ], environment: home.environment)
    #expect(run.status == 0, "readers do not wait for writers: \(run.errors)")
  }

  @Test func `a wrong line of the configuration is named, and nothing starts`() async throws {
    let home = try PrivateHome(configuration: "[output x]\ntype = jack\n")
    let run = try await home.segue("status")
    #expect(run.status == 1)
    #expect(run.errors.contains("segue.conf, line 2: type is one of alsa, null"), "\(run.errors)")
  }

  @Test func `a device that is not there is told by status, and playing goes on by itself`()
    async throws
  {
    let home = try PrivateHome(configuration: "[audio]\ndevice = hw:77,0\n")
    _ = try await home.segue("scan", Project.music)
    let play = try await home.segue("play", "Abel Marr")
    #expect(play.status == 0)
    // Every question takes some milliseconds; the device is tried within the first second.
    var status = try await home.segue("status")
    for _ in 0..<500 where !status.output.contains("hw:77,0") {
      status = try await home.segue("status")
    }
    #expect(status.lines.last?.hasPrefix("There is no sound device hw:77,0; ") == true)
    #expect(status.lines.contains { $0.hasPrefix("playing 00:00 of 00:04") })
    _ = try await home.segue("quit")
  }

  // The thread sanitizer maps a file of its own, which the limit cuts off.
  @Test(.enabled(if: Effort.sanitizer != "thread", "the thread sanitizer needs larger files"))
  func `a full disk ends a scan with one sentence and leaves the library whole`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    let before = try await home.segue("list", "--json").output
    // A limit on the size of files is met as a full disk is: the write fails half-way.
    let files = try home.folder.makeFolder("More")
    for index in 0..<40 {
      symlink(
        Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac", "\(files)/\(index).flac")
    }
    let run = try await ProgramRun.of(
      [
        "sh", "-c", "ulimit -f 1; trap '' XFSZ; exec \"$0\" scan \"$1\"",
        Project.programs + "/segue", files,
      ], environment: home.environment)
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(try await home.segue("list", "--json").output == before)
  }
}
