import Media
import TestSupport
import Testing

@testable import Library

/// Files of playlists whose music moves, comes, and is judged.
@Suite struct PlaylistFolderItemTests {
  private let rig: FolderRig

  init() async throws {
    rig = try FolderRig()
    try rig.rig.put(as: "One/a.flac")
    try rig.rig.put(Rig.mp3, as: "Two/b.mp3")
    try await rig.rig.scan(["music"])
  }

  @Test func `items that moved while nobody looked are still those of the playlist`() async throws {
    let items = try rig.store.items()
    try rig.save("Both", items)
    try rig.agree()
    try rig.rig.move("One/a.flac", to: "Three/new.flac")
    try rig.rig.move("Two/b.mp3", to: "Three/other.mp3")
    try await rig.rig.scan()
    rig.restart()
    #expect(try rig.agree().taken.isEmpty)
    #expect(
      try rig.store.storedPlaylist("Both")?.map { $0.item?.persistentID }
        == items.map(\.persistentID))
    #expect(rig.text("Both.m3u")?.contains("/Three/new.flac\n") == true)
  }

  @Test func `a file that was changed before its items were seen elsewhere still means them`()
    async throws
  {
    let items = try rig.store.items()
    try rig.save("Both", items)
    try rig.agree()
    // Twice, so that the playlist remembers another place than its file.
    for name in ["Three/new", "Four/newer"] {
      try rig.rig.move(name == "Three/new" ? "One/a.flac" : "Three/new.flac", to: "\(name).flac")
      let text = try #require(rig.text("Both.m3u"))
      try await rig.rig.scan()
      if name == "Three/new" {
        try rig.agree()
      } else {
        try rig.put("Both.m3u", text + "http://a/1\n")
      }
    }
    rig.restart()
    #expect(try rig.agree().taken == ["Both"])
    let ids = try rig.store.storedPlaylist("Both")?.map { $0.item?.persistentID }
    #expect(ids == items.map(\.persistentID) + [nil])
  }

  @Test func `music that comes after its playlist is found`() async throws {
    let music = rig.rig.music.uri
    try rig.put("Late.m3u", "\(music)/Late/c.flac\n../music/Late/d.flac\n")
    try rig.put("Late too.xspf", Self.xspf("file://\(music)/Late/c.flac"))
    try rig.agree()
    #expect(try rig.store.storedPlaylist("Late")?.contains { $0.item != nil } == false)
    for name in ["c", "d"] { try rig.rig.put(as: "Late/\(name).flac") }
    try await rig.rig.scan()
    #expect(try rig.entries("Late") == ["Late/c.flac", "Late/d.flac"])
    #expect(try rig.entries("Late too") == ["Late/c.flac"])
    #expect(try rig.agree().taken.isEmpty)
  }

  @Test func `the file of a saved query has what it finds now`() throws {
    let item = try #require(try rig.store.items().first)
    try rig.store.save(SavedQuery(name: "Best", text: "rating:>=8"), now: rig.now())
    try rig.agree()
    #expect(rig.text("Best.m3u") == "#EXTM3U\n")
    #expect(
      try rig.store.setSticker(
        StickerSubject(item.persistentID), "rating", "9", now: Timestamp(nanoseconds: 1)))
    try rig.agree()
    #expect(rig.text("Best.m3u")?.contains(item.path.uri) == true)
  }

  private static func xspf(_ location: String) -> String {
    """
    <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
    <track><location>\(location)</location></track></trackList></playlist>
    """
  }
}
