import Media
import TestSupport
import Testing

@testable import Worker

@Suite struct MessageTests {
  @Test func `a record comes back as it was sent`() throws {
    let reply = TagReply(index: 63, outcome: .success(Self.fullRecord()))
    #expect(try TagReply(decoding: reply.encoded()[...]) == reply)
  }

  @Test func `an empty record and a failure come back as they were sent`() throws {
    for outcome: Result<TagRecord, ReadFailure> in [
      .success(TagRecord()), .failure(ReadFailure(.empty, reason: "It is empty.")),
    ] {
      let reply = TagReply(index: 0, outcome: outcome)
      #expect(try TagReply(decoding: reply.encoded()[...]) == reply)
    }
  }

  @Test func `a record with every field at its longest stays below the limit of a message`() throws
  {
    var record = Self.fullRecord()
    let long = String(repeating: "ź", count: 10_000)
    record.tags.title = long
    record.tags.album = long
    record.tags.artistDisplay = long
    record.tags.albumArtistDisplay = long
    record.tags.titleSort = long
    record.tags.artistSort = long
    record.tags.albumSort = long
    record.tags.albumArtistSort = long
    record.tags.composerSort = long
    record.tags.grouping = long
    record.tags.work = long
    record.tags.movement = long
    record.tags.discSubtitle = long
    for field: LegacyText.Field in [.performers, .conductors, .labels, .moods, .genres] {
      record.tags.set(field, Array(repeating: long, count: 300))
    }
    record.tags.musicBrainz.artists = Array(repeating: long, count: 300)
    record.tags.musicBrainz.albumArtists = Array(repeating: long, count: 300)
    record.pictures = Array(repeating: record.pictures[0], count: 300)
    record.legacyText = LegacyText.Field.allCases.map {
      LegacyText(field: $0, values: [[UInt8](repeating: 0xE9, count: 500)])
    }
    record.tags.comments = Array(repeating: long, count: 300)
    record.tags.artists = Array(repeating: long, count: 300)
    let bytes = TagReply(index: 0, outcome: .success(record)).encoded()
    #expect(bytes.count < 1 << 16)
    guard case .success(let read) = try TagReply(decoding: bytes[...]).outcome else {
      Issue.record("no record")
      return
    }
    #expect(read.tags.title == String(repeating: "ź", count: Wire.maximumText / 2))
    #expect(read.tags.comments.count == Wire.maximumList)
  }

  @Test func `a message cut anywhere or with bytes changed is refused or read, never trusted`()
    throws
  {
    let bytes = TagReply(index: 5, outcome: .success(Self.fullRecord())).encoded()
    for length in bytes.indices {
      #expect(throws: WireError.self) { try TagReply(decoding: bytes[..<length]) }
    }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<Effort.count(20_000) {
      var changed = bytes
      changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      guard let reply = try? TagReply(decoding: changed[...]) else { continue }
      #expect((0..<TagRequest.maximumFiles).contains(reply.index))
      // What is believed can be written again.
      #expect(try TagReply(decoding: reply.encoded()[...]) == reply)
    }
  }

