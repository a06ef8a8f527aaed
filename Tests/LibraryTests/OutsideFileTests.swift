import Media
import TestSupport
import Testing
import Worker

@testable import Library

/// Files that lie in no music folder, as long as something names them.
@Suite struct OutsideFileTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore
  private static let nowhere = SavedPoint(entry: nil, position: .zero, state: .stopped)

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(path: folder.path("segue.db"), access: .write)
  }

  private func keep(_ name: String) throws -> MediaItem {
    let state = FileState(
      identity: FileIdentity(device: 1, inode: 1, born: 1), size: 1, modified: 1)
    let file = OutsideFile(path: FilePath("/\(name)"), state: state, record: TagRecord())
    return try store.keep(file, now: Timestamp(nanoseconds: 1))
  }

  @Test func `what nothing names any more is forgotten, and what can come back is not`() throws {
    let names = ["none", "queued", "cleared", "listed", "unlisted", "marked"]
    let items = try names.map { try keep($0) }
    let records = items[1...2].enumerated().map {
      QueueRecord(id: UInt32($0 + 1), item: $1.persistentID)
    }
    // One has left the queue, and one a playlist.
    var writer = QueueWriter()
    try writer.save(SavedQueue(records: records), in: store)
    try writer.save(
      SavedQueue(records: [records[0]]), edit: .change(token: 1, from: Self.nowhere), in: store)
    let now = Timestamp(nanoseconds: 2)
    let entries = items[3...4].map { StoredPlaylistEntry($0) }
    try store.savePlaylist("list", entries, .create, now: now, step: 2)
    try store.savePlaylist("list", [entries[0]], .replaceOrCreate, now: now, step: 3)
    try store.setBookmark(
      Bookmark(item: items[5].persistentID, name: "x", milliseconds: 1), now: now)
    try store.forgetOutside(except: [items[1].persistentID], before: now)
    let known = try store.items(knownAs: items.map(\.persistentID)).map(\.uri)
    #expect(known == ["/queued", "/cleared", "/listed", "/unlisted", "/marked"])
    // What came later stays in any case.
    let late = try keep("none")
    try store.forgetOutside(except: [], before: Timestamp(nanoseconds: 1))
    #expect(try store.items(knownAs: [late.persistentID]).count == 1)
  }
}
