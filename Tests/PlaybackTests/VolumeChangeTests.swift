import Media
import Testing

@testable import Playback

/// How a change of volume goes through to what the device holds.
@Suite struct VolumeChangeTests {
  @Test func `the first change is heard at once, the next ones a while after`() {
    var change = VolumeChange(bits: 1)
    #expect(change.wait(for: 1, now: 0, milliseconds: 500) == .max)
    #expect(change.wait(for: 2, now: 0, milliseconds: 500) == 0)
    #expect(change.wait(for: 2, now: 1_000_000, milliseconds: 500) == .max)
    #expect(change.wait(for: 3, now: 50_000_000, milliseconds: 500) == 100)
    #expect(change.wait(for: 4, now: 150_000_000, milliseconds: 500) == 0)
  }

  @Test func `a device that holds little need not forget it`() {
    var change = VolumeChange(bits: 1)
    #expect(change.wait(for: 2, now: 0, milliseconds: 20) == .max)
    #expect(change.wait(for: 2, now: 0, milliseconds: 500) == .max)
  }

  @Test(arguments: [0, 1, 30, 99, 100])
  func `frames that come again are multiplied as they were`(place: Int) throws {
    let format = try #require(
      AudioFormat(sampleRate: 8000, channels: 1, sampleFormat: .s16))
    var buffer = GainBuffer(format: format, factor: 1)
    let first = scaled(0..<100, &buffer, 0.25)
    buffer.rewind(to: place)
    #expect(scaled(place..<100, &buffer, 0.25) == Array(first[place...]))
  }

  @Test func `a change of which nothing was heard begins anew`() throws {
    let format = try #require(
      AudioFormat(sampleRate: 8000, channels: 1, sampleFormat: .s16))
    var buffer = GainBuffer(format: format, factor: 1)
    _ = scaled(50..<100, &buffer, 0.5)
    buffer.rewind(to: 20)
    #expect(scaled(20..<40, &buffer, 1) == [Int16](repeating: 10_000, count: 20))
  }

  private func scaled(_ places: Range<Int>, _ buffer: inout GainBuffer, _ target: Double) -> [Int16]
  {
    let samples = [Int16](repeating: 10_000, count: places.count)
    return samples.withUnsafeBytes { source in
      guard let base = source.baseAddress,
        let result = buffer.apply(base, places.count, at: places.lowerBound, target: target)
      else { return samples }
      let bytes = UnsafeRawBufferPointer(start: result.frames, count: result.count * 2)
      return Array(bytes.bindMemory(to: Int16.self))
    }
  }
}
