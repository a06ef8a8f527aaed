/// One way to write an integer sample. Its value is in the upper bits of 32.
protocol IntegerSample {
  static var bytes: Int { get }
  static func load(_ from: UnsafeRawPointer) -> Int32
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer)
}

/// One way to write a sample, read as a number of which 1 is full scale.
protocol RealSample {
  static var bytes: Int { get }
  static func load(_ from: UnsafeRawPointer) -> Double
}

enum U8: IntegerSample {
  static var bytes: Int { 1 }
  static func load(_ from: UnsafeRawPointer) -> Int32 {
    Int32(truncatingIfNeeded: UInt32(from.load(as: UInt8.self) ^ 0x80) << 24)
  }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: UInt8(truncatingIfNeeded: value >> 24) ^ 0x80, as: UInt8.self)
  }
}

enum S16: IntegerSample {
  static var bytes: Int { 2 }
  static func load(_ from: UnsafeRawPointer) -> Int32 {
    Int32(from.loadUnaligned(as: Int16.self)) << 16
  }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: Int16(truncatingIfNeeded: value >> 16), as: Int16.self)
  }
}

/// In the lower three bytes of four.
enum S24: IntegerSample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Int32 { from.loadUnaligned(as: Int32.self) << 8 }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    // The upper byte repeats the sign, which ALSA ignores and other readers expect.
    to.storeBytes(of: value >> 8, as: Int32.self)
  }
}

enum S24Packed: IntegerSample {
  static var bytes: Int { 3 }
  static func load(_ from: UnsafeRawPointer) -> Int32 {
    Int32(from.loadUnaligned(as: UInt16.self)) << 8 | Int32((from + 2).load(as: Int8.self)) << 24
  }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: UInt16(truncatingIfNeeded: value >> 8), as: UInt16.self)
    (to + 2).storeBytes(of: UInt8(truncatingIfNeeded: value >> 24), as: UInt8.self)
  }
}

enum S32: IntegerSample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Int32 { from.loadUnaligned(as: Int32.self) }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: value, as: Int32.self)
  }
}

/// Floating point that an integer goes to; exact for 24 bits of signal or fewer.
enum FloatOfInteger: IntegerSample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Int32 { 0 }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: Float(value) * 0x1p-31, as: Float.self)
  }
}

enum Float32Sample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Float { from.loadUnaligned(as: Float.self) }
  static func store(_ value: Float, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: value, as: Float.self)
  }
}

enum RealOf<Integer: IntegerSample>: RealSample {
  static var bytes: Int { Integer.bytes }
  static func load(_ from: UnsafeRawPointer) -> Double { Double(Integer.load(from)) * 0x1p-31 }
}

enum RealOf64: RealSample {
  static var bytes: Int { 8 }
  static func load(_ from: UnsafeRawPointer) -> Double {
    Double(from.loadUnaligned(as: Int64.self)) * 0x1p-63
  }
}

enum Real32: RealSample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Double {
    Double(from.loadUnaligned(as: Float.self))
  }
}

enum Real64: RealSample {
  static var bytes: Int { 8 }
  static func load(_ from: UnsafeRawPointer) -> Double { from.loadUnaligned(as: Double.self) }
}

/// The values that an integer of so many bits can have.
struct Steps {
  /// Steps from silence to full scale.
  let scale: Double
  private let shift: Int32
  private var highest: Double { scale - 1 }
  private var lowest: Double { -scale }

  init(bits: Int) {
    scale = Double(Int64(1) << Int64(bits - 1))
    shift = Int32(32 - bits)
  }

  /// The nearest step, in the upper bits; the outermost beyond full scale, silence for what is no number.
  @inline(__always)
  func nearest(_ value: Double) -> Int32 {
    let limited =
      value >= lowest ? (value <= highest ? value : highest) : value < lowest ? lowest : 0
    // Added to this, a number rounds to its integer in the lower bits; the usual conversion would stop
    // the processor's parallel path with a check for what cannot happen here.
    let bits = (limited + 0x1.8p52).bitPattern
    return Int32(truncatingIfNeeded: bits) &<< shift
  }
}

/// Triangular noise of two steps' width: the least that makes an error of rounding independent of the
/// signal. The same noise at each start, so that results can be compared.
struct Dither {
  // xorshift64*; source: Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016.
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  mutating func next() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    let random = state &* 0x2545_F491_4F6C_DD1D
    let upper = Int32(truncatingIfNeeded: random >> 32)
    let lower = Int32(truncatingIfNeeded: random)
    return (Double(upper) + Double(lower)) * 0x1p-32
  }
}
