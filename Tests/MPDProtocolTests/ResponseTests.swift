import MPDProtocol
import Media
import Testing

@Suite struct ResponseTests {
  private func text(_ writer: ResponseWriter) -> String {
    String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `a song is printed in MPD's order`() {
    var tags = MediaTags()
    tags.title = "Ebb\nLine"
    tags.artists = ["Abel Marr", "Another"]
    tags.album = "Low Water"
    tags.trackNumber = 1
    tags.discNumber = 2
    tags.date = MediaDate(year: 2004)
    tags.comments = ["hidden"]
    var audio = AudioProperties()
    audio.milliseconds = 12_506
    audio.sampleRate = 44100
    audio.channels = 2
    audio.bitsPerSample = 16
    let item = MediaItem(
      persistentID: .random(), uri: "a/b.flac", path: FilePath("/m/a/b.flac"), tags: tags,
      audio: audio, modified: Timestamp(nanoseconds: 1_000_000_000_000),
      added: Timestamp(nanoseconds: 2_000_000_000_000))
    var writer = ResponseWriter()
    writer.song(item)
    writer.place(position: 3, id: 7)
    #expect(
      text(writer) == """
        file: a/b.flac
        Last-Modified: 1970-01-01T00:16:40Z
        added: 1970-01-01T00:33:20Z
        Format: 44100:16:2
        Artist: Abel Marr
        Artist: Another
        Album: Low Water
        Title: Ebb Line
        Track: 1
        Date: 2004
        Disc: 2
        Time: 13
        duration: 12.506
        Pos: 3
        Id: 7

        """)
  }

  @Test func `tags that a client does not want are left out`() {
    var tags = MediaTags()
    tags.title = "T"
    tags.artists = ["A"]
    let item = MediaItem(
      persistentID: .random(), uri: "a", path: FilePath("/a"), tags: tags)
    var writer = ResponseWriter()
    writer.song(item, tags: MPDTagSet([.title]))
    #expect(text(writer).contains("Title: T\n"))
    #expect(!text(writer).contains("Artist:"))
  }

  @Test func `tag names are MPD's`() {
    #expect(MPDTag(name: "albumartistsort") == .albumArtistSort)
    #expect(MPDTag(name: "MUSICBRAINZ_TRACKID") == .musicBrainzTrack)
    #expect(MPDTag(name: "Location") == .location)
    #expect(MPDTag(name: "nonsense") == nil)
    for tag in MPDTag.allCases { #expect(MPDTag(name: "\(tag.name)") == tag) }
  }

  @Test func `an error is written and read alike`() throws {
    let error = MPDError(.noExist, "No such song", command: "playid", index: 3)
    var writer = ResponseWriter()
    writer.ack(error)
    #expect(text(writer) == "ACK [50@3] {playid} No such song\n")
    #expect(MPDError(line: error.description) == error)
    #expect(MPDError(line: "ACK [99@0] {} later")?.code == nil)
    for line in ["OK", "ACK", "ACK [5@0]", "ACK [x@0] {} m", "ACK [5] {} m", "ACK [5@0] {m"] {
      #expect(MPDError(line: line) == nil)
    }
  }

  @Test func `pairs are read as records`() throws {
    let response = MPDResponse([
      .init("file", "a"), .init("Title", "x"), .init("file", "b"), .init("Title", "y: z"),
    ])
    #expect(response.records(startingWith: "file").map { $0["Title"] } == ["x", "y: z"])
    #expect(response.values("file") == ["a", "b"])
    #expect(MPDResponse.Pair(line: "Title: y: z") == .init("Title", "y: z"))
    #expect(MPDResponse.Pair(line: "file:  y ") == .init("file", " y "))
    #expect(MPDResponse.Pair(line: "Title:") == .init("Title", ""))
    #expect(MPDResponse.Pair(line: "OK") == nil)
  }
}
