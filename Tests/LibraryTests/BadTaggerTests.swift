import Glibc
import Library
import Media
import Posix
import TestSupport
import Testing
import Worker

@Suite struct BadTaggerTests {
  @Test func `a file that ends its tagger costs that file, until it changes`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    let bad = [10: "crash", 11: "crash", 12: "crash", 13: "crash", 40: "lie", 99: "gibberish"]
    for number in 0..<100 {
      try rig.folder.write("music/\(number).mp3", bad[number] ?? "title \(number)")
    }
    let first = try await rig.scan(["music"])
    #expect(first.added == 94 && first.unreadable == 6)
    let problems = try rig.store().problems()
    #expect(problems.count == 6)
    #expect(problems.allSatisfy { $0.status == .quarantined && $0.kind == .crashed })
    #expect(
      problems.map(\.path.lastComponent.uri).sorted() == bad.keys.map { "\($0).mp3" }.sorted())

    // None of them is tried again: this tagger could not read a single file.
    var broken = rig.scan
    broken.workers = try Rig(tagger: "/bin/false").tagger
    let again = try await ScanTests.run(broken, [])
    #expect(again.unchanged == 94 && again.unreadable == 6)

    try rig.folder.write("music/10.mp3", "title, mended")
    let mended = try await rig.scan()
    #expect(mended.added == 1 && mended.unreadable == 5)
  }

  @Test func `a file that makes its tagger hang costs that file`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    for (name, text) in [("a", "one"), ("b", "hang"), ("c", "two")] {
      try rig.folder.write("music/\(name).mp3", text)
    }
    var scan = rig.scan
    scan.patience = .milliseconds(300)
    let summary = try await ScanTests.run(scan, [rig.music])
    #expect(summary.added == 2 && summary.unreadable == 1)
    let problem = try #require(try rig.store().problems().first)
    #expect(problem.kind == .timedOut && problem.status == .quarantined)
  }

  @Test
  func `a tagger that cannot work at all ends the scan with a sentence, and no file is blamed`()
    async throws
  {
    for program in ["/bin/false", "/bin/true", "/nowhere"] {
      let rig = try Rig(tagger: program)
      try rig.put(as: "a.flac")
      let error = await #expect(throws: LibraryError.self) { try await rig.scan(["music"]) }
      guard case .tagger(let reason) = error else {
        Issue.record("\(program): \(String(describing: error))")
        continue
      }
      #expect(reason.hasSuffix("."))
      #expect(try rig.store().problems().isEmpty)
    }
  }

  @Test func `what only the decoder knows is looked at again when it could not be asked`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    // Matroska, which the tagger does not read.
    try rig.folder.write(
      "music/b.mka", [0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 99))
    try rig.folder.write("music/c", "no name says what this is")
    try rig.folder.makeFolder("programs")
    for (name, program) in [("tagger", rig.tagger.tagger), ("decoder", "/bin/false")] {
      symlink(program, rig.folder.path("programs/segue-\(name)"))
    }
    var broken = rig.scan
    broken.workers = WorkerPrograms(folder: rig.folder.path("programs"))
    for added in [1, 0] {
      let summary = try await ScanTests.run(broken, [rig.music])
      #expect(summary.added == added && summary.unreadable == 1)
      let sentence = try #require(summary.complaints.first)
      #expect(sentence.contains("looked at again by the next scan") && sentence.hasSuffix("."))
    }
    // The first one that can be asked is, and then no more.
    let whole = try await rig.scan()
    #expect(whole.complaints.isEmpty && whole.unreadable == 1)
    let again = try await ScanTests.run(broken, [])
    #expect(again.complaints.isEmpty && again.unreadable == 1)
  }

  @Test func `a scan that is cancelled keeps what it did, and the next one goes on from there`()
    async throws
  {
    let rig = try Rig(tagger: Rig.standIn)
    for number in 0..<3000 {
      try rig.folder.write("music/\(number / 100)/\(number).mp3", "\(number)")
    }
    // Cancelled as soon as others can see the first items.
    let library = rig.library
    let cancelled = try await rig.scan(["music"]) {
      let store = try? LibraryStore(path: library, access: .read)
      return (try? store?.version()) ?? 0 > 0
    }
    #expect(cancelled.isCancelled && cancelled.added > 0 && cancelled.added < 3000)
    #expect(try rig.items().count == cancelled.added)
    let rest = try await rig.scan()
    #expect(rest.added == 3000 - cancelled.added && rest.unchanged == cancelled.added)
    #expect(try rig.items().count == 3000)
  }

  @Test func `a scan waits for one that runs, and can be cancelled while it waits`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    try rig.folder.write("music/a.mp3", "one")
    try rig.folder.write("data/segue/segue.db-scan", "")
    let held = try FileLock.take(rig.folder.path("data/segue/segue.db-scan"), waiting: false)
    let isHeld = held != nil
    #expect(isHeld)
    let isWaiting = Flag()
    let summary = try await withCheckedContinuation { continuation in
      rig.scan.start(
        [rig.music], isCancelled: { isWaiting.isRaised },
        progress: { if $0.phase == .waiting { isWaiting.raise() } },
        completion: { continuation.resume(returning: $0) })
    }.get()
    #expect(summary.isCancelled && summary.added == 0)
    #expect(try LibraryStore(path: rig.library, access: .read).roots().isEmpty)
    _ = consume held
    #expect(try await rig.scan(["music"]).added == 1)
  }

  @Test func `two scans at once make the library of one`() async throws {
    let rig = try Rig(tagger: Rig.standIn)
    for number in 0..<300 { try rig.folder.write("music/\(number).mp3", "\(number)") }
    async let one = rig.scan(["music"])
    async let two = rig.scan(["music"])
    let (first, second) = try await (one, two)
    #expect(first.added + second.added == 300)
    #expect(first.unchanged + second.unchanged == 300)
    #expect(try rig.items().count == 300)
    #expect(try rig.store().runningScan() == nil)
  }
}
