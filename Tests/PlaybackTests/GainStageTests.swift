import Testing

@testable import Playback

@Suite struct GainStageTests {
  @Test func `at full volume samples need not be touched`() {
    let stage = GainStage(layout: .s16, channels: 2, rampFrames: 10, factor: 1)
    #expect(stage.isTransparent(for: 1))
    #expect(!stage.isTransparent(for: 0.5))
  }

  @Test func `a change of volume takes its time`() {
    var stage = GainStage(layout: .s16, channels: 1, rampFrames: 4, factor: 1, isDithered: false)
    #expect(scaled([Int16](repeating: 1000, count: 6), &stage, 0) == [750, 500, 250, 0, 0, 0])
    #expect(scaled([Int16](repeating: 1000, count: 3), &stage, 0.5) == [250, 500, 500])
  }

  @Test func `the channels of a frame are multiplied alike`() {
    var stage = GainStage(layout: .s16, channels: 2, rampFrames: 2, factor: 0, isDithered: false)
    #expect(
      scaled([Int16]([100, -100, 100, -100]), &stage, 1, channels: 2) == [50, -50, 100, -100])
  }

  @Test func `every layout is multiplied as numbers, to the ends of its range`() {
    var stage = half(.s32)
    #expect(scaled([Int32.max, .min, -3], &stage, 0.5) == [1 << 30, -1 << 30, -2])
    stage = half(.s24)
    #expect(scaled([Int32(0x7F_FFFF), -0x80_0000], &stage, 0.5) == [0x40_0000, -0x40_0000])
    stage = half(.s16)
    #expect(scaled([Int16.max, .min], &stage, 0.5) == [16384, -16384])
    stage = half(.u8)
    #expect(scaled([UInt8(0), 128, 255], &stage, 0.5) == [64, 128, 192])
    stage = half(.float32)
    #expect(scaled([Float(1), -0.5], &stage, 0.5) == [0.5, -0.25])
    stage = half(.s24Packed)
    let packed: [UInt8] = [0, 0, 0x80, 0xFE, 0xFF, 0xFF, 0x02, 0, 0]
    #expect(scaled(packed, &stage, 0.5) == [0, 0, 0xC0, 0xFF, 0xFF, 0xFF, 0x01, 0, 0])
  }

  @Test func `what is too loud stays at the end of its range`() {
    var stage = plain(.s16, 4)
    #expect(scaled([Int16(8191), 8192, -8192, -8193], &stage, 4) == [32764, .max, .min, .min])
    stage = plain(.s32, 4)
    #expect(scaled([Int32.max, .min, 5], &stage, 4) == [.max, .min, 20])
    stage = plain(.u8, 4)
    #expect(scaled([UInt8(0), 128, 255], &stage, 4) == [0, 128, 255])
    stage = plain(.s24, 4)
    #expect(scaled([Int32(0x7F_FFFF), -0x80_0000], &stage, 4) == [0x7F_FFFF, -0x80_0000])
  }

  @Test(arguments: [0.3, 0.999, 1.7])
  func `what is multiplied is dithered, so that rounding leaves noise and no bias`(
    factor: Double
  ) {
    var stage = GainStage(layout: .s16, channels: 1, rampFrames: 1, factor: factor)
    let errors = scaled([Int16](repeating: 1234, count: 40_000), &stage, factor).map {
      Double($0) - 1234 * factor
    }
    // An error of no bias, within 1.5 steps, of a variance of 1/4.
    #expect(errors.allSatisfy { abs($0) <= 1.5 })
    #expect(abs(errors.reduce(0, +) / 40_000) < 0.02)
    #expect(abs(errors.reduce(0) { $0 + $1 * $1 } / 40_000 - 0.25) < 0.02)
    // Nor does one depend on the one before.
    let products = zip(errors, errors.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / 40_000
    #expect(abs(products) < 0.01)
  }

  @Test func `silence, full volume and floating point are not dithered`() {
    var stage = GainStage(layout: .s16, channels: 1, rampFrames: 1, factor: 0)
    #expect(scaled([Int16](repeating: 99, count: 500), &stage, 0).allSatisfy { $0 == 0 })
    stage = GainStage(layout: .s16, channels: 1, rampFrames: 1, factor: 1)
    #expect(scaled([Int16](repeating: 99, count: 500), &stage, 1).allSatisfy { $0 == 99 })
    stage = GainStage(layout: .float32, channels: 1, rampFrames: 1, factor: 0.5)
    #expect(scaled([Float](repeating: 0.5, count: 500), &stage, 0.5).allSatisfy { $0 == 0.25 })
  }

  private func plain(_ layout: GainStage.Layout, _ factor: Double) -> GainStage {
    GainStage(layout: layout, channels: 1, rampFrames: 1, factor: factor, isDithered: false)
  }

  private func half(_ layout: GainStage.Layout) -> GainStage {
    plain(layout, 0.5)
  }

  private func scaled<Sample>(
    _ samples: [Sample], _ stage: inout GainStage, _ target: Double, channels: Int = 1
  ) -> [Sample] {
    var output = samples
    let size = MemoryLayout<Sample>.stride
    samples.withUnsafeBytes { source in
      output.withUnsafeMutableBytes { output in
        guard let from = source.baseAddress, let to = output.baseAddress else { return }
        // The packed layout is given as bytes.
        let isPacked = Sample.self == UInt8.self && source.count == 9
        let frames = source.count / (isPacked ? 3 : size) / channels
        stage.apply(from, to: to, frames: frames, target: target)
      }
    }
    return output
  }
}