  @Test
  func `what is fetched of a file comes back as it was sent, cut or changed it is never trusted`()
    throws
  {
    for content: TagFetch.Content in [
      .picture(7), .lyrics, .cueSheet, .synchronizedLyrics, .chapters, .playlist,
    ] {
      let fetch = TagFetch(content, fileExtension: "m4a", limit: 99)
      #expect(try TaggerRequest(decoding: fetch.encoded()[...]) == .fetch(fetch))
      #expect(throws: WireError.self) { try TaggerRequest(decoding: fetch.encoded().dropLast()) }
    }
    for together in [false, true] {
      let batch = TagRequest(extensions: ["mp3", ""], together: together)
      #expect(try TaggerRequest(decoding: batch.encoded()[...]) == .read(batch))
    }
    for reply: FetchReply in [
      .begins(size: 9, mimeType: "image/png"), .bytes([1, 2, 3]),
      .failed(ReadFailure(.tooLong, reason: "It is.")),
    ] {
      #expect(try FetchReply(decoding: reply.encoded()[...]) == reply)
    }
    let lines = [LyricLine(milliseconds: 5, text: "ż"), LyricLine(milliseconds: 9, text: "")]
    let chapters = [Chapter(start: 0, end: 5, title: "A"), Chapter(start: 5, title: "B")]
    let locations = [
      PlaylistLocation(location: "a", title: "T", duration: 1), PlaylistLocation(location: "b"),
    ]
    #expect(try FetchedText.lines(FetchedText.encoded(lines)) == lines)
    #expect(try FetchedText.chapters(FetchedText.encoded(chapters)) == chapters)
    #expect(try FetchedText.locations(FetchedText.encoded(locations)) == locations)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<Effort.count(20_000) {
      var changed = FetchedText.encoded(locations)
      changed[Int.random(in: changed.indices, using: &random)] = .random(
        in: 0...255, using: &random)
      guard let read = try? FetchedText.locations(changed) else { continue }
      #expect(try FetchedText.locations(FetchedText.encoded(read)) == read)
    }
  }

  @Test func `several replies in one message come back one after the other`() throws {
    let replies = [
      TagReply(index: 0, outcome: .success(Self.fullRecord())),
      TagReply(index: 1, outcome: .failure(ReadFailure(.empty, reason: "It is."))),
      TagReply(index: 2, outcome: .success(TagRecord())),
    ]
    let bytes = replies.flatMap { $0.encoded() }
    #expect(try TagReply.all(in: bytes[...]) == replies)
    #expect(throws: WireError.self) { try TagReply.all(in: bytes.dropLast()) }
    #expect(throws: WireError.self) { try TagReply.all(in: []) }
  }

  @Test func `what a decoder is told and answers comes back as it was sent`() throws {
    let format = try #require(AudioFormat(sampleRate: 96000, channels: 6, sampleFormat: .s24Packed))
    for request: DecoderRequest in [
      .open(generation: 7, start: 0, end: -1, hint: "flac"),
      .open(generation: .max, start: 1 << 40, end: 1 << 41, hint: ""),
      .start(generation: 1, format: format), .start(generation: 1, format: format, speed: 1500),
      .credit(generation: 2, frames: 44100),
      .close(generation: 3),
    ] {
      #expect(try DecoderRequest(decoding: request.encoded()[...]) == request)
    }
    var source = DecoderSource(
      format: format, frames: nil, isExact: true, bitRate: 320, codec: "mp3")
    source.mixRampStart = "-20 0.5;"
    source.mixRampEnd = "-20 1;"
    for reply: DecoderReply in [
      .opened(generation: 7, source), .frames(generation: 7, frame: 99, bytes: [1, 2, 3]),
      .finished(generation: 7, frame: 100), .failed(generation: 7, reason: "It is torn."),
    ] {
      #expect(try DecoderReply(decoding: reply.encoded()[...]) == reply)
    }
  }

  private static func fullRecord() -> TagRecord {
    var record = TagRecord()
    record.tags.title = "Zażółć"
    record.tags.artists = ["A", "B"]
    record.tags.artistDisplay = "A feat. B"
    record.tags.albumArtists = ["A"]
    record.tags.album = "Gęślą"
    record.tags.genres = ["Folk", "Jazz"]
    record.tags.composers = ["C"]
    record.tags.comments = ["first", "second"]
    (record.tags.trackNumber, record.tags.trackCount) = (3, 12)
    (record.tags.discNumber, record.tags.discCount) = (1, 2)
    record.tags.date = MediaDate(year: 2004, month: 11, day: 9)
    record.tags.originalDate = MediaDate(year: 1999)
    record.tags.isCompilation = true
    record.tags.beatsPerMinute = 120
    record.tags.titleSort = "Zazolc"
    record.tags.replayGain = ReplayGain(
      track: .init(gain: -6.02, peak: 0.98), album: .init(gain: 1.5))
    record.tags.artworkSource = .embedded
    record.tags.performers = ["D (oboe)", "E"]
    (record.tags.work, record.tags.movement, record.tags.movementNumber) = ("W", "M", 2)
    record.tags.rating = 8
    record.tags.musicBrainz.track = "83e5a2c0-0000-4000-8000-000000000001"
    record.tags.musicBrainz.artists = ["83e5a2c0-0000-4000-8000-000000000002"]
    record.pictures = [EmbeddedPicture(kind: 3, mimeType: "image/png", size: 70_000)]
    record.longTexts = [.lyrics, .chapters]
    record.replacedBytes = 3
    record.legacyText = [LegacyText(field: .title, values: [[0x5A, 0xE9]])]
    (record.audio.frames, record.audio.encoderDelay, record.audio.encoderPadding) = (9, 576, 1105)
    record.audio.milliseconds = 205_000
    record.audio.sampleRate = 44100
    record.audio.bitsPerSample = 16
    record.audio.channels = 2
    record.audio.bitRate = 900
    record.audio.codec = "flac"
    return record
  }
}
