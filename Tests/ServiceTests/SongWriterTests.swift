import Glibc
import Library
import MPDProtocol
import Media
import Posix
import TestSupport
import Testing

@testable import Service

/// What is written from rows is what is written of items.
@Suite struct SongWriterTests {
  @Test func `a row is written as its item is`() async throws {
    try await blocking {
      let daemon = try RunningDaemon(home: Self.home())
      try daemon.waitForScan()
      let store = try LibraryStore(
        path: daemon.home.folder.path("data/segue/segue.db"), access: .read)
      let entries = try #require(try store.tree(""))
      let items = entries.compactMap { entry -> MediaItem? in
        if case .item(let item) = entry { item } else { nil }
      }
      #expect(items.count == 38)
      #expect(items.contains { $0.tags.artists.count > 1 })
      #expect(items.contains { $0.range != nil })
      for tags in [
        MPDTagSet(MPDTag.allCases), .usual, MPDTagSet([]), MPDTagSet([.artist, .date, .track]),
      ] {
        try Self.compare(items, entries, tags, store)
      }
      try Self.compareQueue(daemon, items)
    }
  }

  /// Beside the usual music a cue sheet, names that are escaped, and some that only their name puts in order.
  private static func home() throws -> PrivateHome {
    let home = try PrivateHome()
    let bytes = try FileDescriptor(
      opening: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
    ).readAll()
    for name in ["sheet/disc.flac", "b\\x41.flac", "ż\u{1}ó.flac", "a\u{7F}.flac"] {
      try home.folder.write("own/\(name)", bytes)
    }
    try home.folder.write(
      "own/sheet/disc.cue",
      """
      FILE "disc.flac" WAVE
        TRACK 01 AUDIO
          TITLE "One"
          INDEX 01 00:00:00
      """)
    try home.folder.write(
      "config/segue/segue.conf",
      """
      [library]
      root = \(Project.music)
      root = \(home.folder.path("own"))
      [output null]
      type = null

      """)
    return home
  }

  private static func compare(
    _ items: [MediaItem], _ entries: [FolderEntry], _ tags: MPDTagSet, _ store: LibraryStore
  ) throws {
    let songs = SongWriter(tags)
    var (found, known) = (ResponseWriter(), ResponseWriter())
    try store.visitItems(items.map(\.persistentID)) { songs.write($0, &found) }
    let areThere = try store.visitItems(knownAs: items.map(\.persistentID)) {
      songs.write($1, &known)
    }
    #expect(areThere)
    var expected = ResponseWriter()
    for item in items { expected.song(item, tags: tags) }
    #expect(text(found.bytes) == text(expected.bytes))
    #expect(text(known.bytes) == text(expected.bytes))

    func write(_ entry: FolderEntry, _ answer: inout ResponseWriter) {
      switch entry {
      case .item(let item): answer.song(item, tags: tags)
      case .folder(let folder): answer.line("directory", folder.uri)
      case .playlist(let playlist): answer.line("playlist", playlist.uri)
      }
    }
    var tree = TreeAnswer(row: { songs.write($0, &$1) }, entry: write)
    let isThere = try store.visitTree("") { tree.take($0) }
    #expect(isThere)
    var listed = ResponseWriter()
    for entry in entries { write(entry, &listed) }
    #expect(text(tree.pieces.flatMap { $0 } + tree.answer.bytes) == text(listed.bytes))
  }

  /// One entry alone is written from its item, all are from their rows.
  private static func compareQueue(_ daemon: RunningDaemon, _ items: [MediaItem]) throws {
    let client = try daemon.client()
    try client.send("add", "")
    let all = try client.send("playlistinfo").pairs.map { "\($0.key): \($0.value)" }
    let single = try items.indices.flatMap { position in
      try client.send("playlistinfo", "\(position)").pairs.map { "\($0.key): \($0.value)" }
    }
    #expect(all == single)
  }

  /// As lines, so that a difference can be read.
  private static func text(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: ["", "plain", "two\nlines\u{1}", "ż → 音", "\u{7F}"])
  func `bytes become a line as a text does`(value: String) {
    var (one, other) = (ResponseWriter(), ResponseWriter())
    one.line("Title", value)
    let bytes = Array(value.utf8)
    bytes.withUnsafeBufferPointer { other.line("Title", $0) }
    #expect(one.bytes == other.bytes)
    one.clear()
    other.clear()
    one.line("file", "fol\u{2}der/\(value)")
    bytes.withUnsafeBufferPointer { other.line("file", in: "fol\u{2}der", $0) }
    #expect(one.bytes == other.bytes)
  }
}
