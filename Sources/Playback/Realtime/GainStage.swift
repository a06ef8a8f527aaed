/// Multiplies samples: the software volume, and ReplayGain.
struct GainStage: Sendable {
  /// How samples lie in memory, for the output thread, which may ask nothing of other modules.
  enum Layout: Sendable { case u8, s16, s24, s24Packed, s32, float32 }

  private let layout: Layout
  private let channels: Int
  /// How much the factor may change from one frame to the next; and as long as nothing else was asked for.
  private var step: Double
  private let usualStep: Double
  private(set) var factor: Double
  /// Whether what is multiplied is dithered where it becomes integers.
  private let isDithered: Bool
  /// The next sample, counted from the stream's beginning.
  private var place = 0

  /// - Parameter rampFrames: In so many frames silence becomes full scale.
  init(
    layout: Layout, channels: Int, rampFrames: Int, factor: Double, isDithered: Bool = true
  ) {
    self.isDithered = isDithered && layout != .float32
    self.layout = layout
    self.channels = channels
    usualStep = 1 / Double(max(1, rampFrames))
    step = usualStep
    self.factor = factor
  }

  /// Says which frame of the stream comes next, so that one that comes again has the same noise.
  @_noLocks @_noAllocation
  mutating func go(to frame: Int) { place = frame &* channels }

  /// Has the factor reach `target` from where it is in so many frames; `nil` in the usual time.
  @_noLocks @_noAllocation
  mutating func pace(to target: Double, over frames: Int?) {
    guard let frames, target != factor else {
      step = usualStep
      return
    }
    step = abs(target - factor) / Double(max(1, frames))
  }

  /// Whether samples come out as they went in.
  @_noLocks @_noAllocation
  func isTransparent(for target: Double) -> Bool { factor == 1 && target == 1 }

  /// Sets the factor to what it is so many frames after it began to go from `start` to `target`.
  @_noLocks @_noAllocation
  mutating func place(from start: Double, to target: Double, frames: Int) {
    let way = Double(frames) * step
    factor = start < target ? min(target, start + way) : max(target, start - way)
  }

  /// Writes frames multiplied by a factor that goes to `target` by and by.
  @_noLocks @_noAllocation
  mutating func apply(
    _ source: UnsafeRawPointer, to output: UnsafeMutableRawPointer, frames: Int, target: Double
  ) {
    var index = 0
    for _ in 0..<frames {
      if factor < target {
        factor = min(target, factor + step)
      } else if factor > target {
        factor = max(target, factor - step)
      }
      for _ in 0..<channels {
        scale(source, output, index, noise: place &+ index)
        index &+= 1
      }
    }
    place &+= index
  }

  @_noLocks @_noAllocation
  private func scale(
    _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ index: Int, noise place: Int
  ) {
    let scaled = layout.load(source, index) * factor
    // Neither silence nor what stays as it is has anything to round.
    let isExact = !isDithered || factor == 1 || factor == 0
    layout.store(isExact ? scaled : scaled + Self.noise(at: place), output, index)
  }

  /// Triangular noise of two steps' width, by which an error of rounding becomes independent of the signal: the same
  /// at the same place.
  ///
  /// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014, the finalizer.
  @_noLocks @_noAllocation
  static func noise(at place: Int) -> Double {
    var bits = UInt64(truncatingIfNeeded: place &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    let upper = Int32(truncatingIfNeeded: bits >> 32)
    let lower = Int32(truncatingIfNeeded: bits)
    return (Double(upper) + Double(lower)) * 0x1p-32
  }
}

extension GainStage.Layout {
  /// A sample as a number, of which 1 is a step; of floating point, full scale.
  @_noLocks @_noAllocation
  func load(_ source: UnsafeRawPointer, _ index: Int) -> Double {
    switch self {
    case .u8: return Double(source.load(fromByteOffset: index, as: UInt8.self)) - 128
    case .s16: return Double(source.load(fromByteOffset: index &* 2, as: Int16.self))
    case .s24:
      // Signed in all of its four bytes: what the top one has is not listened to.
      let value = source.load(fromByteOffset: index &* 4, as: Int32.self)
      return Double((value << 8) >> 8)
    case .s32: return Double(source.load(fromByteOffset: index &* 4, as: Int32.self))
    case .s24Packed:
      let place = index &* 3
      let low = Int32(source.load(fromByteOffset: place, as: UInt8.self))
      let middle = Int32(source.load(fromByteOffset: place &+ 1, as: UInt8.self))
      let high = Int32(source.load(fromByteOffset: place &+ 2, as: Int8.self))
      return Double(high << 16 | middle << 8 | low)
    case .float32: return Double(source.load(fromByteOffset: index &* 4, as: Float.self))
    }
  }

  @_noLocks @_noAllocation
  func store(_ value: Double, _ output: UnsafeMutableRawPointer, _ index: Int) {
    switch self {
    case .u8:
      let sample = UInt8(truncatingIfNeeded: rounded(value, bits: 8) &+ 128)
      output.storeBytes(of: sample, toByteOffset: index, as: UInt8.self)
    case .s16:
      let sample = Int16(truncatingIfNeeded: rounded(value, bits: 16))
      output.storeBytes(of: sample, toByteOffset: index &* 2, as: Int16.self)
    case .s24, .s32:
      let sample = rounded(value, bits: self == .s24 ? 24 : 32)
      output.storeBytes(of: sample, toByteOffset: index &* 4, as: Int32.self)
    case .s24Packed:
      let place = index &* 3
      let sample = rounded(value, bits: 24)
      output.storeBytes(of: UInt8(truncatingIfNeeded: sample), toByteOffset: place, as: UInt8.self)
      output.storeBytes(
        of: UInt8(truncatingIfNeeded: sample >> 8), toByteOffset: place &+ 1, as: UInt8.self)
      output.storeBytes(
        of: UInt8(truncatingIfNeeded: sample >> 16), toByteOffset: place &+ 2, as: UInt8.self)
    case .float32:
      output.storeBytes(of: Float(value), toByteOffset: index &* 4, as: Float.self)
    }
  }

  /// The nearest integer, halves away from zero, within what so many bits can have.
  @_noLocks @_noAllocation
  private func rounded(_ value: Double, bits: Int32) -> Int32 {
    let limit = Double(UInt32(1) << UInt32(truncatingIfNeeded: bits &- 1))
    let limited = max(-limit, min(limit - 1, value))
    return Int32(limited < 0 ? limited - 0.5 : limited + 0.5)
  }
}
