import Glibc
import Media
import TestSupport
import Testing

@testable import Library

/// What those are told who ask for changes.
@Suite struct ChangeTests {
  @Test func `each item that was added, changed, moved or lost is told once, with the version`()
    async throws
  {
    let rig = try Rig()
    for name in ["same", "changed", "moved", "gone"] { try rig.put(as: "\(name).flac") }
    try await rig.scan(["music"])
    let first = try Self.changes(rig, since: 0)
    #expect(
      first.lines == [
        "added changed.flac", "added gone.flac", "added moved.flac", "added same.flac",
      ])
    #expect(try Self.changes(rig, since: first.version).lines.isEmpty)

    let gone = try #require(try ScanTests.ids(rig)["gone.flac"] ?? nil)
    try rig.put(Rig.mp3, as: "changed.flac")
    try rig.move("moved.flac", to: "in/moved.flac")
    #expect(rename(rig.folder.path("music/gone.flac"), rig.folder.path("gone.flac")) == 0)
    try rig.put(Rig.mp3, as: "new.mp3")
    try await rig.scan()
    let second = try Self.changes(rig, since: first.version)
    #expect(
      second.lines == [
        "added new.mp3", "changed changed.flac", "gone \(gone)", "moved in/moved.flac",
      ])

    #expect(rename(rig.folder.path("gone.flac"), rig.folder.path("music/back.flac")) == 0)
    try await rig.scan()
    #expect(try Self.changes(rig, since: second.version).lines == ["added back.flac"])
    #expect(
      try Self.changes(rig, since: 0).lines == [
        "added back.flac", "added changed.flac", "added in/moved.flac", "added new.mp3",
        "added same.flac",
      ])
    #expect(try Self.changes(rig, since: 0, batch: 2).lines.count == 5)
  }

  @Test func `a root that goes away and URIs that get another beginning are changes`() async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let first = try Self.changes(rig, since: 0).version
    #expect(rename(rig.music.uri, rig.folder.path("unmounted")) == 0)
    try await rig.scan()
    let second = try Self.changes(rig, since: first)
    #expect(second.lines == ["changed a.flac"])
    #expect(rename(rig.folder.path("unmounted"), rig.music.uri) == 0)
    try await rig.scan()
    try rig.folder.makeFolder("more")
    let third = try Self.changes(rig, since: second.version).version
    let store = try LibraryStore(path: rig.library, access: .write)
    try store.addRoot(FilePath(rig.folder.path("more")))
    #expect(try Self.changes(rig, since: third).lines == ["changed music/a.flac"])
  }

  @Test func `who asks for changes that were forgotten is told so`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    #expect(unlink(rig.folder.path("music/a.flac")) == 0)
    try await rig.scan()
    let database = try LibraryStore.open(rig.library, .write, nil)
    try database.execute("UPDATE items SET gone = 1", during: "testing")
    try Upkeep.run(database)
    let last = try #require(try Meta.number(database, .forgotten))
    #expect(throws: LibraryError.changesForgotten(since: 1, last: last)) {
      try Self.changes(rig, since: 1)
    }
    #expect(try Self.changes(rig, since: last).lines.isEmpty)
    #expect(try Self.changes(rig, since: 0).lines.isEmpty)
  }

  @discardableResult
  private static func changes(
    _ rig: Rig, since: Int64, batch: Int = 500
  ) throws -> (lines: [String], version: Int64) {
    var lines: [String] = []
    let version = try rig.store().forEachChange(since: since, batch: batch) { changes in
      lines += changes.map { change in
        switch change {
        case .added(let item): "added \(item.uri)"
        case .moved(let item): "moved \(item.uri)"
        case .changed(let item): "changed \(item.uri)"
        case .gone(let id): "gone \(id)"
        }
      }
      return true
    }
    return (lines.sorted(), version)
  }
}
