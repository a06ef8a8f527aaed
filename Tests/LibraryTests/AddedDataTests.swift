import Media
import TestSupport
import Testing
import Worker

@testable import Library

/// What people have added comes in from elsewhere.
@Suite struct AddedDataTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore
  private static let now = Timestamp(nanoseconds: 1)

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(path: folder.path("segue.db"), access: .write)
  }

  private static func id(_ number: UInt64) throws -> PersistentID {
    try #require(PersistentID(rawValue: number))
  }

  @Test func `of what is there nothing is lost to what comes in`() throws {
    let (left, wished, heard, new) = (
      try Self.id(1), try Self.id(2), try Self.id(3), try Self.id(4)
    )
    try store.keepPlace(left, 90_000, now: Self.now)
    try store.setResumes(wished, true, now: Self.now)
    // One that was heard to its end begins anew.
    try store.keepPlace(heard, nil, now: Self.now)
    try store.setBookmark(Bookmark(item: left, name: "here", milliseconds: 5), now: Self.now)
    #expect(try store.setSticker(StickerSubject(left), "mood", "calm", now: Self.now))
    #expect(try store.setSticker(StickerSubject(new), "elapsed", "7", now: Self.now))
    var data = AddedData()
    data.places = [
      ResumePlace(item: left, isWanted: true, milliseconds: 10_000),
      ResumePlace(item: wished, milliseconds: 20_000),
      ResumePlace(item: heard, milliseconds: 30_000), ResumePlace(item: new, isWanted: true),
    ]
    data.bookmarks = [
      Bookmark(item: left, name: "here", milliseconds: 1),
      Bookmark(item: left, name: "there", milliseconds: 2),
    ]
    data.stickers = [
      AddedData.Sticker(subject: StickerSubject(left), name: "mood", value: "wild"),
      AddedData.Sticker(subject: StickerSubject(left), name: "dance", value: "1"),
      // A property of items, which is kept elsewhere.
      AddedData.Sticker(subject: StickerSubject(left), name: "rating", value: "99"),
    ]
    for round in 0..<2 {
      let counts = try store.add(data, now: Self.now, step: 1)
      #expect(counts.bookmarks == (round == 0 ? 1 : 0))
      #expect(
        try store.resumePlaces() == [
          ResumePlace(item: left, isWanted: true, milliseconds: 90_000),
          ResumePlace(item: wished, isWanted: true, milliseconds: 20_000),
          ResumePlace(item: heard), ResumePlace(item: new, isWanted: true, milliseconds: 7_000),
        ])
      #expect(try store.sticker(StickerSubject(left), "elapsed") == "90")
      #expect(try store.sticker(StickerSubject(wished), "elapsed") == "20")
      #expect(try store.sticker(StickerSubject(heard), "elapsed") == nil)
      #expect(try store.sticker(StickerSubject(new), "elapsed") == "7")
      #expect(try store.bookmarks(of: left).map(\.milliseconds) == [2, 5])
      #expect(try store.sticker(StickerSubject(left), "mood") == "calm")
      #expect(try store.stickers(StickerSubject(left)).map(\.name) == ["dance", "elapsed", "mood"])
    }
  }

  @Test func `a rating that is there stays, and one that is not comes in`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let store = try LibraryStore(path: rig.library, access: .write)
    let item = try #require(try store.items().first)
    func rating() throws -> Int? { try store.item(item.persistentID)?.statistics.rating }
    var data = AddedData()
    for (imported, expected) in [(4, 4), (9, 4)] {
      var statistics = MediaStatistics()
      (statistics.rating, statistics.like) = (imported, imported == 4 ? 2 : 0)
      data.facts = [AddedData.Facts(item: item.persistentID, statistics: statistics)]
      _ = try store.add(data, now: Self.now, step: 1)
      #expect(try rating() == expected)
      #expect(try store.item(item.persistentID)?.statistics.like == 2)
    }
  }

  @Test(arguments: [
    ("", "Unnamed"), ("/../x", "-..-x"), ("a\nb", "a b"), ("a\r\nb", "a  b"), ("a\0b", "a b"),
    ("Łódź", "Łódź"),
  ])
  func `a list is called as one that is kept can be`(name: String, mended: String) throws {
    var data = AddedData()
    let entry = StoredPlaylistEntry(item: nil, uri: "a.flac")
    data.playlists = [AddedData.Playlist(name: name, folder: name, entries: [entry])]
    data.bookmarks = [Bookmark(item: try Self.id(1), name: name, milliseconds: 1)]
    _ = try store.add(data, now: Self.now, step: 1)
    let list = try #require(try store.storedPlaylists().first)
    #expect(list.name == mended && list.folder == (name.isEmpty ? "" : mended))
    try store.savePlaylist(list.name, [entry], .append, now: Self.now)
    try store.putPlaylist(list.name, in: list.folder)
    let mark = try #require(try store.bookmarks().first)
    #expect(BookmarkName.isValid(mark.name))
    // And once more it is the same one.
    try store.changePlaylist(list.name, now: Self.now) { $0.removeLast() }
    #expect(try store.add(data, now: Self.now, step: 2).playlists == 0)
  }

  @Test(arguments: [
    ("", "Unnamed", -1, 0), ("a/b\nc", "a-b c", Int.min, 0), ("Q", "Q", .max, 1),
  ])
  func `a query is called as one that is kept can be, and has no less than nothing`(
    name: String, mended: String, limit: Int, found: Int
  ) async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let store = try LibraryStore(path: rig.library, access: .write)
    var data = AddedData()
    data.queries = [
      SavedQuery(name: name, text: "", limit: limit), SavedQuery(name: "odd", text: "colour:red"),
      SavedQuery(name: "order", text: "", sort: "colour"),
    ]
    #expect(try store.add(data, now: Self.now, step: 1).playlists == 1)
    #expect(try store.savedQueries().map(\.name) == [mended])
    #expect(try store.storedPlaylist(mended)?.count == found)
    #expect(try store.storedPlaylists(totals: true).map(\.count) == [found])
    // And once more it is the same one.
    #expect(try store.add(data, now: Self.now, step: 2).playlists == 0)
  }

  @Test func `a query that cannot be read costs no other list`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let store = try LibraryStore(path: rig.library, access: .write)
    let item = try #require(try store.items().first)
    try store.savePlaylist("list", [StoredPlaylistEntry(item)], .create, now: Self.now)
    try store.save(SavedQuery(name: "all", text: ""), now: Self.now)
    // As versions that knew other words, or less of numbers, have kept them.
    try store.write("keeping queries") { database throws(LibraryError) in
      for (name, text, limit) in [("less", "", -7), ("newer", "colour:red", nil)] {
        let query = SavedQuery(name: name, text: text, limit: limit)
        try SavedQueryRows.write(query, Self.now, database)
      }
    }
    let kept = try store.storedPlaylistItems()
    #expect(kept.map(\.name) == ["all", "less", "list", "newer"])
    #expect(kept.map(\.ids.count) == [1, 0, 1, 0])
    let lists = try store.storedPlaylists(totals: true)
    #expect(lists.map(\.count) == [1, 0, 1, 0])
    #expect(lists.dropLast().allSatisfy { $0.flaw == nil })
    #expect(
      lists.last?.flaw?.hasPrefix("The saved query \"newer\" cannot be read: At char") == true)
    let error = #expect(throws: LibraryError.self) { try store.storedPlaylist("newer") }
    #expect(error?.description == lists.last?.flaw)
  }

  @Test func `a list that is longer than one can be becomes two`() throws {
    let entry = StoredPlaylistEntry(item: nil, uri: "a")
    var data = AddedData()
    let entries = Array(repeating: entry, count: LibraryStore.playlistLimit + 1)
    data.playlists = [AddedData.Playlist(name: "long", entries: entries)]
    #expect(try store.add(data, now: Self.now, step: 1).playlists == 2)
    #expect(try store.storedPlaylists().map(\.count) == [LibraryStore.playlistLimit, 1])
    try store.changePlaylist("long", now: Self.now) { $0.removeLast() }
  }

  @Test func `lists that come in at once are one step`() throws {
    try store.savePlaylist("old", [], .create, now: Self.now, step: 1)
    var data = AddedData()
    data.playlists = (0..<150).map { AddedData.Playlist(name: "\($0)", entries: []) }
    _ = try store.add(data, now: Self.now, step: 2)
    func undo(_ redo: Bool = false) throws -> Int? {
      let result = try store.undo(redo: redo, SavedQueue(), current: nil, now: Self.now)
      guard case .playlists(let undone) = result else { return nil }
      return undone.count
    }
    func names() throws -> Set<String> { Set(try store.storedPlaylists().map(\.name)) }
    let all = try names()
    #expect(try undo() == 150 && names() == ["old"])
    #expect(try undo(true) == 150 && names() == all)
    // One that went meanwhile is not in the way of the others.
    try store.deletePlaylist("7")
    #expect(try undo() == 149 && names() == ["old"])
    #expect(try undo() == 1 && names() == [])
    #expect(try undo() == nil)
    #expect(try undo(true) == 1 && names() == ["old"])
    #expect(try undo(true) == 149 && names() == all.subtracting(["7"]))
  }

  @Test func `files outside of the library are entries like others`() throws {
    func file(_ path: String, _ milliseconds: Int64) -> OutsideFile {
      var tags = MediaTags()
      tags.title = path
      var audio = AudioProperties()
      audio.milliseconds = milliseconds
      let identity = FileIdentity(device: 0, inode: 0, born: 0)
      return OutsideFile(
        path: FilePath(path), state: FileState(identity: identity, size: 1, modified: 1),
        record: TagRecord(tags: tags, audio: audio))
    }
    let one = try store.keep(file("/tmp/one.flac", 1000), now: Self.now)
    _ = try store.keep(file("/tmp/two.flac", 2000), now: Self.now)
    let entries = [
      StoredPlaylistEntry(one), StoredPlaylistEntry(item: nil, uri: "/tmp/two.flac"),
      StoredPlaylistEntry(item: nil, uri: "none.flac", milliseconds: 4000),
    ]
    try store.savePlaylist("list", entries, .create, now: Self.now)
    let shown = try #require(try store.storedPlaylist("list"))
    #expect(shown.map(\.item?.displayTitle) == ["/tmp/one.flac", "/tmp/two.flac", nil])
    let ids = shown.compactMap(\.item?.persistentID)
    let kept = try store.storedPlaylistItems()
    #expect(kept.map(\.name) == ["list"] && kept.map(\.ids) == [ids])
    let list = try #require(try store.storedPlaylists(totals: true).first)
    #expect(list.missing == 1 && list.milliseconds == 7000 && list.count == 3)
  }

  @Test func `a file outside of the library is known as long as something names it`() throws {
    func keep(_ name: String, at time: Int64 = 1) throws -> PersistentID {
      let identity = FileIdentity(device: 0, inode: 0, born: 0)
      let file = OutsideFile(
        path: FilePath("/tmp/\(name)"),
        state: FileState(identity: identity, size: 1, modified: 1), record: TagRecord())
      return try store.keep(file, now: Timestamp(nanoseconds: time)).persistentID
    }
    let (marked, left, undone) = (try keep("marked"), try keep("left"), try keep("undone"))
    let (again, listed, forgotten) = (try keep("again"), try keep("listed"), try keep("forgotten"))
    try store.setBookmark(Bookmark(item: marked, name: "m", milliseconds: 1), now: Self.now)
    try store.keepPlace(left, 1000, now: Self.now)
    #expect(try keep("again", at: 200) == again)
    let entry = StoredPlaylistEntry(item: listed, uri: "/tmp/listed")
    try store.savePlaylist("list", [entry], .create, now: Self.now, step: 1)
    try store.deletePlaylist("list", step: 2)
    var writer = QueueWriter()
    let nowhere = SavedPoint(entry: nil, position: .zero, state: .stopped)
    let queue = SavedQueue(records: [QueueRecord(id: 1, item: undone)])
    try writer.save(queue, edit: .change(token: 3, from: nowhere), in: store)
    try writer.save(SavedQueue(), edit: .change(token: 4, from: nowhere), in: store)
    try store.forgetOutside(except: [], before: Timestamp(nanoseconds: 100))
    let known = [marked, left, undone, again, listed]
    #expect(try store.items(knownAs: known).map(\.persistentID) == known)
    #expect(try store.items(knownAs: [forgotten]).isEmpty)
  }
}
