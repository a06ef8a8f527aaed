import Glibc
import Media
import TestSupport
import Testing

@testable import Library

/// Libraries that older versions made.
@Suite struct MigrationTests {
  @Test(arguments: 1..<Schema.version)
  func `a library of an older version keeps its roots, its items and its queue`(version: Int)
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "song.flac")
    try rig.put(Rig.mp3, as: "in/song.mp3")
    try rig.put(as: "gone.flac")
    try await rig.scan(["music"])
    #expect(rename(rig.folder.path("music/gone.flac"), rig.folder.path("gone.flac")) == 0)
    try await rig.scan()
    let before = try rig.items()
    let queue = SavedQueue(
      records: before.enumerated().map { QueueRecord(id: UInt32($0 + 7), item: $1.id) })
    try Self.keepAsBefore(queue, rig)
    let old = try Self.makeOld(rig, version)

    // Whoever comes first brings it up to date, also who only reads.
    let store = try LibraryStore(path: old.library, access: version % 2 == 0 ? .read : .write)
    #expect(try store.items().map(\.persistentID) == before.map(\.persistentID))
    #expect(try store.savedQueue() == queue)
    #expect(try store.mirrored(in: rig.music).isEmpty)
    #expect(try store.roots().map(\.path) == [rig.music])
    let scan = try await ScanTests.run(old, [])
    // Version 1 knew less of tags.
    #expect(scan.changed == (version < 2 ? 2 : 0) && scan.added == 0 && scan.gone == 0)
    #expect(try store.items() == before)
    #expect(rename(rig.folder.path("gone.flac"), rig.folder.path("music/back.flac")) == 0)
    #expect(try await ScanTests.run(old, []).moved == 1)
    #expect(try await ScanTests.run(old, []).unchanged == 3)
    var count = 0
    try store.forEachChange(since: 0) { changes in
      count += changes.count
      return true
    }
    #expect(count == 3)
  }

  /// Keeps a queue as versions before the fourth did.
  private static func keepAsBefore(_ queue: SavedQueue, _ rig: Rig) throws {
    let database = try Database(opening: rig.library, creating: false, patience: 1000)
    for (position, record) in queue.records.enumerated() {
      try database.execute(
        "INSERT INTO queue VALUES (\(position), \(record.id), \(record.item))", during: "testing")
    }
  }

  /// A scan of a library of an older version with the rows of the new one, as far as it has room for them.
  private static func makeOld(_ rig: Rig, _ version: Int) throws -> Scan {
    var scan = rig.scan
    scan.library = rig.folder.path("data/old/segue.db")
    try rig.folder.makeFolder("data/old")
    let database = try Database(opening: scan.library, creating: true, patience: 1000)
    let during = "testing"
    for step in Schema.steps[..<version] { try database.execute(step, during: during) }
    try database.execute(
      "PRAGMA user_version = \(version); ATTACH '\(rig.library)' AS new", during: during)
    for table in ["meta", "roots", "folders", "items", "search", "queue", "player"] {
      let columns = try names(
        "SELECT name FROM pragma_table_info('\(table)', 'main')", database
      ).joined(separator: ", ")
      try database.execute(
        "INSERT OR REPLACE INTO main.\(table) (\(columns)) SELECT \(columns) FROM new.\(table)",
        during: during)
    }
    try database.execute("DETACH new", during: during)
    return scan
  }

  private static func names(
    _ sql: String, _ database: borrowing Database
  ) throws(LibraryError) -> [String] {
    let statement = try database.prepare(sql, during: "testing")
    var names: [String] = []
    while try statement.step() {
      var columns = statement.columns
      names.append(columns.text() ?? "")
    }
    return names
  }
}
