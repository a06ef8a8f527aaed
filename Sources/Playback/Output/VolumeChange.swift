/// When a new volume is heard: at once, by having the device forget what it holds at the old one, but
/// not so often that the sound breaks up while somebody turns a knob.
struct VolumeChange {
  /// The factor that is heard, as the bits of a `Double`.
  private(set) var bits: UInt64

  /// When the device last had to forget, in nanoseconds.
  private var last = Int.min / 2

  init(bits: UInt64) { self.bits = bits }

  /// - Parameters:
  ///   - wanted: The factor that is wanted.
  ///   - now: In nanoseconds.
  ///   - milliseconds: How much the device holds.
  /// - Returns: After how many milliseconds it has to forget that: 0 for now, `.max` for never.
  mutating func wait(for wanted: UInt64, now: Int, milliseconds: Int) -> Int32 {
    if wanted == bits { return .max }
    // What is so near is heard soon enough; the frames behind it have the new volume.
    if milliseconds > Self.soon {
      let rest = Self.pause - (now &- last) / 1_000_000
      if rest > 0 { return Int32(rest) }
      last = now
    }
    bits = wanted
    return milliseconds > Self.soon ? 0 : .max
  }

  /// In milliseconds.
  private static let soon = 30
  private static let pause = 150
}
