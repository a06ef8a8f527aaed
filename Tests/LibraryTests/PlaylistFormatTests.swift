import Media
import Testing

@testable import Library

/// Playlists for other programs, read again as these and we read them.
@Suite struct PlaylistFormatTests {
  private static let folder = FilePath("/music")

  private static func entry(_ path: String) -> LibraryPlaylistEntry {
    let item = MediaItem(
      persistentID: .random(), uri: path, path: folder.appending(FilePath(path)),
      tags: MediaTags(), audio: AudioProperties())
    return LibraryPlaylistEntry(item: item, location: path, title: nil, milliseconds: nil)
  }

  private static func missing(_ location: String, isReference: Bool = false) -> LibraryPlaylistEntry
  {
    LibraryPlaylistEntry(
      item: nil, location: location, title: nil, milliseconds: nil, isReference: isReference)
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test(
    arguments: [
      (missing("http://radio.example/a?b=c&d"), "http://radio.example/a?b=c&amp;d"),
      (missing("file:///else/a%20b"), "file:///else/a%20b"),
      (missing("A%20B/é", isReference: true), "A%20B/%C3%A9"),
      (missing("A%20B.mp3"), "A%2520B.mp3"),
      (entry("A%20B? #1.mp3"), "A%2520B%3F%20%231.mp3"),
    ] as [(LibraryPlaylistEntry, String)])
  func `XSPF has URIs as they are and paths escaped`(entry: LibraryPlaylistEntry, uri: String) {
    let list = PlaylistFormat.xspf.file([entry], relativeTo: Self.folder)
    #expect(list.leftOut == 0)
    #expect(
      Self.lines(list.bytes).contains { $0.hasSuffix("<location>\(uri)</location>") },
      "\(String(decoding: list.bytes, as: UTF8.self))")
  }

  @Test(arguments: [PlaylistFormat.m3u8, .pls])
  func `formats of lines hold what they can, and what they cannot is counted`(
    format: PlaylistFormat
  ) throws {
    let paths = ["#1 Hits/01.flac", " blank.flac", "two\nlines.flac", "end ", "a.flac"]
    let entries =
      paths.map { Self.entry($0) } + [
        Self.missing("http://radio.example/a?b"), Self.missing("A%20B.mp3", isReference: true),
      ]
    let list = format.file(entries, relativeTo: Self.folder)
    #expect(list.leftOut == 2)
    let read = PlaylistFile.read(list.bytes, kind: format.rawValue)
    #expect(
      read.entries.map { String(decoding: $0.location, as: UTF8.self) } == [
        "./#1 Hits/01.flac", "./ blank.flac", "a.flac", "http://radio.example/a?b", "A B.mp3",
      ])
  }

  @Test(
    arguments: [
      ("a.mp3", false, "/lists/100%20x/a.mp3"), ("a%20b.mp3", true, "/lists/100%2520x/a%20b.mp3"),
      ("1: x.mp3", false, "/lists/100%20x/1: x.mp3"), ("C:\\x.mp3", false, "C:\\x.mp3"),
      ("/x.mp3", true, "/x.mp3"), ("FILE:///x.mp3", true, "FILE:///x.mp3"),
      ("http://x/y", true, "http://x/y"),
    ] as [(String, Bool, String)])
  func `a location leads from the folder of its list, unless it leads from the top`(
    location: String, isReference: Bool, place: String
  ) {
    let list = FilePath("/lists/100%20x/list.xspf")
    let found = LibraryStore.absolute(Array(location.utf8), isReference: isReference, beside: list)
    #expect(String(decoding: found, as: UTF8.self) == place)
  }
}
