import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Library

/// What a file can make its tagger do, and what it costs.
@Suite struct IsolationTests {
  @Test(arguments: [
    ("trap", "crashed"), ("lie", "crashed"), ("gibberish", "crashed"), ("boast", "crashed"),
    ("shout", "crashed"), ("hang", "timedOut"),
  ])
  func `whatever a file makes its tagger do costs that file alone`(word: String, kind: String)
    async throws
  {
    let rig = try Rig(tagger: Rig.standIn)
    for number in 0..<20 { try rig.folder.write("music/\(number).mp3", "title \(number)") }
    try rig.folder.write("music/10x.mp3", word)
    var scan = rig.scan
    scan.patience = .seconds(1)
    let summary = try await ScanTests.run(scan, [rig.music])
    #expect(summary.added == 20 && summary.unreadable == 1)
    let problem = try #require(try rig.store().problems().first)
    #expect(problem.path.lastComponent.uri == "10x.mp3")
    #expect(problem.kind?.rawValue == kind && problem.status == .quarantined)
    #expect(problem.reason.hasSuffix("."))
  }

  @Test func `what the scan itself has in memory is not blamed on a file`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    try rig.folder.write("music/a.mp3", "trap")
    let ballast = [UInt8](repeating: 1, count: 300 << 20)
    try await rig.scan(["music"])
    #expect(try rig.store().problems().map(\.kind) == [.crashed])
    #expect(ballast.last == 1)
  }

  @Test func `an answer too many is taken for no other file's`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    for (name, text) in [("a", "repeat"), ("b", "one"), ("c", "two")] {
      try rig.folder.write("music/\(name).mp3", text)
    }
    try await rig.scan(["music"])
    #expect(Set(try rig.items().compactMap(\.tags.title)).isSubset(of: ["one", "two"]))
  }

  @Test(.enabled(if: Effort.sanitizer == nil, "needs the sandbox"))
  func `a tagger cannot open, connect, start or eat anything`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    for word in ["open", "connect", "fork", "eat", "after"] {
      try rig.folder.write("music/\(word).mp3", word)
    }
    let summary = try await rig.scan(["music"])
    #expect(summary.added == 3 && summary.unreadable == 2)
    #expect(
      Set(try rig.items().compactMap(\.tags.title)) == ["open: 1", "connect: 1", "after"])
    let problems = try rig.store().problems()
    #expect(problems.map(\.kind) == [.memory, .crashed])
    #expect(problems.last?.reason.contains("Bad system call") == true)
  }

  @Test func `what was quarantined is read again when that is asked for, or when it changes`()
    async throws
  {
    let rig = try Rig(tagger: Rig.standIn)
    try rig.folder.write("music/a.mp3", "crash")
    #expect(try await rig.scan(["music"]).unreadable == 1)
    // The same file, whose bytes no longer hurt, as when Segue was mended.
    let path = rig.folder.path("music/a.mp3")
    let before = try FileStatus(path)
    try FileDescriptor(opening: path, O_WRONLY).write(Array("fixed".utf8))
    var times = [timespec(), timespec()]
    for index in 0..<2 {
      times[index].tv_sec = Int(before.modified / 1_000_000_000)
      times[index].tv_nsec = Int(before.modified % 1_000_000_000)
    }
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    let again = try await rig.scan()
    #expect(again.unreadable == 1 && again.added == 0)
    var retry = rig.scan
    retry.isRetrying = true
    let retried = try await ScanTests.run(retry, [])
    #expect(retried.added == 1 && retried.unreadable == 0)
    #expect(try rig.store().problems().isEmpty)
  }

  @Test func `a tagger that ended is replaced within 50 milliseconds`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    for number in 0..<20 {
      try rig.folder.write("music/\(number).mp3", number % 2 == 0 ? "crash" : "title")
    }
    let durations = try await blocking {
      var tagger = Tagger(
        program: Rig.standIn, probe: FileDescriptor.Owned(open("/dev/null", O_RDONLY)),
        patience: 10_000, isCancelled: { false })
      return try (0..<10).map { number in
        let files = ["crash", "title"].enumerated().map { index, _ in
          let raw = open(rig.folder.path("music/\(number * 2 + index).mp3"), O_RDONLY)
          return Tagger.File(descriptor: FileDescriptor.Owned(raw), fileExtension: "mp3")
        }
        let began = ContinuousClock.now
        let outcomes = try tagger.read(files)
        #expect(outcomes.count == 2)
        return began.duration(to: .now)
      }.sorted()
    }
    // Two of them: what was read before might have been to blame for the first end. The quickest, for others
    // want the machine as well.
    #expect(durations[0] / 2 < Effort.within(.milliseconds(50)))
  }
}
