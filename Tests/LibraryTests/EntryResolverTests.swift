import Media
import TestSupport
import Testing
import Worker

@testable import Library

/// What entries of playlists mean that do not name a file as it is called.
@Suite struct EntryResolverTests {
  @Test func `the file at the very place is meant, however many are called like it`() throws {
    let folder = try TemporaryFolder()
    let database = try LibraryStore.open(folder.path("segue.db"), .write, "en_US.UTF-8")
    let root = try RootList.add(FilePath("/music"), database)
    let state = FileState(
      identity: FileIdentity(device: 1, inode: 2, born: 3), size: 1, modified: 1)
    try database.execute("BEGIN", during: "testing")
    let writer = try ItemWriter(database)
    var rows = try FolderRows(root: root.id, database)
    for number in 0...1001 {
      let row = try rows.row(FilePath("Album \(number)/CD1"), database)
      let file = StoredFile(folder: row, name: FilePath("01.flac"), state: state)
      try writer.insert(file, TagRecord(), added: 1, version: 1, database)
    }
    try database.execute("COMMIT", during: "testing")
    let list = PlaylistRow(
      id: 1, root: root.id, folder: 0, path: FilePath(""), name: FilePath("l.m3u"), state: state,
      kind: "m3u", source: nil)
    var resolver = EntryResolver(try RootList(database))
    let found = try resolver.items(
      Array("album 7/cd1/01.FLAC".utf8), in: list, before: [], database)
    #expect(found.count == 1)
  }
}
