import Media
import TestSupport
import Testing

@testable import Library

/// Cue sheets and playlists on their way through a scan.
@Suite struct PlaylistScanTests {
  private static let sheet = """
    PERFORMER "Lantern Club"
    TITLE "Paper Boats"
    FILE "DISC.wav" WAVE
      TRACK 01 AUDIO
        TITLE "Slipway"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Estuary"
        INDEX 00 00:01:70
        INDEX 01 00:02:10
    """

  @Test func `each track is an item and the file is not, and all keep who they are`() async throws {
    let rig = try Rig()
    try rig.put(as: "a/disc.flac")
    try rig.folder.write("music/a/disc.cue", Self.sheet)
    try await rig.scan(["music"])
    let items = try rig.items()
    #expect(items.map(\.uri) == ["a/disc.cue/track0001", "a/disc.cue/track0002"])
    #expect(items.map(\.tags.title) == ["Slipway", "Estuary"])
    #expect(items.map { $0.range?.start } == [0, 160] && items[0].range?.end == 160)
    #expect(items.allSatisfy { $0.path.lastComponent.uri == "disc.flac" })
    #expect(items[0].audio.milliseconds == 2133)
    let store = try rig.store()
    #expect(try store.item(uri: "a/disc.cue/track0002")?.persistentID == items[1].persistentID)
    #expect(try store.item(uri: "a/disc.cue") == nil && store.item(uri: "a/disc.flac") == nil)
    #expect(try store.items(MediaQuery([.folder("a/disc.cue")])).count == 2)
    #expect(try store.folder("a")?.folders.map(\.uri) == ["a/disc.cue"])
    #expect(try store.folder("a/disc.cue")?.items == items)

    #expect(try await !rig.scan().hasChanges)
    try rig.move("a/disc.flac", to: "b/disc.flac")
    try rig.move("a/disc.cue", to: "b/disc.cue")
    try await rig.scan()
    let moved = try rig.items()
    #expect(moved.map(\.uri) == ["b/disc.cue/track0001", "b/disc.cue/track0002"])
    #expect(moved.map(\.persistentID) == items.map(\.persistentID))

    try rig.folder.write("music/b/disc.cue", Self.sheet.replacing("Estuary", with: "Delta"))
    try await rig.scan()
    #expect(try rig.items().map(\.tags.title) == ["Slipway", "Delta"])
    #expect(try rig.items().map(\.persistentID) == items.map(\.persistentID))

    try rig.move("b/disc.cue", to: "b/disc.txt")
    try await rig.scan()
    #expect(try rig.uris() == ["b/disc.flac"])
  }

  @Test func `a broken sheet is reported and its neighbour is an item`() async throws {
    let rig = try Rig()
    try rig.put(as: "song.flac")
    try rig.folder.write("music/x.cue", Self.sheet)
    try rig.folder.write("music/y.cue", "nothing")
    try await rig.scan(["music"])
    #expect(try rig.uris() == ["song.flac"])
    let problems = try rig.store().problems()
    #expect(problems.map(\.path.lastComponent.uri) == ["x.cue", "y.cue"])
    #expect(problems.allSatisfy { $0.status == .brokenPlaylist && !$0.reason.isEmpty })
    try rig.move("song.flac", to: "disc.flac")
    try await rig.scan()
    #expect(try rig.uris() == ["x.cue/track0001", "x.cue/track0002"])
    #expect(try rig.store().problems().count == 1)
  }

  @Test func `entries of lists are found leniently, and the rest is kept and told`() async throws {
    let rig = try Rig()
    try rig.put(as: "Sub/One.flac")
    try rig.put(as: "Sub/Gr\u{FC}n.flac")
    try rig.put(as: "two.flac")
    let lines: [[UInt8]] =
      [
        "..\\SUB\\one.flac", "D:\\Music\\Sub\\One.flac", "/mnt/old/music/Sub/Gru\u{308}n.flac",
        "..%2Ftwo.flac", "lost.flac", "http://radio.example/x",
      ].map { Array($0.utf8) } + [Array("../Sub/Gr".utf8) + [0xFC] + Array("n.flac".utf8)]
    try rig.folder.write("music/lists/l.m3u", Array(lines.joined(separator: [0x0D, 0x0A])))
    try await rig.scan(["music"])
    let entries = try #require(try rig.store().playlist("lists/l.m3u")).entries
    #expect(
      entries.map { $0.item?.uri } == [
        "Sub/One.flac", "Sub/One.flac", "Sub/Gr\u{FC}n.flac", "two.flac", nil, nil,
        "Sub/Gr\u{FC}n.flac",
      ])
    #expect(entries[4].location == "lost.flac")
    let problem = try #require(try rig.store().problems().first)
    #expect(problem.status == .brokenPlaylist && problem.reason.contains("lost.flac"))
    #expect(try rig.store().folder("lists") == nil, "there is no music in it")
    #expect(try rig.store().playlists().map(\.uri) == ["lists/l.m3u"])

