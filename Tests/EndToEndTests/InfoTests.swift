import Foundation
import TestSupport
import Testing

/// `segue info`: what lies only in an item's file.
@Suite struct InfoTests {
  @Test func `chapters are those that ffprobe finds`() async throws {
    let home = try PrivateHome()
    let book = home.folder.path("music/book.m4b")
    try home.folder.write(
      "chapters",
      """
      ;FFMETADATA1
      title=Book
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=1500
      title=One
      [CHAPTER]
      TIMEBASE=1/1000
      START=1500
      END=4000
      title=Two ż
      """)
    try home.folder.makeFolder("music")
    let made = try await ProgramRun.of([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=4", "-i",
      home.folder.path("chapters"), "-map_metadata", "1", "-map_chapters", "1", book,
    ])
    #expect(made.status == 0, "\(made.errors)")
    _ = try await home.segue("scan", home.folder.path("music"))
    let item = try Self.object(await home.segue("info", "--json", book).output)
    let probe = try Self.object(
      await ProgramRun.of(["ffprobe", "-v", "error", "-show_chapters", "-of", "json", book]).output)
    let expected = try #require(probe["chapters"] as? [[String: Any]]).map {
      "\(Double($0["start_time"] as? String ?? "") ?? -1) \(($0["tags"] as? [String: String])?["title"] ?? "")"
    }
    let found = try #require(item["chapters"] as? [[String: Any]]).map {
      "\($0["start"] as? Double ?? -1) \($0["text"] as? String ?? "")"
    }
    #expect(found == expected)
    #expect(found.count == 2)
    let text = try await home.segue("info", "book.m4b").lines
    #expect(text.suffix(3) == ["  Chapters:", "    00:00  One", "    00:01  Two ż"])
  }

  @Test func `tags have their usual names, and words their times`() async throws {
    let home = try PrivateHome()
    let source = "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
    try home.folder.write("music/a.flac", Data(contentsOf: URL(fileURLWithPath: source)))
    try home.folder.write("music/a.lrc", "[00:01.00]Ebb\n[00:02.50]Flow\u{1B}[2J\n")
    _ = try await home.segue("scan", home.folder.path("music"))
    let lines = try await home.segue("info", "a.flac").lines
    let tags = try await ProgramRun.of(["metaflac", "--export-tags-to=-", source]).lines
    for tag in tags where tag.hasPrefix("TITLE=") || tag.hasPrefix("DATE=") {
      #expect(lines.contains("  " + tag))
    }
    #expect(lines.suffix(3) == ["  Lyrics:", "    00:01  Ebb", "    00:02  Flow [2J"])
    let item = try Self.object(await home.segue("info", "--json", "a.flac").output)
    let words = try #require(item["lyricLines"] as? [[String: Any]])
    #expect(words.map { $0["start"] as? Double } == [1, 2.5])

    let unknown = try await home.segue("info", "nope")
    #expect(unknown.status == 1)
    #expect(unknown.errors.hasPrefix("segue: nope is no item of the library; "))
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
