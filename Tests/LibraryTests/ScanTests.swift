import Glibc
import Library
import Media
import Posix
import Synchronization
import TestSupport
import Testing
import Worker

@Suite struct ScanTests {
  @Test func `paths that lie in each other are looked at once`() async throws {
    let rig = try Rig()
    for name in ["a", "in/b", "in/deep/c"] { try rig.put(as: "\(name).flac") }
    let paths = ["music", "music/in", "music/in/deep/c.flac", "music/in/deep", "music/a.flac"]
    let summary = try await rig.scan(paths)
    #expect(summary.added == 3 && summary.unchanged == 0)
    #expect(try await rig.scan(paths.reversed()).unchanged == 3)
  }

  @Test func `the fixtures are scanned into items, and a second scan reads none of them`()
    async throws
  {
    let rig = try Rig()
    let notices = try UnixSocket.receiveDatagrams(at: rig.folder.path("notify"))
    var scan = rig.scan
    scan.notify = rig.folder.path("notify")
    let first = try await Self.run(scan, [FilePath(Project.music)])
    #expect(first.added == 34)
    #expect(first.unreadable == 0 && first.unchanged == 0 && !first.isCancelled)
    #expect(first.hasChanges)
    #expect(try Self.count(of: notices) > 0)

    let items = try rig.items()
    #expect(items.count == 34)
    let ebb = try #require(items.first)
    #expect(ebb.uri == "Abel Marr/Low Water/01 Ebb Line.flac")
    #expect(ebb.tags.title == "Ebb Line")
    #expect(ebb.tags.albumArtist == "Abel Marr")
    #expect(ebb.tags.artworkSource == .file)
    #expect(ebb.audio.codec == "flac" && ebb.audio.sampleRate == 44100)
    #expect(items.last?.tags.title == nil)

    let again = try await Self.run(scan, [])
    #expect(again.unchanged == 34)
    #expect(again.added == 0 && again.changed == 0 && again.gone == 0 && !again.hasChanges)
    #expect(try Self.count(of: notices) == 0)
  }

