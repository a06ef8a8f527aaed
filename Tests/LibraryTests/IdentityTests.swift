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

  @Test func `a copy that was seen before its original was found again does not stay the original`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a/x.flac")
    try rig.put(as: "d/z.flac")
    try rig.put(Rig.mp3, as: "e/other.mp3")
    try await rig.scan(["music"])
    let before = try ScanTests.ids(rig)
    // As in a scan during which a folder moves to where it was already: it is not to be seen there.
    try rig.put(as: "b/copy.flac")
    try rig.move("a", to: "c")
    let partly = try await rig.scan(["music/a", "music/b"])
    #expect(partly.moved == 1 && partly.added == 0)
    #expect(try ScanTests.ids(rig)["b/copy.flac"] == before["a/x.flac"])
    let summary = try await rig.scan()
    #expect(summary.added == 1 && summary.moved == 1 && summary.gone == 0)
    let after = try ScanTests.ids(rig)
    #expect(after["c/x.flac"] == before["a/x.flac"])
    #expect(after["d/z.flac"] == before["d/z.flac"])
    #expect(Set(after.values).count == 4)
    let again = try await rig.scan()
    #expect(again.added == 0 && again.changed == 0 && again.moved == 0 && again.gone == 0)
    #expect(try ScanTests.ids(rig) == after)
  }

  @Test func `a file that is seen where it arrived before it is missed is the item that it was`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a/x.flac")
    try rig.put(Rig.mp3, as: "a/y.mp3")
    try await rig.scan(["music"])
    let before = try ScanTests.ids(rig)
    // Another name for the same file is another item.
    try rig.put(as: "b/new.flac")
    #expect(
      link(rig.folder.path("music/a/y.mp3"), rig.folder.path("music/b/hard.mp3")) == 0)
    try rig.move("a/x.flac", to: "b/moved.flac")
    let partly = try await rig.scan(["music/b"])
    #expect(partly.moved == 1 && partly.added == 2 && partly.gone == 0)
    let after = try ScanTests.ids(rig)
    #expect(after["b/moved.flac"] == before["a/x.flac"])
    #expect(after["a/y.mp3"] == before["a/y.mp3"])
    #expect(Set(after.keys) == ["a/y.mp3", "b/moved.flac", "b/new.flac", "b/hard.mp3"])
    let again = try await rig.scan()
    #expect(again.added == 0 && again.changed == 0 && again.moved == 0 && again.gone == 0)
    #expect(try ScanTests.ids(rig) == after)
  }

  @Test func `another file has the old place of one that is seen where it arrived`() async throws {
    let rig = try Rig()
    try rig.put(as: "a/x.flac")
    try await rig.scan(["music"])
    let before = try ScanTests.ids(rig)
    try rig.move("a/x.flac", to: "b/moved.flac")
    try rig.put(Rig.mp3, as: "a/x.flac")
    try await rig.scan(["music/b"])
    #expect(try ScanTests.ids(rig)["b/moved.flac"] == before["a/x.flac"])
    let summary = try await rig.scan()
    #expect(summary.added == 1 && summary.gone == 0)
    let after = try ScanTests.ids(rig)
    #expect(after["b/moved.flac"] == before["a/x.flac"])
    #expect(after.count == 2 && Set(after.values).count == 2)
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

  @Test(arguments: [
    // what the first says, what the second says in another file; whether that is the first
    (["name", "One", "Album"], ["name", "Two", "Other"], true),
    (["a", "One", "Album"], ["b", "One", "Other"], true),
    (["a", "One", "Album"], ["b", "Two", "Album"], true),
    (["a", "One", "Album"], ["b", "Two", "Other"], false),
  ])
  func `a file replaced, retagged and moved at once is known by its sound and what else is left`(
    before: [String], after: [String], isSame: Bool
  ) async throws {
    let rig = try Rig()
    try Self.put(rig, "first", before, frames: 1600)
    try await rig.scan(["music"])
    let id = try #require(try rig.items().first?.id)
    #expect(unlink(rig.folder.path("music/first/\(before[0]).wav")) == 0)
    try Self.put(rig, "second", after, frames: 1600)
    // Another one has all of that but the sound.
    try Self.put(rig, "third", before, frames: 1700)
    let summary = try await rig.scan()
    #expect(summary.moved == (isSame ? 1 : 0) && summary.gone == (isSame ? 0 : 1))
    let items = try rig.items().filter { $0.uri.hasPrefix("second/") }
    #expect(items.count == 1 && (items.first?.id == id) == isSame)
  }

  @Test func `of two that it could be, a replaced and moved file is neither`() async throws {
    let rig = try Rig()
    for folder in ["one", "two"] { try Self.put(rig, folder, ["a", "One", "Album"], frames: 1600) }
    try await rig.scan(["music"])
    for folder in ["one", "two"] { #expect(unlink(rig.folder.path("music/\(folder)/a.wav")) == 0) }
    try Self.put(rig, "three", ["a", "Two", "Other"], frames: 1600)
    let summary = try await rig.scan()
    #expect(summary.added == 1 && summary.gone == 2)
  }

  /// A file of silence with a title, an album and track 1.
  private static func put(_ rig: Rig, _ folder: String, _ texts: [String], frames: Int) throws {
    let list = zip(["INAM", "IPRD", "IPRT"], [texts[1], texts[2], "1"]).flatMap { name, text in
      let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: text.utf8.count % 2 == 0 ? 2 : 1)
      return Array(name.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes
    }
    var file = WAVFile.bytes([UInt8](repeating: 0, count: frames * 4), rate: 8000)
    file += Array("LIST".utf8) + [UInt8(list.count + 4), 0, 0, 0] + Array("INFO".utf8) + list
    let size = file.count - 8
    for place in 0..<4 { file[4 + place] = UInt8(truncatingIfNeeded: size >> (8 * place)) }
    try rig.folder.write("music/\(folder)/\(texts[0]).wav", file)
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
