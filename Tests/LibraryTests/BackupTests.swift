import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Library

/// Backups, and what they are for.
@Suite struct BackupTests {
  @Test func `a scan makes a backup a day, and two are kept`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let paths = LibraryBackup.paths(of: rig.library)
    #expect(paths.map { access($0, F_OK) } == [0, -1])
    let first = try FileStatus(paths[0])
    try rig.put(Rig.mp3, as: "b.mp3")
    try await rig.scan()
    #expect(try FileStatus(paths[0]) == first)

    for count in [1, 2] {
      try Self.age(paths[0])
      try rig.put(Rig.mp3, as: "more\(count).mp3")
      try await rig.scan()
      #expect(paths.map { access($0, F_OK) } == [0, 0])
    }
    #expect(try Self.uris(paths[0]).count == 4)
    #expect(try Self.uris(paths[1]).count == 3)
    #expect(access("\(rig.library)-backup-new", F_OK) != 0)
  }

  @Test(arguments: [0, 5000, 20000])
  func `a damaged library is set aside, the last backup restored and the music scanned again`(
    offset: Int
  ) async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let before = try ScanTests.ids(rig)
    try rig.put(Rig.mp3, as: "after.mp3")
    try await rig.scan()
    let version = try rig.store().version()
    try Self.damage(rig.library, at: offset)

    var said: [String] = []
    if try LibraryRescue.rescue(rig.library) != nil { said.append("rescued") }
    #expect(said == ["rescued"])
    #expect(access("\(rig.library)-damaged-1", F_OK) == 0)
    #expect(try rig.uris() == ["a.flac"])
    // What was told before is no longer so.
    #expect(try rig.store().version() > version)
    #expect(throws: LibraryError.self) {
      try rig.store().forEachChange(since: version) { _ in true }
    }
    let header = try FileDescriptor(opening: rig.library).readHead(20)
    #expect(header[18...19] == [2, 2], "its readers and writers hold up each other")
    #expect(try await rig.scan().added == 1)
    #expect(try ScanTests.ids(rig)["a.flac"] == before["a.flac"])
    // Whole, it is left alone.
    #expect(try LibraryRescue.rescue(rig.library) == nil)
  }

  @Test func `a damaged backup is passed over for the one before it`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let paths = LibraryBackup.paths(of: rig.library)
    try Self.age(paths[0])
    try rig.put(Rig.mp3, as: "b.mp3")
    try await rig.scan()
    try Self.damage(paths[0], at: 5000)
    try Self.damage(rig.library, at: 0)
    let sentence = try LibraryRescue.rescue(rig.library)
    #expect(sentence?.contains("the backup of 20") == true && sentence?.hasSuffix(".") == true)
    #expect(try rig.uris() == ["a.flac"])
  }

  @Test func `without a backup a new library is made, with the roots that can still be read`()
    async throws
  {
    let rig = try Rig()
    for number in 0..<40 { try rig.put(as: "\(number).flac") }
    try await rig.scan(["music"])
    #expect(unlink(LibraryBackup.paths(of: rig.library)[0]) == 0)
    let size = try FileStatus(rig.library).size
    try Self.damage(rig.library, at: Int(size) - 9000)
    var said = ""
    _ = try LibraryRescue.rescue(rig.library).map { said = $0 }
    #expect(said.hasSuffix("there is no backup, so a new one is made of the music."))
    #expect(try rig.store().roots().map(\.path) == [rig.music])
    #expect(try await rig.scan().added == 40)
  }

  @Test func `a backup of a damaged library is not made in the place of a whole one`()
    async throws
  {
    let rig = try Rig()
    for number in 0..<40 { try rig.put(as: "\(number).flac") }
    try await rig.scan(["music"])
    let path = LibraryBackup.paths(of: rig.library)[0]
    try Self.age(path)
    let before = try FileStatus(path)
    try Self.damage(rig.library, at: Int(try FileStatus(rig.library).size) - 9000)
    #expect(throws: LibraryError.self) { try LibraryBackup.make(of: rig.library) }
    #expect(try FileStatus(path) == before)
    #expect(try LibraryBackup.isWhole(path))
  }

  @Test func `a rescue that cannot be done moves nothing away`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    try Self.damage(rig.library, at: 0)
    // Nothing can be written there.
    try rig.folder.write("data/segue/segue.db-restored/in", "the way")
    #expect(throws: LibraryError.self) { try LibraryRescue.rescue(rig.library) }
    #expect(access(rig.library, F_OK) == 0)
    #expect(access("\(rig.library)-damaged-1", F_OK) != 0)
  }

  @Test func `a rescue that was cut off is ended by who opens the library next`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let backup = LibraryBackup.paths(of: rig.library)[0]
    #expect(rename(backup, "\(rig.library)-restored") == 0)
    #expect(rename(rig.library, "\(rig.library)-damaged-1") == 0)
    try rig.folder.write("data/segue/segue.db-wal", "of another library")
    var said: [String] = []
    let store = try LibraryRescue.open(rig.library, locale: nil) { said.append($0) }
    #expect(try store.items().map(\.uri) == ["a.flac"])
    #expect(said.count == 1 && said[0].contains("segue.db-damaged-1; "))
    #expect(access("\(rig.library)-restored", F_OK) != 0)
  }

  @Test func `a rescue that was cut off when the old library had two names is ended, too`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    #expect(rename(LibraryBackup.paths(of: rig.library)[0], "\(rig.library)-restored") == 0)
    try rig.put(Rig.mp3, as: "b.mp3")
    try await rig.scan()
    // Without what waited beside it the damaged one may look whole.
    #expect(link(rig.library, "\(rig.library)-damaged-1") == 0)
    var said: [String] = []
    let store = try LibraryRescue.open(rig.library, locale: nil) { said.append($0) }
    #expect(said.count == 1)
    #expect(try store.items().map(\.uri) == ["a.flac"])
    #expect(access("\(rig.library)-damaged-1", F_OK) == 0)
    #expect(access("\(rig.library)-damaged-2", F_OK) != 0)
    #expect(access("\(rig.library)-restored", F_OK) != 0)
  }

  @Test
  func `a new library in the place of a damaged one is ordered as was wanted, of any version`()
    async throws
  {
    let rig = try Rig()
    for number in 0..<40 { try rig.put(as: "\(number).flac") }
    try await rig.scan(["music"])
    #expect(unlink(LibraryBackup.paths(of: rig.library)[0]) == 0)
    try LibraryStore.open(rig.library, .write, nil).execute(
      "UPDATE meta SET value = \(Int64.max - 1) WHERE key = 'version'", during: "testing")
    let size = try FileStatus(rig.library).size
    try Self.damage(rig.library, at: Int(size) - 9000)
    _ = try LibraryRescue.rescue(rig.library, locale: "pl_PL.UTF-8")
    #expect(try rig.store().ordering().locale == "pl_PL")
  }

  @Test func `pages that wait beside a damaged library do not get into the one in its place`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    try Self.damage(rig.library, at: 0)
    try rig.folder.write("data/segue/segue.db-wal", "of the damaged one")
    _ = try LibraryRescue.rescue(rig.library)
    #expect(access("\(rig.library)-wal", F_OK) != 0)
    #expect(try rig.uris() == ["a.flac"])
  }

  @Test func `what keeps a library from being looked at is no damage`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let backup = LibraryBackup.paths(of: rig.library)[0]
    #expect(rename(backup, "\(backup)-away") == 0)
    #expect(throws: LibraryError.self) { try LibraryBackup.isWhole(backup) }
    try rig.folder.write("data/segue/segue.db-backup", "no library")
    #expect(try !LibraryBackup.isWhole(backup))
  }

  @Test func `changes since a version that is still to come are not told`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let store = try rig.store()
    let version = try store.version()
    #expect(try store.forEachChange(since: version) { _ in true } == version)
    #expect(throws: LibraryError.changesForgotten(since: version + 1, last: version)) {
      try store.forEachChange(since: version + 1) { _ in true }
    }
  }

  private static func uris(_ path: String) throws -> [String] {
    try LibraryStore(path: path, access: .read).items().map(\.uri)
  }

  /// Makes a file look two days older.
  private static func age(_ path: String) throws {
    let then = try FileStatus(path).modified / 1_000_000_000 - 2 * 86400
    let times = [timespec(tv_sec: Int(then), tv_nsec: 0), timespec(tv_sec: Int(then), tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  /// Overwrites a part of a database that nobody has open.
  private static func damage(_ path: String, at offset: Int) throws {
    do {
      let database = try Database(opening: path, creating: false, patience: 1000)
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)", during: "testing")
    }
    let garbage = (0..<8000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let file = try FileDescriptor(opening: path, O_WRONLY)
    #expect(pwrite(file.raw, garbage, garbage.count, off_t(offset)) == garbage.count)
  }
}
