import Testing

@testable import Tagging

@Suite struct DurationTests {
  @Test func `a stream of one rate is measured by its size`() throws {
    let audio = try readTags(SampleFile.mpeg(rates: Array(repeating: 9, count: 1000))).get().audio
    #expect(abs(try #require(audio.milliseconds) - 24000) <= 50)
    #expect(audio.bitRate == 128)
    #expect(audio.codec == "mp3" && audio.sampleRate == 48000 && audio.channels == 2)
    #expect(audio.bitsPerSample == nil)
  }

  @Test func `a stream of changing rates without a header is counted frame by frame`() throws {
    let rates = (0..<1000).map { UInt8($0 / 100 % 2 == 0 ? 14 : 3) }
    let audio = try readTags(SampleFile.mpeg(rates: rates)).get().audio
    #expect(audio.milliseconds == 24000)
    #expect(audio.bitRate == 184)
  }

  @Test func `rubbish between frames and a tag after them are not counted`() throws {
    let part = SampleFile.mpeg(rates: (0..<500).map { UInt8($0 % 2 == 0 ? 14 : 3) })
    let rubbish = [UInt8](repeating: 0x41, count: 5000)
    let bytes = part + rubbish + part + Array("TAG".utf8) + rubbish[..<125]
    let audio = try readTags(bytes).get().audio
    #expect(abs(try #require(audio.milliseconds) - 24000) <= 50)
  }

  @Test func `a length in the header is taken to the millisecond`() throws {
    let bytes = SampleFile.flac(samples: 44100 * 3723 + 441, [])
    let audio = try readTags(bytes, as: "flac").get().audio
    #expect(audio.milliseconds == 3_723_010)
    #expect(audio.bitsPerSample == 16)
  }

  @Test func `a length that the header does not tell is not known`() throws {
    let audio = try readTags(SampleFile.flac(samples: 0, []), as: "flac").get().audio
    #expect(audio.milliseconds == nil)
    #expect(audio.sampleRate == 44100)
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_FFFF, 88200] as [UInt64])
  func `a WAV that was written to a pipe plays to its end`(size: UInt64) throws {
    let audio = try readTags(SampleFile.wav(size: size), as: "wav").get().audio
    #expect(audio.milliseconds == 1000)
    #expect(audio.sampleRate == 44100 && audio.channels == 1 && audio.bitsPerSample == 16)
    #expect(audio.codec == "pcm" && audio.bitRate == 706)
  }
}
