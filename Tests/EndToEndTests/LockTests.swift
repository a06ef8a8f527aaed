import Glibc
import Posix
import TestSupport
import Testing

/// Daemon, scan and picker use the library at once.
@Suite struct LockTests {
  @Test func `nobody ever meets a locked database`() async throws {
    let home = try PrivateHome()
    let song = try FileDescriptor(
      opening: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
    ).readAll()
    for number in 0..<300 { try home.folder.write("music/\(number % 7)/\(number).flac", song) }
    let music = home.folder.path("music")
    #expect(try await home.segue("scan", music).status == 0)
    #expect(try await home.segue("play", music).status == 0)
    let problems = try await withThrowingTaskGroup(of: [String].self) { group in
      group.addTask { try await Self.scan(home, song) }
      group.addTask { try await Self.command(home) }
      group.addTask { try await Self.pick(home) }
      group.addTask { try await Self.read(home) }
      return try await group.reduce([], +)
    }
    #expect(problems.isEmpty)
    #expect(try await home.segue("quit").status == 0)
    let log = try FileDescriptor(opening: home.folder.path("state/segue/segued.log")).readAll()
    #expect(!String(decoding: log, as: UTF8.self).contains("lock"))
    #expect(try await home.segue("list").lines.count == 300)
  }

  /// Files change, which the daemon sees too, and are scanned again and again.
  private static func scan(_ home: PrivateHome, _ song: [UInt8]) async throws -> [String] {
    var problems: [String] = []
    for round in 0..<Effort.count(60) {
      for number in 0..<300 where number % 3 == round % 3 {
        // One that plays is not to be found half written.
        let path = try home.folder.write("music/\(number % 7)/new", song)
        #expect(rename(path, home.folder.path("music/\(number % 7)/\(number).flac")) == 0)
      }
      problems += try await flaws(home.segue("scan"))
    }
    return problems
  }

  /// The queue, which the daemon keeps in the library, changes all the time.
  private static func command(_ home: PrivateHome) async throws -> [String] {
    var problems: [String] = []
    for round in 0..<Effort.count(150) {
      problems += try await flaws(home.segue("add", home.folder.path("music/\(round % 7)")))
      problems += try await flaws(home.segue("seek", "0:01"))
      if round % 4 == 3 {
        problems += try await flaws(home.segue("play", home.folder.path("music/1")))
      }
    }
    return problems
  }

  private static func read(_ home: PrivateHome) async throws -> [String] {
    var problems: [String] = []
    for _ in 0..<Effort.count(150) {
      problems += try await flaws(home.segue("list", "albums"))
      problems += try await flaws(home.segue("changes", "--since", "0", "--json"))
    }
    return problems
  }

  private static func pick(_ home: PrivateHome) async throws -> [String] {
    var problems: [String] = []
    for _ in 0..<Effort.count(30) {
      let run = try await TerminalRun.of(
        [Project.programs + "/segue", "pick", "--print"], environment: home.environment,
        ["wait Ebb Line", "send jj", "screen", "send q", "end"])
      if run.problem != "" { problems.append(run.problem) }
      problems += run.screens.filter { $0.contains("lock") }
    }
    return problems
  }

  private static func flaws(_ run: ProgramRun) -> [String] {
    run.status == 0 && run.errors.isEmpty ? [] : ["\(run.status) \(run.errors)"]
  }
}
