import Media
import Testing

@Suite struct AudioFormatTests {
  @Test(arguments: [(0, 0), (1, 22675), (44_099, 999_977_324), (44_100, 1_000_000_000)])
  func `frames and time turn into one another`(frames: Int64, nanoseconds: Int64) throws {
    let format = try #require(
      AudioFormat(sampleRate: 44100, channels: 2, sampleFormat: .s16))
    #expect(format.duration(frames: frames) == .nanoseconds(nanoseconds))
    #expect(format.frames(in: .nanoseconds(nanoseconds + 1)) == frames)
  }

  @Test func `a time beyond all reason is no crash`() throws {
    let format = try #require(
      AudioFormat(sampleRate: 768_000, channels: 1, sampleFormat: .u8))
    #expect(format.frames(in: .seconds(Int64.max)) > 0)
    #expect(format.frames(in: .seconds(Int64.min + 1)) < 0)
  }

  @Test(arguments: [(999, 2), (768_001, 2), (44100, 0), (44100, 9)])
  func `rates and channels that no device has are refused`(rate: Int, channels: Int) {
    #expect(AudioFormat(sampleRate: rate, channels: channels, sampleFormat: .s16) == nil)
  }

  @Test func `a format is written as MPD does`() throws {
    let format = try #require(AudioFormat(sampleRate: 96000, channels: 6, sampleFormat: .s24))
    #expect(format.description == "96000:24:6")
    #expect(format.bytesPerFrame == 24)
  }
}