  @Test func `albums come by artist in the order of the locale, what is unknown comes last`()
    async throws
  {
    let rig = try Rig()
    try await Self.run(rig.scan, [FilePath(Project.music)])
    var artists: [String] = []
    for item in try rig.items() {
      let artist = item.tags.albumArtist ?? item.tags.artist ?? "-"
      if artists.last != artist { artists.append(artist) }
    }
    #expect(
      artists == [
        "Abel Marr", "Ines Calloway", "Kit Harrow", "Łucja Świerk", "Orrin Vale", "Various Artists",
        "Егор Тишин", "نیلوفر کوهسار", "夜汽車楽団", "-",
      ])
    let discs = try rig.items().filter { $0.tags.album == "The Long Field" }
    #expect(discs.map { $0.tags.discNumber } == [1, 1, 1, 2, 2, 2])
    #expect(discs.map { $0.tags.trackNumber } == [1, 2, 3, 1, 2, 3])
  }

  @Test func `what is bad is reported with its class and not read again until it changes`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "good.flac")
    for name in ["empty.mp3", "text.mp3", "garbage.ogg", "cut-off-in-tag.mp3"] {
      try rig.put("broken/\(name)", as: "bad/\(name)")
    }
    let first = try await rig.scan(["music"])
    #expect(first.added == 1 && first.unreadable == 4)
    let problems = try rig.store().problems()
    #expect(
      problems.map(\.path.lastComponent.uri) == [
        "cut-off-in-tag.mp3", "empty.mp3", "garbage.ogg", "text.mp3",
      ])
    #expect(problems.allSatisfy { $0.status == .unreadable && !$0.reason.isEmpty })
    #expect(problems[1].kind == .empty && problems[3].kind == .notAudio)

    let second = try await rig.scan()
    #expect(second.unreadable == 4 && second.unchanged == 1 && !second.hasChanges)

    try rig.put(as: "bad/empty.mp3")
    let third = try await rig.scan()
    #expect(third.added == 1 && third.unreadable == 3)
    #expect(try rig.store().problems().count == 3)
  }

  @Test
  func `a file that no longer can be read leaves nothing old behind, and comes back as itself`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let id = try #require(try rig.items().first?.id)
    try rig.folder.write("music/a.flac", "no music at all")
    let broken = try await rig.scan()
    #expect(broken.unreadable == 1)
    #expect(try rig.items().isEmpty)
    try rig.put(as: "a.flac")
    try await rig.scan()
    #expect(try rig.items().map(\.id) == [id])
    #expect(try rig.store().problems().isEmpty)
  }

  @Test func `a changed file is read again and stays the same item`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.mp3")
    try await rig.scan(["music"])
    let before = try #require(try rig.items().first)
    try rig.put(Rig.mp3, as: "a.mp3")
    let summary = try await rig.scan()
    #expect(summary.changed == 1 && summary.added == 0 && summary.gone == 0)
    let after = try #require(try rig.items().first)
    #expect(after.id == before.id && after.added == before.added)
    #expect(after.tags.title == "Rain on the Tin Roof")
  }

  @Test func `a file keeps its identity when it is renamed, moved and retagged`() async throws {
    let rig = try Rig()
    try rig.put(as: "one/a.flac")
    try rig.put(as: "one/b.flac")
    try await rig.scan(["music"])
    let ids = try Self.ids(rig)
    try rig.move("one/a.flac", to: "one/renamed.flac")
    try rig.move("one/b.flac", to: "two/b.flac")
    let moved = try await rig.scan()
    #expect(moved.moved == 2 && moved.added == 0 && moved.gone == 0)
    #expect(
      try Self.ids(rig) == ["one/renamed.flac": ids["one/a.flac"], "two/b.flac": ids["one/b.flac"]])

    try rig.move("two/b.flac", to: "three/c.flac")
    try Self.overwrite(rig.folder.path("music/three/c.flac"), with: Rig.mp3)
    let both = try await rig.scan()
    #expect(both.moved == 1 && both.added == 0 && both.gone == 0)
    #expect(try Self.ids(rig)["three/c.flac"] == ids["one/b.flac"])
    #expect(try rig.store().folder("two") == nil)
  }

  @Test func `a copy is a new item, and a file that vanishes for a while is the old one`()
    async throws
  {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    let id = try Self.ids(rig)["a.flac"]
    try rig.put(as: "copy.flac")
    let copied = try await rig.scan()
    #expect(copied.added == 1)
    #expect(try Self.ids(rig)["a.flac"] == id)
    #expect(try Self.ids(rig)["copy.flac"] != id)

    #expect(rename(rig.folder.path("music/a.flac"), rig.folder.path("away.flac")) == 0)
    let gone = try await rig.scan()
    #expect(gone.gone == 1)
    #expect(try rig.uris() == ["copy.flac"])
    #expect(rename(rig.folder.path("away.flac"), rig.folder.path("music/back.flac")) == 0)
    let back = try await rig.scan()
    #expect(back.moved == 1 && back.added == 0)
    #expect(try Self.ids(rig)["back.flac"] == id)
  }

  @Test func `links are followed out of the root only, once, and never in circles`() async throws {
    let rig = try Rig()
    try rig.put(as: "real/a.flac")
    try rig.folder.makeFolder("else")
    try rig.move("real/a.flac", to: "../else/b.flac")
    try rig.put(as: "real/a.flac")
    for (link, target) in [
      ("up", ".."), ("real/loop", "."), ("again", "real"), ("out", "../else"), ("twice", "../else"),
      ("one.flac", "../else/b.flac"), ("self.flac", "self.flac"), ("lost.flac", "nowhere.flac"),
    ] {
      #expect(symlink(target, rig.folder.path("music/\(link)")) == 0)
    }
    let summary = try await rig.scan(["music"])
    #expect(summary.unreadable == 2)
    // The file is reached by its own link or through one of the folders, and from "up" everything is.
    let uris = try rig.uris().sorted()
    #expect(uris.filter { $0.hasSuffix("a.flac") } == ["real/a.flac"])
    #expect(Set(try rig.store().problems().map(\.kind)) == [.loop, .brokenLink])
    #expect(try await rig.scan().unchanged == uris.count)
  }

  @Test func `a link to what is none of ours is no cover and no playlist`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.folder.write("secret.txt", "a line that nobody is told")
    try rig.folder.write("picture.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    for (link, target) in [("cover.jpg", "../picture.jpg"), ("x.m3u", "../secret.txt")] {
      #expect(symlink(target, rig.folder.path("music/\(link)")) == 0)
    }
    try await rig.scan(["music"])
    let store = try rig.store()
    #expect(try store.playlists().isEmpty && store.problems().isEmpty)
    #expect(try store.coverFile(of: store.items()[0]) == nil)
    // Nor one that became a link later.
    #expect(unlink(rig.folder.path("music/cover.jpg")) == 0)
    try rig.folder.write("music/cover.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    try await rig.scan()
    let cover = try #require(try store.coverFile(of: store.items()[0]))
    #expect(CoverFile.open(cover) != nil)
    #expect(unlink(rig.folder.path("music/cover.jpg")) == 0)
    #expect(symlink("../picture.jpg", rig.folder.path("music/cover.jpg")) == 0)
    #expect(try store.coverFile(of: store.items()[0]) == nil)
    try rig.folder.write("music/front.png", "no picture")
    #expect(CoverFile.open(rig.music.appending(FilePath("front.png"))) == nil)
  }

  @Test func `pipes, sockets and hidden files are never opened`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(as: ".hidden.flac")
    try rig.put(as: "._a.flac")
    try rig.put(as: ".hidden/a.flac")
    #expect(mkfifo(rig.folder.path("music/pipe.mp3"), 0o600) == 0)
    let socket = try UnixSocket.listen(at: rig.folder.path("music/socket.mp3"))
    let summary = try await rig.scan(["music"])
    #expect(summary.added == 1 && summary.unreadable == 2)
    #expect(try rig.store().problems().map(\.kind) == [.pipe, .socket])
    #expect(socket.raw >= 0)
  }

  @Test(.enabled(if: geteuid() != 0, "root may look into every folder"))
  func `a folder without permission is reported, and what was known of it is kept`() async throws {
    let rig = try Rig()
    try rig.put(as: "open/a.flac")
    try rig.put(as: "closed/b.flac")
    try await rig.scan(["music"])
    #expect(chmod(rig.folder.path("music/closed"), 0) == 0)
    defer { chmod(rig.folder.path("music/closed"), 0o755) }
    let summary = try await rig.scan()
    #expect(summary.unreadable == 1 && summary.gone == 0 && summary.unchanged == 1)
    #expect(try rig.store().problems().map(\.kind) == [.permission])
    #expect(try rig.items().count == 2)
  }

  @Test func `names that are not UTF-8 are files like any other`() async throws {
    let rig = try Rig()
    let name = FilePath(bytes: Array("caf".utf8) + [0xE9] + Array(".flac".utf8))
    try rig.put(as: "plain.flac")
    let path = rig.music.appending(name)
    let renamed = path.withCString { rename(rig.folder.path("music/plain.flac"), $0) }
    #expect(renamed == 0)
    try await rig.scan(["music"])
    let item = try #require(try rig.store().item(uri: "caf\\xE9.flac"))
    #expect(item.path == path && item.uri == "caf\\xE9.flac")
    #expect(try rig.store().item(path: path) == item)
    #expect(try await rig.scan().unchanged == 1)
  }

  @Test func `a root that is away or empty keeps its items, marked`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.put(as: "b/b.flac")
    try await rig.scan(["music"])
    #expect(rename(rig.music.uri, rig.folder.path("unmounted")) == 0)
    for isEmpty in [false, true] {
      if isEmpty { try rig.folder.makeFolder("music") }
      let away = try await rig.scan()
      #expect(away.gone == 0 && away.unavailableRoots.count == 1)
      #expect(try rig.items().map(\.isAvailable) == [false, false])
    }
    #expect(rmdir(rig.music.uri) == 0)
    #expect(rename(rig.folder.path("unmounted"), rig.music.uri) == 0)
    let back = try await rig.scan()
    #expect(back.unchanged == 2 && back.hasChanges)
    #expect(try rig.items().allSatisfy(\.isAvailable))
  }

  @Test func `a part of a root is scanned alone`() async throws {
    let rig = try Rig()
    try rig.put(as: "one/a.flac")
    try rig.put(as: "two/b.flac")
    try await rig.scan(["music"])
    try rig.put(as: "one/new.flac")
    try rig.put(Rig.mp3, as: "two/new.mp3")
    #expect(unlink(rig.folder.path("music/two/b.flac")) == 0)
    let part = try await rig.scan(["music/one"])
    #expect(part.added == 1 && part.gone == 0 && part.unchanged == 1)
    let file = try await rig.scan(["music/two/b.flac"])
    #expect(file.added == 0 && file.gone == 1)
    #expect(try await rig.scan(["music/two/new.mp3"]).added == 1)
    #expect(try rig.store().roots().count == 1)
  }

  @Test func `with two roots URIs begin with their names`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try await rig.scan(["music"])
    #expect(try rig.uris() == ["a.flac"])
    try rig.folder.makeFolder("more/music")
    try rig.put(as: "../more/music/b.flac")
    try await rig.scan(["more/music"])
    #expect(try rig.uris().sorted() == ["music 2/b.flac", "music/a.flac"])
    let store = try rig.store()
    #expect(try store.item(uri: "b.flac")?.uri == "music 2/b.flac")
    #expect(try store.folder("")?.folders.map(\.uri) == ["music", "music 2"])
    #expect(try store.folder("music 2")?.items.map(\.uri) == ["music 2/b.flac"])
    #expect(try store.tree("")?.count == 4)
  }

  @Test func `what cannot be scanned is told in a sentence`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    await #expect(throws: LibraryError.noRoots) { try await rig.scan() }
    await #expect(throws: LibraryError.self) { try await rig.scan(["nowhere"]) }
    try await rig.scan(["music"])
    await #expect(throws: LibraryError.self) { try await rig.scan(["music/nowhere"]) }
    let above = LibraryError.nestedRoot(path: rig.folder.path, root: rig.music.uri)
    await #expect(throws: above) { try await rig.scan([""]) }
    try rig.folder.write("text", "no folder")
    await #expect(
      throws: LibraryError.folder(path: rig.folder.path("text"), reason: "it is no folder")
    ) { try await rig.scan(["text"]) }
  }

  @discardableResult
  static func run(_ scan: Scan, _ paths: [FilePath]) async throws -> ScanSummary {
    try await withCheckedContinuation { continuation in
      scan.start(paths) { continuation.resume(returning: $0) }
    }.get()
  }

  static func ids(_ rig: Rig) throws -> [String: PersistentID?] {
    Dictionary(try rig.items().map { ($0.uri, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// Replaces what is in a file, which stays the same one.
  static func overwrite(_ path: String, with fixture: String) throws {
    let bytes = try FileDescriptor(opening: "\(Project.fixtures)/\(fixture)").readAll()
    try FileDescriptor(opening: path, O_WRONLY | O_TRUNC).write(bytes)
  }

  /// The datagrams that are waiting.
  static func count(of socket: borrowing FileDescriptor) throws -> Int {
    var count = 0
    var buffer = [UInt8](repeating: 0, count: 64)
    while recv(socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 { count += 1 }
    return count
  }
}
