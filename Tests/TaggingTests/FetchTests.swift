import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Tagging
@testable import Worker

/// Long things of a file, asked of a tagger process.
@Suite struct FetchTests {
  @Test func `a picture of many messages arrives whole, and batches are answered after it`() throws
  {
    let folder = try TemporaryFolder()
    let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let body = [3] + Array("image/x-test\0".utf8) + [3, 0] + picture
    let path = try folder.write("a.mp3", SampleFile.id3([("APIC", body)]) + SampleFile.mpeg())
    let tagger = try Tagger()
    let found = try tagger.fetch(.picture(0), of: path).get()
    #expect(found.bytes == picture)
    #expect(found.mimeType == "image/x-test")
    #expect(try tagger.read([path]).first?.outcome.get().pictures.map(\.size) == [200_000])
  }

  @Test func `what is not there or larger than wanted is refused, and the tagger goes on`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.flac", SampleFile.flac(["LYRICS=\(String(repeating: "la ", count: 1000))"]))
    let tagger = try Tagger()
    #expect(Self.kind(try tagger.fetch(.picture(0), of: path)) == .vanished)
    #expect(Self.kind(try tagger.fetch(.chapters, of: path)) == .vanished)
    #expect(Self.kind(try tagger.fetch(.lyrics, of: path, limit: 100)) == .tooLong)
    #expect(Self.kind(try tagger.fetch(.lyrics, of: "/dev/null")) == .device)
    #expect(try tagger.fetch(.lyrics, of: path).get().bytes.count == 3000)
  }

  @Test func `a playlist in XML gives its places with the escapes of XML undone`() throws {
    let entries = try Self.playlist(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Mine</title><trackList>
        <track><location>a%20b/R&amp;B%20%23.mp3</location><title>One &lt;1&gt;</title><duration>2000</duration></track>
        <track>\n<location>\n ../ż[x].mp3 \n</location><location>second.mp3</location></track>
        <track><title>Nowhere</title></track>
      </trackList></playlist>
      """)
    #expect(
      entries == [
        PlaylistLocation(location: "a%20b/R&B%20%23.mp3", title: "One <1>", duration: 2000),
        PlaylistLocation(location: "../ż[x].mp3"),
      ])
  }

  @Test func `playlists of Windows Media Player have their places in attributes`() throws {
    let wpl = try Self.playlist(
      #"<?wpl version="1.0"?><smil><body><seq><media src="..\a&amp;b.mp3"/></seq></body></smil>"#)
    #expect(wpl?.map(\.location) == [#"..\a&b.mp3"#])
    let asx = try Self.playlist(#"<asx version="3.0"><entry><ref HREF="b.wma"/></entry></asx>"#)
    #expect(asx?.map(\.location) == ["b.wma"])
  }

  @Test func `a playlist that is cut off has the entries before, and rubbish none`() throws {
    let track = "<track><location>a.mp3</location></track>"
    #expect(try Self.playlist("<playlist><trackList>\(track)<track><loc")?.count == 1)
    for text in ["", "#EXTM3U\na.mp3\n", "<playlist><trackList", "\u{0}\u{1}"] {
      #expect(try Self.playlist(text) == nil, "\(text)")
    }
  }

  @Test func `entities that a document declares are refused, and depth and size are bounded`()
    throws
  {
    let bomb = #"<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>"#
    #expect(try Self.playlist(bomb + "<p><track><location>&b;</location></track></p>") == nil)
    let outside = #"<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]>"#
    #expect(try Self.playlist(outside + "<p><track><location>&a;</location></track></p>") == nil)
    #expect(try Self.playlist(String(repeating: "<a>", count: 100_000)) == nil)
    let many = String(repeating: "<track><location>x</location></track>", count: 30_000)
    #expect(try Self.playlist("<p>\(many)</p>")?.count == FetchedText.maximumEntries)
  }

  @Test(arguments: [
    ("[00:01.00]One\n[00:02.5]Two", [1000, 2500]), ("[01:00]A\n[00:30:25]B", [30_250, 60_000]),
    ("[offset:+500]\n[00:00.20]A\n[00:01.000]B", [0, 500]),
    ("[00:01.00][00:03.00]Twice", [1000, 3000]),
    ("[ti:Title]\nno time", []), ("[00:99.00]no\n[aa:bb]no", []), ("", []),
  ])
  func `lines of lyrics in the order of their times`(text: String, times: [Int64]) {
    #expect(LyricLine.lines(lrc: text).map(\.milliseconds) == times)
  }

  @Test func `marks of words are left out of a line, and other signs stay`() {
    let lines = LyricLine.lines(lrc: "[00:01.00] <00:01.00> I <00:01.50> <3 you\r\n")
    #expect(lines == [LyricLine(milliseconds: 1000, text: "I <3 you")])
  }

  /// The entries of a playlist, as a tagger process reads it; `nil` when it refuses.
  private static func playlist(_ text: String) throws -> [PlaylistLocation]? {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.xspf", Array(text.utf8))
    guard case .success(let found) = try Tagger().fetch(.playlist, of: path, limit: 8 << 20) else {
      return nil
    }
    return try FetchedText.locations(found.bytes)
  }

  private static func kind(
    _ outcome: Result<(bytes: [UInt8], mimeType: String), ReadFailure>
  ) -> ReadFailure.Kind? {
    guard case .failure(let failure) = outcome else { return nil }
    return failure.kind
  }
}
