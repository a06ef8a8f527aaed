import Media
import Testing

@testable import Playback

/// What becomes of the volume's ramp when frames come again.
@Suite struct GainBufferTests {
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

  @Test(arguments: [1, 7, 64])
  func `a device that takes little at a time hears the same ramp`(most: Int) throws {
    let format = try #require(
      AudioFormat(sampleRate: 8000, channels: 1, sampleFormat: .s16))
    var whole = GainBuffer(format: format, factor: 1)
    let wanted = scaled(0..<200, &whole, 0.25)
    let control = try OutputControl(output: nil, volume: 100, paused: false)
    var loop = OutputLoop(control: control)
    loop.begin(StreamRequest(generation: 1, source: format), format)
    control.gain.store(0.25.bitPattern, ordering: .relaxed)
    var device = SippingDevice(format: format, most: most)
    let samples = [Int16](repeating: 10_000, count: 200)
    try samples.withUnsafeBytes { source in
      let base = try #require(source.baseAddress)
      while device.heard.count < 200 {
        let place = device.heard.count
        _ = loop.write(base + place * 2, 200 - place, at: place, to: &device)
      }
    }
    #expect(device.heard.count == wanted.count)
    // A factor that was reached in steps may be rounded to the other side of a half.
    #expect(zip(device.heard, wanted).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func `a fade takes as long as it should, and a volume its own time afterwards`() throws {
    let format = try #require(
      AudioFormat(sampleRate: 8000, channels: 1, sampleFormat: .s16))
    var buffer = GainBuffer(format: format, factor: 1)
    let faded = scaled(0..<101, &buffer, 0, over: 100)
    #expect(zip(faded, (0..<101)).allSatisfy { abs(Int($0) - max(0, 9900 - $1 * 100)) <= 2 })
    let isSilent = buffer.hasReached(0)
    #expect(isSilent)
    // 20 ms from silence to full.
    let risen = scaled(101..<301, &buffer, 1)
    #expect(abs(Int(risen[79]) - 5000) <= 2)
    let isFull = buffer.hasReached(1)
    #expect(isFull && risen.last == 10_000)
  }

  private func scaled(
    _ places: Range<Int>, _ buffer: inout GainBuffer, _ target: Double, over duration: Int? = nil
  ) -> [Int16] {
    let samples = [Int16](repeating: 10_000, count: places.count)
    return samples.withUnsafeBytes { source in
      guard let base = source.baseAddress,
        let result = buffer.apply(
          base, places.count, at: places.lowerBound, target: target, over: duration)
      else { return samples }
      let bytes = UnsafeRawBufferPointer(start: result.frames, count: result.count * 2)
      return Array(bytes.bindMemory(to: Int16.self))
    }
  }
}

/// A device that takes few frames at a time, and none each other time.
private struct SippingDevice: OutputDevice, ~Copyable {
  let name = "sips"
  let format: AudioFormat
  let most: Int
  let bufferFrames = 4096
  let isRunning = true
  private(set) var heard: [Int16] = []
  private var isThirsty = false

  init(format: AudioFormat, most: Int) {
    self.format = format
    self.most = most
  }

  mutating func prepare() -> Int32 { 0 }

  mutating func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    isThirsty.toggle()
    let count = isThirsty ? min(count, most) : 0
    let samples = UnsafeRawBufferPointer(start: frames, count: count * 2)
    heard += samples.bindMemory(to: Int16.self)
    return count
  }

  mutating func start() -> Int32 { 0 }
  mutating func delay() -> Int { 0 }
  mutating func halt() -> Int? { 0 }
  mutating func resume() -> Int32 { 0 }
  mutating func wait(forRoom: Bool, wake: Int32, milliseconds: Int32) -> Int32 { 0 }
}