    try rig.move("Sub/One.flac", to: "Elsewhere/1.flac")
    try await rig.scan()
    #expect(try rig.store().playlist("l")?.entries.first?.item?.uri == "Elsewhere/1.flac")
  }

  @Test(arguments: [true, false])
  func `lists that a cancelled scan had no time for are filled by the next`(
    hasNewItems: Bool
  ) async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    if hasNewItems { try rig.put(Rig.mp3, as: "b.mp3") }
    for number in 0..<80 { try rig.folder.write("music/\(number).m3u", "a.flac\n") }
    for number in 0..<80 { try rig.folder.write("music/\(number).xspf", Self.xspf) }
    let library = rig.library
    let summary = try await rig.scan {
      (try? Database(opening: library, creating: false, patience: 1000)
        .number("SELECT count(*) FROM playlists", during: "testing")) ?? 0 > 0
    }
    #expect(summary.isCancelled)
    try await rig.scan()
    let store = try rig.store()
    for kind in ["m3u", "xspf"] {
      let lists = try (0..<80).map { try store.playlist("\($0).\(kind)")?.entries.map(\.item?.uri) }
      #expect(lists.allSatisfy { $0 == ["a.flac"] }, "\(kind)")
    }
    #expect(try await !rig.scan().hasChanges)
  }

  private static let xspf = """
    <?xml version="1.0"?>
    <playlist version="1" xmlns="http://xspf.org/ns/0/">
    <trackList><track><location>a.flac</location></track></trackList></playlist>
    """

  @Test func `a list with a dead entry is written anew only when what it names has come`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.folder.write("music/l.m3u", "a.flac\nlost.flac\n")
    try await rig.scan(["music"])
    try Self.execute(
      """
      CREATE TRIGGER watched BEFORE DELETE ON playlist_entries
      BEGIN SELECT RAISE(ABORT, 'it was written anew'); END
      """, rig)
    try rig.put(Rig.mp3, as: "b.mp3")
    #expect(try await rig.scan().added == 1)
    try Self.execute("DROP TRIGGER watched", rig)
    try rig.put(as: "lost.flac")
    try await rig.scan()
    let found = try rig.store().playlist("l")?.entries.map(\.item?.uri)
    #expect(found == ["a.flac", "lost.flac"])
    #expect(try rig.store().problems().isEmpty)
  }

  private static func execute(_ sql: String, _ rig: Rig) throws {
    try Database(opening: rig.library, creating: false, patience: 1000)
      .execute(sql, during: "testing")
  }

  @Test func `an entry that names a file means the tracks that lie in it now`() async throws {
    let rig = try Rig()
    try rig.put(as: "disc.flac")
    try rig.put(as: "other.flac")
    try rig.folder.write("music/disc.cue", Self.sheet)
    try rig.folder.write("music/l.m3u", "DISC.FLAC\ndisc.cue/track0001\n")
    try await rig.scan(["music"])
    let entries = { try #require(try rig.store().playlist("l.m3u")).entries.map { $0.item?.uri } }
    let first = "disc.cue/track0001"
    #expect(try entries() == [first, "disc.cue/track0002", first])

    let third = "\n  TRACK 03 AUDIO\n    INDEX 01 00:02:40"
    try rig.folder.write("music/disc.cue", Self.sheet + third)
    try await rig.scan()
    let grown = try entries()
    #expect(grown == [first, "disc.cue/track0002", "disc.cue/track0003", first])

    let another = Self.sheet.replacing(#/FILE ".*"/#, with: "FILE \"other.flac\"")
    try rig.folder.write("music/disc.cue", another)
    try rig.folder.write("music/z.cue", Self.sheet)
    try await rig.scan()
    #expect(try entries() == ["z.cue/track0001", "z.cue/track0002", first])
  }

  @Test func `a sheet that is being written stays what it was until it is closed`() async throws {
    let rig = try Rig()
    try rig.put(as: "disc.flac")
    try rig.folder.write("music/disc.cue", Self.sheet)
    try await rig.scan(["music"])
    let ids = try rig.items().map(\.persistentID)
    try rig.folder.write("music/disc.cue", "FILE \"DISC.wav\" WAVE\n")
    let root = try #require(try rig.store().roots().first).id
    var parts = LibraryParts(roots: [root])
    parts.unfinished = [FilePlace(root: root, path: FilePath("disc.cue"))]
    try await rig.scan(parts)
    #expect(try rig.items().map(\.persistentID) == ids)
    parts.unfinished = []
    try await rig.scan(parts)
    #expect(try rig.uris() == ["disc.flac"])
  }

  @Test func `lyrics beside a file are noted`() async throws {
    let rig = try Rig()
    try rig.put(as: "song.flac")
    try rig.folder.write("music/song.lrc", "[00:01.00]la")
    try await rig.scan(["music"])
    #expect(try rig.items().first?.lyricsSource == .file)
    #expect(try await !rig.scan().hasChanges)
    try rig.move("song.lrc", to: "other.lrc")
    try await rig.scan()
    #expect(try rig.items().first?.lyricsSource == nil)
  }

  @Test func `a name that does not say what it is is looked at, and passed over in silence`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "noextension")
    try rig.put(as: "song.xyz")
    try rig.put(as: "not looked at.jpg")
    try rig.folder.write("music/README", "hello")
    let summary = try await rig.scan(["music"])
    #expect(summary.added == 2 && summary.unreadable == 0)
    #expect(try rig.uris().sorted() == ["noextension", "song.xyz"])
    let again = try await rig.scan()
    #expect(again.unchanged == 2)
    #expect(again.unreadable == 0 && !again.hasChanges)
    #expect(try rig.store().problems().isEmpty)
  }
}
