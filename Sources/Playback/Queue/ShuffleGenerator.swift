/// Random numbers that the queue carries with it, so that what it does can be repeated (SplitMix64).
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
struct ShuffleGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Mixes a part of an array, in its place (Fisher and Yates).
  mutating func shuffle<Element>(_ array: inout [Element], _ range: Range<Int>) {
    var generator = self
    array.withUnsafeMutableBufferPointer { array in
      var left = range.count
      for place in range.dropLast() {
        // The high half of a product is as fair as it takes with so few places.
        let (high, _) = UInt64(left).multipliedFullWidth(by: generator.next())
        array.swapAt(place, place + Int(high))
        left -= 1
      }
    }
    self = generator
  }
}
