import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Library

/// A row keeps its identity through whatever happens to its file.
@Suite struct IdentityTests {
  @Test func `a file that a tagger replaced is the item that it was`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let before = try #require(try rig.items().first)
    try rig.put(Rig.mp3, as: "new")
    try rig.move("new", to: "a.flac")
    let summary = try await rig.scan()
    #expect(summary.changed == 1 && summary.added == 0 && summary.gone == 0)
    let after = try #require(try rig.items().first)
    #expect(after.id == before.id && after.added == before.added)
    #expect(after.tags.title == "Rain on the Tin Roof")
  }

  @Test func `a file that moves between roots is the item that it was`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(Rig.mp3, as: "../more/b.mp3")
    try await rig.scan(["music", "more"])
    let id = try ScanTests.ids(rig)["music/a.flac"]
    try rig.move("a.flac", to: "../more/c/a.flac")
    try rig.put(Rig.mp3, as: "stays.mp3")
    let summary = try await rig.scan()
    #expect(summary.moved == 1 && summary.gone == 0)
    #expect(try ScanTests.ids(rig)["more/c/a.flac"] == id)
  }

  @Test
  func `a file copied to another place and name, and deleted, is known by its tags and duration`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(Rig.mp3, as: "b.mp3")
    try await rig.scan(["music"])
    let ids = try ScanTests.ids(rig)
    // The copy has an inode, a name and a time of its own.
    try rig.put(as: "else/renamed.flac")
    #expect(unlink(rig.folder.path("music/a.flac")) == 0)
    let moved = try await rig.scan()
    #expect(moved.moved == 1 && moved.added == 0 && moved.gone == 0)
    #expect(try ScanTests.ids(rig)["else/renamed.flac"] == ids["a.flac"])

    // And so is one that is seen late.
    #expect(unlink(rig.folder.path("music/b.mp3")) == 0)
    #expect(try await rig.scan().gone == 1)
    try rig.put(Rig.mp3, as: "late.mp3")
    let late = try await rig.scan()
    #expect(late.moved == 1 && late.added == 0)
    #expect(try ScanTests.ids(rig)["late.mp3"] == ids["b.mp3"])
  }

  @Test func `files without a title are never taken for each other by what they lack`()
    async throws
  {
    let rig = try Rig()
    let bare = "Music/Field Recordings/boathouse-0412.mp3"
    try rig.put(bare, as: "a.mp3")
    try await rig.scan(["music"])
    #expect(unlink(rig.folder.path("music/a.mp3")) == 0)
    try rig.put(bare, as: "b.mp3")
    let summary = try await rig.scan()
    #expect(summary.added == 1 && summary.gone == 1)
  }

  @Test func `hard links are items of their own, and either may go`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    #expect(link(rig.folder.path("music/a.flac"), rig.folder.path("music/b.flac")) == 0)
    try await rig.scan(["music"])
    let ids = try ScanTests.ids(rig)
    #expect(ids.count == 2 && ids["a.flac"] != ids["b.flac"])
    try rig.move("a.flac", to: "c.flac")
    try await rig.scan()
    #expect(try ScanTests.ids(rig) == ["c.flac": ids["a.flac"], "b.flac": ids["b.flac"]])
    #expect(unlink(rig.folder.path("music/b.flac")) == 0)
    #expect(try await rig.scan().gone == 1)
    #expect(try ScanTests.ids(rig) == ["c.flac": ids["a.flac"]])
  }

  @Test func `the row of a vanished file is kept for 90 days, and no longer`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(Rig.mp3, as: "b.mp3")
    try await rig.scan(["music"])
    let id = try ScanTests.ids(rig)["a.flac"]
    let day: Int64 = 86400 * 1_000_000_000
    for days: Int64 in [89, 91] {
      #expect(rename(rig.folder.path("music/a.flac"), rig.folder.path("away.flac")) == 0)
      try await rig.scan()
      let database = try LibraryStore.open(rig.library, .write, nil)
      try database.execute("UPDATE items SET gone = gone - \(days * day)", during: "testing")
      try Upkeep.run(database)
      #expect(rename(rig.folder.path("away.flac"), rig.folder.path("music/a.flac")) == 0)
      try await rig.scan()
      let isSame = try ScanTests.ids(rig)["a.flac"] == id
      #expect(isSame == (days == 89))
    }
  }
}
