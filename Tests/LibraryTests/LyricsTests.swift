import Glibc
import Library
import Media
import Posix
import TestSupport
import Testing

/// Words that lie in tags or in a file beside an item.
@Suite struct LyricsTests {
  @Test func `words of a file beside an item come with their times, in any encoding`() async throws
  {
    let rig = try Rig()
    let files: [(name: String, bytes: [UInt8], words: String)] = [
      ("plain", Array("[00:01.00]Žlutý kůň\n".utf8), "Žlutý kůň"),
      ("marked", [0xEF, 0xBB, 0xBF] + Array("[00:01.00]Žlutý\r\n".utf8), "Žlutý"),
      ("wide", [0xFF, 0xFE] + "[00:01.00]Nuit Ω".utf16.flatMap(Self.bytes), "Nuit Ω"),
      ("windows", Array("[00:01.00]".utf8) + Self.midnight, "Полночь над рекой"),
    ]
    for file in files {
      try rig.put(as: "\(file.name).flac")
      try rig.folder.write("music/\(file.name).LRC", file.bytes)
    }
    try await rig.scan(["music"])
    for file in files {
      let lyrics = try await rig.lyrics("\(file.name).flac")
      #expect(lyrics?.lines == [LyricLine(milliseconds: 1000, text: file.words)])
      #expect(lyrics?.text == file.words)
    }
  }

  @Test func `a line may have several times, and an offset moves all of them`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.folder.write(
      "music/a.lrc", "[ti:A]\n[offset:+500]\n[00:10.00][00:02.00]Again\n[00:05.50]<00:05.60>Once\n")
    try await rig.scan(["music"])
    let lines = try #require(try await rig.lyrics("a.flac")).lines
    #expect(lines.map(\.milliseconds) == [1500, 5000, 9500])
    #expect(lines.map(\.text) == ["Again", "Once", "Again"])
  }

  @Test func `words without times are words, and a file goes before the tags`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    try rig.folder.write("music/a.lrc", "\u{FEFF}One\r\n\r\nTwo \u{7}\n")
    try rig.put(as: "b.flac")
    try await rig.scan(["music"])
    let lyrics = try await rig.lyrics("a.flac")
    #expect(lyrics == Lyrics(lines: [], text: "One\n\nTwo \n"))
    #expect(try await rig.lyrics("b.flac") == nil)
  }

  @Test func `words in tags are read by a tagger`() async throws {
    let rig = try Rig()
    try rig.folder.write("music/a.mp3", Self.tagged("USLT", Array("eng\0la\nla".utf8)))
    try rig.folder.write(
      "music/b.mp3", Self.tagged("SYLT", Array("eng\u{2}\u{1}\0One\0".utf8) + [0, 0, 1, 0]))
    try await rig.scan(["music"])
    #expect(try await rig.lyrics("a.mp3") == Lyrics(lines: [], text: "la\nla"))
    #expect(
      try await rig.lyrics("b.mp3")?.lines == [LyricLine(milliseconds: 256, text: "One")])
  }

  /// Twenty frames of silence behind a frame of ID3v2.4 in UTF-8.
  private static func tagged(_ frame: String, _ bytes: [UInt8]) -> [UInt8] {
    let size = UInt8(bytes.count + 1)
    let head = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, size + 10] + Array(frame.utf8)
    let sound = [0xFF, 0xFB, 0x94, 0] + [UInt8](repeating: 0, count: 380)
    return head + [0, 0, 0, size, 0, 0, 3] + bytes + (0..<20).flatMap { _ in sound }
  }

  private static func bytes(_ unit: UInt16) -> [UInt8] { [UInt8(unit & 0xFF), UInt8(unit >> 8)] }

  /// "Полночь над рекой" in Windows-1251.
  private static let midnight: [UInt8] = [
    0xCF, 0xEE, 0xEB, 0xED, 0xEE, 0xF7, 0xFC, 0x20, 0xED, 0xE0, 0xE4, 0x20, 0xF0, 0xE5, 0xEA, 0xEE,
    0xE9,
  ]
}

extension Rig {
  /// What the library knows of an item's words.
  fileprivate func lyrics(_ uri: String) async throws -> Lyrics? {
    let store = try store()
    let item = try #require(try store.item(uri: uri))
    return try await blocking { try store.lyrics(of: item, workers: tagger) }
  }
}
