import Media
import Testing

@testable import Library

@Suite struct ScanPlanTests {
  @Test(arguments: ["song.mp3.crdownload", "song.flac.part", "x.GITIGNORE", "a.mp3.partial"])
  func `what is still being fetched is no music`(name: String) {
    let claim = Array(name.utf8).withUnsafeBufferPointer { AudioFiles.claim($0) }
    #expect(claim == .other)
  }

  @Test func `the difference is what is new, changed, moved and gone`() {
    var plan = ScanPlan()
    plan.compare(
      root: 1,
      found: [
        Self.found("a", 1), Self.found("b", 2, size: 9), Self.found("new", 7), Self.found("d", 4),
      ],
      known: [
        Self.known(10, "a", 1), Self.known(20, "b", 2), Self.known(30, "c", 3),
        Self.known(40, "x", 4),
      ])
    plan.finish(hidden: [])
    #expect(plan.found == 4 && plan.unchanged == 1)
    #expect(plan.toRead.map(\.kind) == [.changed, .new])
    #expect(plan.toRead.map(\.row) == [20, nil])
    #expect(plan.moves.map(\.row) == [40])
    #expect(plan.gone == [30])
  }

  @Test func `what is as it was is neither made into values nor taken for anything else`()
    async throws
  {
    let rig = try Rig()
    for name in ["a", "b", "c", "d"] { try rig.put(as: "\(name).flac") }
    try await rig.scan(["music"])
    let database = try LibraryStore.open(rig.library, .read, nil)
    let statement = try KnownRows.statement(database)
    let all = try KnownRows.files(in: 1, path: FilePath(""), statement)
    #expect(all.map(\.name.uri) == ["a.flac", "b.flac", "c.flac", "d.flac"])
    let same = all.map {
      FoundFile(folder: $0.folder, name: $0.name, state: $0.state, isLink: false)
    }
    let states = [Self.state(5, 1, 1)]
    let new = ["aa", "c.fla", "e"].map {
      FoundFile(folder: FilePath(""), name: FilePath($0), state: states[0], isLink: false)
    }
    let changed = FoundFile(
      folder: FilePath(""), name: FilePath("b.flac"), state: states[0], isLink: false)
    // a, aa, changed b, c.fla, c, no d, e
    var found = [same[0], new[0], changed, new[1], same[2], new[2]]
    let rest = try KnownRows.differences(in: 1, path: FilePath(""), from: &found, statement)
    #expect(rest.same == 2)
    #expect(rest.files.map(\.name.uri) == ["b.flac", "d.flac"])
    #expect(found.map(\.name.uri) == ["aa", "b.flac", "c.fla", "e"])
    found = same
    #expect(try KnownRows.differences(in: 1, path: FilePath(""), from: &found, statement).same == 4)
    #expect(found.isEmpty)
  }

  @Test func `a moved file is known by itself before its place, and by its content at last`() {
    let hidden = [
      ScanPlan.Missing(root: 1, file: Self.known(1, "here", 100, size: 5), isHidden: true),
      ScanPlan.Missing(root: 1, file: Self.known(2, "there", 7), isHidden: true),
      ScanPlan.Missing(root: 1, file: Self.known(3, "copied", 101), isHidden: true),
    ]
    var plan = ScanPlan()
    plan.compare(root: 1, found: [Self.found("here", 7), Self.found("copied", 8)], known: [])
    plan.compare(root: 2, found: [Self.found("there", 9, size: 77)], known: [])
    plan.finish(hidden: hidden)
    #expect(plan.moves.map(\.row) == [2, 3])
    #expect(plan.toRead.map(\.row) == [nil])
    #expect(plan.gone.isEmpty)
  }

  @Test func `a copy that was found first does not take the row of the file itself`() {
    var plan = ScanPlan()
    plan.compare(root: 1, found: [], known: [Self.known(1, "x", 7)])
    plan.compare(root: 1, found: [Self.found("x", 8, folder: "b")], known: [])
    plan.compare(root: 1, found: [Self.found("x", 7, folder: "c")], known: [])
    plan.finish(hidden: [])
    #expect(plan.moves.map(\.file.folder.uri) == ["c"])
    #expect(plan.toRead.map(\.file.folder.uri) == ["b"])
  }

  @Test func `without times of birth an inode says nothing`() {
    var plan = ScanPlan()
    plan.compare(
      root: 1, found: [Self.found("b", 5, size: 2, born: 0)],
      known: [Self.known(1, "a", 5, born: 0)])
    plan.finish(hidden: [])
    #expect(plan.toRead.map(\.kind) == [.new])
    #expect(plan.gone == [1])
  }

  @Test func `what could not be read is not tried again while it is the same`() {
    var plan = ScanPlan()
    let before = ScanPlan.Unreadable(size: 1, modified: 1)
    plan.compare(
      root: 1, found: [Self.found("a", 1), Self.found("b", 2, size: 3)], known: [],
      unreadable: [FilePath("a"): before, FilePath("b"): before])
    plan.finish(hidden: [])
    #expect(plan.stillUnreadable == [FilePlace(root: 1, path: FilePath("a"))])
    #expect(plan.toRead.map(\.file.name.uri) == ["b"])
  }

  @Test func `a file with another inode and the same content is noted`() {
    var plan = ScanPlan()
    plan.compare(root: 1, found: [Self.found("a", 2)], known: [Self.known(1, "a", 1)])
    #expect(plan.unchanged == 1 && plan.touched.map(\.row) == [1])
  }

  private static func state(_ inode: UInt64, _ size: Int64, _ born: Int64) -> FileState {
    FileState(
      identity: FileIdentity(device: 1, inode: inode, born: born), size: size, modified: 1)
  }

  private static func found(
    _ name: String, _ inode: UInt64, size: Int64 = 1, born: Int64 = 1, folder: String = ""
  ) -> FoundFile {
    FoundFile(
      folder: FilePath(folder), name: FilePath(name), state: state(inode, size, born), isLink: false
    )
  }

  private static func known(
    _ row: Int64, _ name: String, _ inode: UInt64, size: Int64 = 1, born: Int64 = 1
  ) -> KnownFile {
    KnownFile(
      row: row, folder: FilePath(""), name: FilePath(name), state: state(inode, size, born))
  }
}
