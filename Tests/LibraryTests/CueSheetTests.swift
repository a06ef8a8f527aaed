import Media
import TestSupport
import Testing

@testable import Library

@Suite struct CueSheetTests {
  @Test func `tracks run from index 1 to the next index 1, with what the sheet says of them`() {
    let sheet = CueSheet(
      """
      REM GENRE "Folk"\r
      REM DATE 2004\r
      REM DISCNUMBER 2\r
      REM REPLAYGAIN_ALBUM_GAIN -7.50 dB\r
      PERFORMER "Lantern Club"\r
      TITLE "Paper "Boats""\r
      FILE "disc one.wav" WAVE\r
        TRACK 01 AUDIO\r
          TITLE "Slipway"\r
          INDEX 01 00:00:00\r
        TRACK 02 AUDIO\r
          TITLE "Lock Keeper"\r
          PERFORMER "Mira Solvei"\r
          REM COMPOSER Ada Reed\r
          REM REPLAYGAIN_TRACK_GAIN -6.20 dB\r
          REM REPLAYGAIN_TRACK_PEAK 0.988553\r
          INDEX 00 00:02:50\r
          INDEX 01 00:03:00\r
      """)
    let tracks = sheet.placedTracks()
    #expect(sheet.complaints.isEmpty && sheet.files.map(\.name) == ["disc one.wav"])
    #expect(tracks.map(\.range.start) == [0, 225])
    #expect(tracks.map(\.range.end) == [225, nil])
    var base = MediaTags()
    base.labels = ["Quay"]
    let first = sheet.tags(of: tracks[0], over: base, count: 2)
    let second = sheet.tags(of: tracks[1], over: base, count: 2)
    #expect(first.title == "Slipway" && first.artists == ["Lantern Club"])
    #expect(second.artists == ["Mira Solvei"] && second.albumArtists == ["Lantern Club"])
    #expect(second.album == "Paper \"Boats\"" && second.genres == ["Folk"])
    #expect(second.date == MediaDate(year: 2004) && second.discNumber == 2)
    #expect(second.composers == ["Ada Reed"] && second.labels == ["Quay"])
    #expect(second.trackNumber == 2 && second.trackCount == 2)
    #expect(second.replayGain.track == .init(gain: -6.2, peak: 0.988553))
    #expect(second.replayGain.album?.gain == -7.5 && first.replayGain.track == nil)
  }

  @Test func `a pre-gap that ends the file before belongs to that file`() {
    let sheet = CueSheet(
      """
      FILE "1.wav" WAVE
        TRACK 01 AUDIO
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Two"
          INDEX 00 00:04:00
      FILE "2.wav" WAVE
          INDEX 01 00:00:00
        TRACK 03 AUDIO
          INDEX 01 00:05:00
      """)
    let tracks = sheet.placedTracks()
    #expect(tracks.map(\.file) == [0, 1, 1])
    #expect(tracks.map(\.range.end) == [nil, 375, nil])
    #expect(tracks[1].tags.title == "Two")
  }

  @Test(
    arguments: [
      ("00:00:00", 0), ("00:07:37", 562), ("99:59:74", 449_999), ("123:00:00", 553_500),
      ("01:02", 4650), ("00:60:00", nil), ("00:00:75", nil), ("-1:00:00", nil), ("a:b:c", nil),
      ("", nil), ("9999999:00:00", nil), ("1:2:3:4", nil),
    ] as [(String, Int64?)])
  func `places are minutes, seconds and frames`(text: String, place: Int64?) {
    #expect(CueSheet.place(text) == place)
  }

  @Test(arguments: [
    "", "FILE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "FILE \"a\" WAVE\nTRACK x AUDIO",
    "FILE a.wav WAVE\nTRACK 01 MODE1/2352\nINDEX 01 00:00:00", "FILE \"\" WAVE", "\u{0}\u{0}",
    "FILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 99:99:99",
  ])
  func `a sheet that makes no sense has no tracks`(text: String) {
    #expect(CueSheet(text).placedTracks().isEmpty)
  }

  @Test func `no sheet is too much`() {
    let many =
      "FILE a WAVE\n" + String(repeating: "TRACK 01 AUDIO\nINDEX 01 00:00:01\n", count: 50_000)
    #expect(CueSheet(many).placedTracks().count <= CueSheet.maximumTracks)
    let files = CueSheet(String(repeating: "FILE a WAVE\n", count: 50_000))
    #expect(files.files.count == CueSheet.maximumFiles)
  }

