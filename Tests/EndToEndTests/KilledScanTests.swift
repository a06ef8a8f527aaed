import Glibc
import Posix
import TestSupport
import Testing

/// A scan may be killed at any moment.
@Suite struct KilledScanTests {
  @Test func `a scan that is killed leaves a library that the next one completes`() async throws {
    let home = try PrivateHome()
    let clean = try PrivateHome()
    let music = home.folder.path("music")
    try Self.fill(home.folder, copies: 40)
    _ = try await clean.segue("scan", music, deadline: 300)
    let expected = try await Self.list(clean)
    #expect(expected.count > 500)

    var generator = SeededGenerator(seed: 9)
    var kills = 0
    for round in 0..<Effort.count(50) {
      // A new library now and then; else one that earlier kills have left in the middle.
      if round % 5 == 0 { Self.forget(home) }
      let scan = try SpawnedProgram(
        [Project.programs + "/segue", "scan", music], environment: home.environment)
      let wait = UInt32.random(in: 0...700_000, using: &generator)
      try await blocking {
        // What is tested is what happens at any moment, so no event can be waited for.
        usleep(wait)
        scan.signal(SIGKILL)
        scan.wait()
      }
      kills += 1
      let opened = try await home.segue("roots")
      #expect(opened.status == 0, "\(opened.errors)")
    }
    let last = try await home.segue("scan", music, deadline: 300)
    #expect(last.status == 0, "\(last.errors)")
    #expect(try await Self.list(home) == expected)
    let report = try await Self.report(home)
    #expect(report.count == 40)
    #expect(try await Self.report(clean) == report)
    let again = try await home.segue("scan")
    #expect(again.output.hasPrefix("0 added, 0 changed, 0 moved, 0 gone"), "\(again.output)")
    #expect(kills == Effort.count(50))
  }

  /// What is in a library, but for what is drawn at random.
  private static func list(_ home: PrivateHome) async throws -> [String] {
    try await home.segue(
      "list", "--format", "%file%|%title%|%artist%|%album%|%track%|%disc%|%time%"
    ).lines.sorted()
  }

  /// What was wrong with files. Which of many equal files is whose duplicate depends on who came first.
  private static func report(_ home: PrivateHome) async throws -> [String] {
    try await home.segue("scan", "--report", "--json").lines.filter {
      !$0.contains(#""duplicate""#)
    }
  }

  private static func forget(_ home: PrivateHome) {
    for suffix in ["", "-wal", "-shm", "-backup"] {
      unlink(home.folder.path("data/segue/segue.db\(suffix)"))
    }
  }

  /// Many copies of two small files, and some that cannot be read.
  private static func fill(_ folder: TemporaryFolder, copies: Int) throws {
    let flac = try FileDescriptor(
      opening: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
    ).readAll()
    let mp3 = try FileDescriptor(
      opening: "\(Project.music)/Kit Harrow/Tin Roof Demos/01 Rain on the Tin Roof.mp3"
    ).readAll()
    for album in 0..<copies {
      for track in 0..<15 {
        try folder.write(
          "music/\(album)/\(track).\(track % 2 == 0 ? "flac" : "mp3")",
          track == 7 ? [] : track % 2 == 0 ? flac : mp3)
      }
    }
  }
}
