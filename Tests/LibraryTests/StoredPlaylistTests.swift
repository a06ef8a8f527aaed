import Media
import TestSupport
import Testing

@testable import Library

/// Playlists that are kept in the library.
@Suite struct StoredPlaylistTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(path: folder.path("segue.db"), access: .write)
  }

  @Test func `a change writes what it changes, whatever the length of the playlist`() throws {
    let now = Timestamp(nanoseconds: 1)
    var expected = (0..<5000).map { StoredPlaylistEntry(item: nil, uri: "\($0).flac") }
    try store.savePlaylist("long", expected, .create, now: now)
    let database = try LibraryStore.open(store.path, .write, nil)
    try database.execute(
      """
      CREATE TABLE written (position INTEGER);
      CREATE TRIGGER note AFTER INSERT ON list_entries
      BEGIN INSERT INTO written VALUES (new.position); END
      """, during: "testing")
    var random = SeededGenerator(seed: 1)
    for _ in 0..<40 {
      let place = Int.random(in: 4900..<4990, using: &random)
      let change: (inout [StoredPlaylistEntry]) -> Void =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: { $0.swapAt(place, place + 7) }
        case 1: { $0.remove(at: place) }
        case 2: { $0.insert(StoredPlaylistEntry(item: nil, uri: "new"), at: place) }
        default: { _ in }
        }
      change(&expected)
      try store.changePlaylist("long", now: now) { change(&$0) }
      #expect(try store.storedPlaylist("long")?.map(\.location) == expected.map(\.uri))
    }
    let written = try database.number("SELECT count(*) FROM written", during: "testing") ?? 0
    #expect(written > 0 && written < 40 * 120)
    try store.changePlaylist("long", now: now) { $0 = [] }
    #expect(try store.storedPlaylist("long")?.isEmpty == true)
  }

  @Test(arguments: ["", "a/b", "a\nb", "a\r\nb", "a\0"])
  func `a playlist is called as a file can be`(name: String) throws {
    let now = Timestamp(nanoseconds: 1)
    #expect(throws: PlaylistError.badName(name)) {
      try store.savePlaylist(name, [], .create, now: now)
    }
    try store.savePlaylist("good", [], .create, now: now)
    #expect(throws: PlaylistError.badName(name)) { try store.renamePlaylist("good", to: name) }
  }
}