  @Test func `changed sheets and lists are read to their end`() {
    let seeds = [
      "PERFORMER \"A\"\nFILE \"c.flac\" WAVE\nTRACK 01 AUDIO\nTITLE \"D\"\nINDEX 00 00:01:00\nINDEX 01 00:01:37\n",
      "#EXTM3U\r\n#EXTINF:3,A - B\r\nsub\\a.mp3\r\n", "[playlist]\nFile1=a.mp3\nLength1=3\n",
      "[00:12.5]words [x]\n[offset:-20]",
    ]
    var random = SeededGenerator(seed: 3)
    for round in 0..<Effort.count(20_000) {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 5))
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      for track in CueSheet(LegacyCharset.text(bytes)).placedTracks() {
        #expect(track.range.end ?? .max > track.range.start)
      }
      for entry in PlaylistFile.m3u(bytes).entries + PlaylistFile.pls(bytes).entries {
        #expect(!entry.location.isEmpty)
        for path in EntryPath.candidates(entry.location, isURI: round % 2 == 0) {
          #expect(!path.isEmpty && !path.contains(0))
        }
      }
    }
  }
}

@Suite struct PlaylistFileTests {
  @Test func `M3U has lines, remarks and information`() {
    let list = PlaylistFile.m3u(
      Array("\u{FEFF}#EXTM3U\r\n#EXTINF:123,A - B\r\n..\\a.mp3\r\n\r\n# no\r\nb.mp3".utf8))
    #expect(
      list.entries.map { String(decoding: $0.location, as: UTF8.self) } == [#"..\a.mp3"#, "b.mp3"])
    #expect(list.entries.map(\.title) == ["A - B", nil])
    #expect(list.entries.map(\.milliseconds) == [123_000, nil])
  }

  @Test func `PLS is ordered by its numbers`() {
    let list = PlaylistFile.pls(
      Array("[playlist]\nFile2=b\nfile1=a\nTitle1=T\nLength1=-1\nLength2=3\nFile3=\n".utf8))
    #expect(list.entries.map { String(decoding: $0.location, as: UTF8.self) } == ["a", "b"])
    #expect(list.entries.map(\.title) == ["T", nil])
    #expect(list.entries.map(\.milliseconds) == [nil, 3000])
  }

  @Test(arguments: [
    ("a.mp3", ["a.mp3"]), ("a%20b", ["a%20b", "a b"]), ("file:///m/a%20b", ["/m/a b", "/m/a%20b"]),
    (#"C:\M\a.mp3"#, [#"C:\M\a.mp3"#, "/M/a.mp3"]), ("http://x/a.mp3", []),
    ("file://host/m/a", ["/m/a"]), ("100%", ["100%"]), (#"..\a"#, [#"..\a"#, "../a"]),
  ])
  func `a location can mean several paths`(location: String, paths: [String]) {
    let found = EntryPath.candidates(Array(location.utf8), isURI: false)
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == paths)
  }
}

@Suite struct LegacyCharsetTests {
  @Test(arguments: [
    ("Полночь Артель Лодки", "windows-1251"), ("Кино Группа крови", "KOI8-R"),
    ("Café at Five", "windows-1252"), ("Sofÿa ÿà Long", "windows-1252"),
    ("Motörhead Blue Öyster Cult", "windows-1252"),
    ("Zażółć gęślą jaźń", "windows-1250"), ("夜汽車のうた さくら", "Shift_JIS"),
    ("月亮代表我的心", "GBK"), ("Μίκης Θεοδωράκης", "windows-1253"), ("사랑의 노래", "EUC-KR"),
    ("Группа крови", "IBM866"),
  ])
  func `texts tell by their letters what they are written in`(text: String, charset: String)
    throws
  {
    let bytes = try #require(Self.encode(text, charset))
    #expect(LegacyCharset.text(bytes) == text)
    #expect(LegacyCharset.text(Array(text.utf8)) == text)
  }

  /// By the bytes that decode to each letter: ICU only decodes for us.
  private static func encode(_ text: String, _ charset: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(scalar.value))
        continue
      }
      guard let found = code(of: String(scalar), charset) else { return nil }
      bytes += found
    }
    return bytes
  }

  private static func code(of letter: String, _ charset: String) -> [UInt8]? {
    for first in UInt8(0x80)...0xFF {
      if LegacyCharset.decode([first], charset) == letter { return [first] }
    }
    for first in UInt8(0x81)...0xFE {
      for second in UInt8(0x40)...0xFE
      where LegacyCharset.decode([first, second], charset) == letter { return [first, second] }
    }
    return nil
  }
}
