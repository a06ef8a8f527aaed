import Media
import Testing

@testable import Tagging

/// The forms in which tags come, each in a file made for it.
@Suite struct TagFormTests {
  @Test(arguments: [
    (["Rock"], ["Rock"]), (["17"], ["Rock"]), (["(17)"], ["Rock"]), (["(17)Rock"], ["Rock"]),
    (["(17)(20)"], ["Rock", "Alternative"]), (["(17)Heavy"], ["Rock", "Heavy"]),
    (["17", "20"], ["Rock", "Alternative"]), (["(RX)"], ["Remix"]), (["CR"], ["Cover"]),
    (["255"], ["255"]),
    (["Rock", "Jazz", "Rock"], ["Rock", "Jazz"]), (["Rock/Pop"], ["Rock/Pop"]), ([""], []),
  ])
  func `a genre of ID3`(values: [String], genres: [String]) throws {
    let frame = SampleFile.text("TCON", values.joined(separator: "\0"))
    #expect(try Self.id3([frame]).genres == genres)
  }

  @Test func `several values of ID3v2_4 are several names`() throws {
    let tags = try Self.id3([
      SampleFile.text("TPE1", "Anna", "Bo"), SampleFile.text("TCOM", "C", "D"),
      SampleFile.text("TPE2", "Anna"),
    ])
    #expect(tags.artists == ["Anna", "Bo"])
    #expect(tags.artistDisplay == nil)
    #expect(tags.composers == ["C", "D"])
    #expect(tags.albumArtists == ["Anna"])
  }

  @Test func `a list of artists keeps how the tag writes them in one line`() throws {
    let tags = try Self.id3([
      SampleFile.text("TPE1", "Anna feat. Bo"), SampleFile.userText("ARTISTS", "Anna", "Bo"),
      SampleFile.text("TPE2", "Anna"), SampleFile.userText("ALBUMARTISTS", "Anna"),
    ])
    #expect(tags.artists == ["Anna", "Bo"])
    #expect(tags.artist == "Anna feat. Bo")
    #expect(tags.albumArtists == ["Anna"])
    #expect(tags.albumArtistDisplay == nil)
  }

  @Test func `notes that programs leave to themselves are no comments`() throws {
    let tags = try Self.id3([
      SampleFile.comment("iTunNORM", " 00000A"), SampleFile.comment("", "Line one\r\n line two"),
      SampleFile.comment("ID3v1 Comment", "Line one"),
    ])
    #expect(tags.comments == ["Line one line two"])
  }

  @Test func `text loses control characters, marks and the blanks around it, nothing else`() throws
  {
    let tags = try Self.id3([
      SampleFile.text("TIT2", "\u{FEFF} \u{1B}[31mZa\u{7}żółć\u{9F}\t x\u{3000}  y\u{A0}\n"),
      SampleFile.text("TALB", "شهر بی\u{200C}خواب 🏳️‍🌈"), SampleFile.text("TPE1", "\u{1}\u{2} "),
    ])
    #expect(tags.title == "[31mZażółć x\u{3000}  y")
    #expect(tags.album == "شهر بی\u{200C}خواب 🏳️‍🌈")
    #expect(tags.artists == [])
  }

  @Test func `numbers, dates and flags of ID3v2_4`() throws {
    let tags = try Self.id3([
      SampleFile.text("TRCK", "03/12"), SampleFile.text("TPOS", "1/2"),
      SampleFile.text("TDRC", "2004-11-09T12:00:00"), SampleFile.text("TDOR", "1999"),
      SampleFile.text("TCMP", "1"), SampleFile.text("TBPM", "127.6"),
      SampleFile.text("TSOP", "Beatles, The"), SampleFile.text("TSO2", "S"),
      SampleFile.userText("replaygain_track_gain", "-6.20 dB"),
      SampleFile.userText("REPLAYGAIN_TRACK_PEAK", "0.9"),
    ])
    #expect(tags.trackNumber == 3 && tags.trackCount == 12)
    #expect(tags.discNumber == 1 && tags.discCount == 2)
    #expect(tags.date == MediaDate(year: 2004, month: 11, day: 9))
    #expect(tags.originalDate == MediaDate(year: 1999))
    #expect(tags.isCompilation)
    #expect(tags.beatsPerMinute == 128)
    #expect(tags.artistSort == "Beatles, The" && tags.albumArtistSort == "S")
    #expect(tags.replayGain == ReplayGain(track: .init(gain: -6.2, peak: 0.9)))
  }

  @Test func `the date of ID3v2_3 is put together from its frames`() throws {
    let bytes = SampleFile.id3(
      version: 3,
      [
        SampleFile.text("TYER", "2004", version: 3), SampleFile.text("TDAT", "0911", version: 3),
        SampleFile.text("TORY", "1999", version: 3), SampleFile.text("TIT2", "Żółw", version: 3),
      ])
    let tags = try readTags(bytes + SampleFile.mpeg()).get().tags
    #expect(tags.date == MediaDate(year: 2004, month: 11, day: 9))
    #expect(tags.originalDate == MediaDate(year: 1999))
    #expect(tags.title == "Żółw")
  }

  @Test func `Vorbis comments by any of their names, in any case`() throws {
    let comments = [
      "title=T", "Artist=A", "ARTIST=B", "album artist=AA", "tracknumber=3", "TotalTracks=12",
      "discnumber=1/2", "YEAR=2004", "OriginalDate=1999-05", "description=D", "COMPILATION=1",
      "TEMPO=99.5", "GENRE=17", "REPLAYGAIN_ALBUM_GAIN=+1.00 dB", "X=ignored",
    ]
    let tags = try readTags(SampleFile.flac(comments, picture: true), as: "flac").get().tags
    #expect(tags.title == "T" && tags.artists == ["A", "B"] && tags.albumArtists == ["AA"])
    #expect(tags.trackNumber == 3 && tags.trackCount == 12)
    #expect(tags.discNumber == 1 && tags.discCount == 2)
    #expect(tags.date == MediaDate(year: 2004))
    #expect(tags.originalDate == MediaDate(year: 1999, month: 5))
    #expect(tags.comments == ["D"] && tags.isCompilation && tags.beatsPerMinute == 100)
    #expect(tags.genres == ["17"])
    #expect(tags.replayGain == ReplayGain(album: .init(gain: 1)))
    #expect(tags.artworkSource == .embedded)
  }

  @Test func `the gains of Opus reach the reference of ReplayGain`() throws {
    let record = try readTags(
      SampleFile.opus(["TITLE=T", "R128_TRACK_GAIN=-512", "R128_ALBUM_GAIN=256"]), as: "opus"
    ).get()
    #expect(record.tags.replayGain == ReplayGain(track: .init(gain: 3), album: .init(gain: 6)))
    #expect(record.audio.milliseconds == 2000 && record.audio.codec == "opus")
  }

  @Test func `thousands of values are bounded, and the first ones kept`() throws {
    let genres = (0..<5000).map { "GENRE=G\($0)" }
    let tags = try readTags(SampleFile.flac(genres), as: "flac").get().tags
    #expect(tags.genres == (0..<64).map { "G\($0)" })
  }

  private static func id3(_ frames: [(String, [UInt8])]) throws -> MediaTags {
    try readTags(SampleFile.id3(frames) + SampleFile.mpeg()).get().tags
  }
}
