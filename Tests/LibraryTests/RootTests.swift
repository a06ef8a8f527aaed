import Glibc
import Media
import TestSupport
import Testing

@testable import Library

@Suite struct RootTests {
  @Test func `a root whose files were all deleted is empty, and not away`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(as: "b/b.flac")
    try await rig.scan(["music"])
    #expect(unlink(rig.folder.path("music/a.flac")) == 0)
    #expect(unlink(rig.folder.path("music/b/b.flac")) == 0)
    let emptied = try await rig.scan()
    #expect(emptied.gone == 2 && emptied.unavailableRoots.isEmpty)
    #expect(try rig.items().isEmpty)
    #expect(try rig.store().roots().map(\.isAvailable) == [true])
  }

  @Test func `a root that lost most of its files with a disk keeps them all, marked`() async throws
  {
    let rig = try Rig()
    for name in ["disk/a", "disk/b", "disk/c", "d", "e"] { try rig.put(as: "\(name).flac") }
    try await rig.scan(["music"])
    let ids = try ScanTests.ids(rig)
    // As if "disk" had been another device, and were now not mounted.
    let database = try LibraryStore.open(rig.library, .write, nil)
    try database.execute(
      """
      UPDATE items SET device = device + 1
      WHERE folder = (SELECT id FROM folders WHERE uri = 'disk')
      """, during: "testing")
    #expect(rename(rig.folder.path("music/disk"), rig.folder.path("unmounted")) == 0)
    try rig.folder.makeFolder("music/disk")
    for _ in 0..<2 {
      let away = try await rig.scan()
      #expect(away.gone == 0 && away.unavailableRoots.count == 1)
      #expect(try rig.items().map(\.isAvailable) == [false, false, false, false, false])
    }
    #expect(rmdir(rig.folder.path("music/disk")) == 0)
    #expect(rename(rig.folder.path("unmounted"), rig.folder.path("music/disk")) == 0)
    #expect(try await rig.scan().unchanged == 5)
    #expect(try rig.items().allSatisfy(\.isAvailable))
    #expect(try ScanTests.ids(rig) == ids)
  }

  @Test func `what lay on a small disk in a root is kept when it is not mounted`() async throws {
    let rig = try Rig()
    for name in ["disk/a", "b", "c", "d"] { try rig.put(as: "\(name).flac") }
    try rig.folder.write("music/disk/l.m3u", "a.flac\n")
    try rig.folder.write("music/disk/lists/m.m3u", "../a.flac\n")
    try await rig.scan(["music"])
    let ids = try ScanTests.ids(rig)
    let database = try LibraryStore.open(rig.library, .write, nil)
    try database.execute(
      """
      UPDATE items SET device = device + 1
      WHERE folder = (SELECT id FROM folders WHERE uri = 'disk');
      UPDATE playlists SET device = device + 1
      """, during: "testing")
    #expect(rename(rig.folder.path("music/disk"), rig.folder.path("unmounted")) == 0)
    try rig.folder.makeFolder("music/disk")
    #expect(unlink(rig.folder.path("music/d.flac")) == 0)
    let away = try await rig.scan()
    #expect(away.gone == 1 && away.away == 1 && away.unavailableRoots.isEmpty)
    #expect(try rig.uris().sorted() == ["b.flac", "c.flac", "disk/a.flac"])
    #expect(try rig.items().filter { !$0.isAvailable }.map(\.uri) == ["disk/a.flac"])
    #expect(try rig.store().playlists().map(\.uri) == ["disk/l.m3u", "disk/lists/m.m3u"])
    #expect(try await rig.scan(["music/b.flac"]).away == 0)
    #expect(try rig.items().count(where: \.isAvailable) == 2)
    #expect(rmdir(rig.folder.path("music/disk")) == 0)
    #expect(rename(rig.folder.path("unmounted"), rig.folder.path("music/disk")) == 0)
    let back = try await rig.scan()
    #expect(back.unchanged == 3 && back.away == 0 && back.hasChanges)
    #expect(try rig.items().allSatisfy(\.isAvailable))
    #expect(try ScanTests.ids(rig)["disk/a.flac"] == ids["disk/a.flac"])
    // The disk is there, under another number, which the other file shows: what is gone is gone.
    try rig.put(Rig.mp3, as: "disk/e.mp3")
    try await rig.scan()
    try database.execute(
      """
      UPDATE items SET device = device + 1
      WHERE folder = (SELECT id FROM folders WHERE uri = 'disk')
      """, during: "testing")
    #expect(unlink(rig.folder.path("music/disk/e.mp3")) == 0)
    #expect(try await rig.scan().gone == 1)
  }

  @Test func `what lay behind a link is kept while the link is there, and gone with it`()
    async throws
  {
    let rig = try Rig()
    for name in ["b", "c", "d", "../other/in/a", "../other/e"] { try rig.put(as: "\(name).flac") }
    let (link, other) = (rig.folder.path("music/jazz"), rig.folder.path("other"))
    #expect(symlink(other, link) == 0)
    try await rig.scan(["music"])
    // As if the other folder were on a disk of its own.
    let moveToDisk = """
      UPDATE items SET device = device + 1
      WHERE folder IN (SELECT id FROM folders WHERE uri LIKE 'jazz%')
      """
    let database = try LibraryStore.open(rig.library, .write, nil)
    try database.execute(moveToDisk, during: "testing")
    #expect(rename(other, rig.folder.path("unmounted")) == 0)
    let away = try await rig.scan()
    #expect(away.gone == 0 && away.away == 2)
    #expect(rename(rig.folder.path("unmounted"), other) == 0)
    #expect(try await rig.scan().away == 0)
    #expect(try rig.items().count(where: \.isAvailable) == 5)
    try database.execute(moveToDisk, during: "testing")
    #expect(unlink(link) == 0)
    let removed = try await rig.scan()
    #expect(removed.gone == 2 && removed.away == 0)
    #expect(try rig.uris().sorted() == ["b.flac", "c.flac", "d.flac"])
  }

  @Test func `files that were deleted from the root's own disk are gone, however many`()
    async throws
  {
    let rig = try Rig()
    for name in ["a", "b", "c"] { try rig.put(as: "more/\(name).flac") }
    try rig.put(as: "d.flac")
    try await rig.scan(["music"])
    for name in ["a", "b", "c"] { #expect(unlink(rig.folder.path("music/more/\(name).flac")) == 0) }
    #expect(rmdir(rig.folder.path("music/more")) == 0)
    // The disk has another number since it was plugged in again: it is known by its file system.
    let database = try LibraryStore.open(rig.library, .write, nil)
    try database.execute(
      "UPDATE items SET device = device + 1; UPDATE roots SET device = device + 1",
      during: "testing")
    let summary = try await rig.scan()
    #expect(summary.gone == 3 && summary.unchanged == 1 && summary.unavailableRoots.isEmpty)
    #expect(try rig.items().map(\.isAvailable) == [true])
  }

  @Test func `a part of a root says nothing of the rest`() async throws {
    let rig = try Rig()
    for name in ["one/a", "one/b", "one/c", "two/d"] { try rig.put(as: "\(name).flac") }
    try await rig.scan(["music"])
    #expect(rename(rig.music.uri, rig.folder.path("unmounted")) == 0)
    #expect(try await rig.scan(["music/one"]).gone == 0)
    #expect(try rig.items().count == 4)
    #expect(try rig.store().roots().map(\.isAvailable) == [false])
  }

  @Test func `a root that was removed takes its items away, and brings them back as they were`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(as: "../more/b.flac")
    try await rig.scan(["music", "more"])
    let ids = try ScanTests.ids(rig)
    #expect(ids.keys.sorted() == ["more/b.flac", "music/a.flac"])
    let store = try LibraryStore(path: rig.library, access: .write)
    try store.removeRoot(store.root(called: "more"))
    #expect(try rig.uris() == ["a.flac"])
    #expect(try store.roots().map(\.name) == ["music"])
    #expect(try store.folder("")?.folders.isEmpty == true)

    // The name is free.
    try rig.folder.makeFolder("else/more")
    #expect(try store.addRoot(FilePath(rig.folder.path("else/more"))).name == "more")
    try await rig.scan(["more"])
    #expect(try rig.uris().sorted() == ["more 2/b.flac", "music/a.flac"])
    #expect(try ScanTests.ids(rig)["more 2/b.flac"] == ids["more/b.flac"])
  }

  @Test func `rows of a removed root go when their time is over`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(as: "../more/sub/b.flac")
    try await rig.scan(["music", "more"])
    let store = try LibraryStore(path: rig.library, access: .write)
    try store.removeRoot(store.root(called: "more"))
    let database = try LibraryStore.open(rig.library, .write, nil)
    let day: Int64 = 86400 * 1_000_000_000
    try database.execute(
      "UPDATE items SET gone = gone - \(91 * day); UPDATE roots SET removed = removed - \(91 * day)",
      during: "testing")
    try Upkeep.run(database)
    #expect(try database.number("SELECT count(*) FROM items", during: "testing") == 1)
    #expect(try database.number("SELECT count(*) FROM roots", during: "testing") == 1)
    #expect(try Meta.number(database, .forgotten) ?? 0 > 0)
  }

  @Test func `names of roots are theirs alone and fit into URIs`() throws {
    let rig = try Rig()
    for name in ["one", "two", "one/in"] { try rig.folder.makeFolder(name) }
    let store = try LibraryStore(path: rig.library, access: .write)
    let one = try store.addRoot(FilePath(rig.folder.path("one")), isNew: true)
    try store.addRoot(FilePath(rig.folder.path("two")), isNew: true)
    let inside = rig.folder.path("one/in")
    #expect(throws: LibraryError.insideRoot(path: inside, root: one.path.uri)) {
      try store.addRoot(FilePath(inside), isNew: true)
    }
    #expect(throws: LibraryError.nestedRoot(path: rig.folder.path, root: one.path.uri)) {
      try store.addRoot(FilePath(rig.folder.path), isNew: true)
    }
    #expect(throws: LibraryError.self) {
      try store.addRoot(FilePath(rig.folder.path("nowhere")), isNew: true)
    }
    for name in ["", "a/b", "two", "..", "a\u{1B}[b"] {
      #expect(throws: LibraryError.self, "\(name)") { try store.renameRoot(one, to: name) }
    }
    try store.renameRoot(one, to: "Äther")
    #expect(try store.root(called: "Äther").path == one.path)
    #expect(try store.root(called: one.path.uri).name == "Äther")
    #expect(throws: LibraryError.noRoot("one", known: ["Äther", "two"])) {
      try store.root(called: "one")
    }
  }
}
