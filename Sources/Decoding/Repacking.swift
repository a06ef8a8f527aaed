import CFFmpeg
import Media

/// Samples as they lie in memory, with the channels side by side or each in a plane of its own.
struct SampleView {
  /// The first sample of each channel.
  let channels: [UnsafeRawPointer]
  /// Samples from one of a channel to its next.
  let stride: Int
  let kind: Kind

  /// How one sample is written.
  enum Kind {
    case u8, s16, s32, float32

    /// Whether the format writes samples in the same bytes.
    func isSame(as format: SampleFormat) -> Bool {
      switch (self, format) {
      case (.u8, .u8), (.s16, .s16), (.s32, .s32), (.float32, .float32): true
      default: false
      }
    }
  }

  /// Whether the frames lie one behind the other.
  var isInterleaved: Bool { stride == channels.count && !channels.isEmpty }
}

/// Copies samples into a device's format and order without a change of their value.
enum Repacking {
  /// - Parameters:
  ///   - view: Not float, unless the format is, too.
  ///   - count: Frames.
  ///   - output: Room for `count` frames of the format.
  static func copy(
    _ view: SampleView, count: Int, map: ChannelMap, format: SampleFormat,
    to output: UnsafeMutableRawPointer
  ) {
    switch view.kind {
    case .u8: copy(view, U8.self, count, map, format, output)
    case .s16: copy(view, S16.self, count, map, format, output)
    case .s32: copy(view, S32.self, count, map, format, output)
    case .float32: copy(view, Float32Sample.self, Float32Sample.self, count, map, output)
    }
  }

  private static func copy<From: IntegerSample>(
    _ view: SampleView, _: From.Type, _ count: Int, _ map: ChannelMap, _ format: SampleFormat,
    _ output: UnsafeMutableRawPointer
  ) {
    switch format {
    case .u8: copy(view, From.self, U8.self, count, map, output)
    case .s16: copy(view, From.self, S16.self, count, map, output)
    case .s24: copy(view, From.self, S24.self, count, map, output)
    case .s24Packed: copy(view, From.self, S24Packed.self, count, map, output)
    case .s32: copy(view, From.self, S32.self, count, map, output)
    case .float32: copy(view, From.self, FloatOfInteger.self, count, map, output)
    }
  }

  @inline(__always)
  private static func copy<From: Sample, To: Sample>(
    _ view: SampleView, _: From.Type, _: To.Type, _ count: Int, _ map: ChannelMap,
    _ output: UnsafeMutableRawPointer
  ) where From.Value == To.Value {
    let step = map.sources.count * To.bytes
    let sourceStep = view.stride * From.bytes
    for (channel, source) in map.sources.enumerated() {
      var to = output + channel * To.bytes
      guard source >= 0 else {
        for _ in 0..<count {
          To.store(To.silence, to)
          to += step
        }
        continue
      }
      var from = view.channels[source]
      for _ in 0..<count {
        To.store(From.load(from), to)
        from += sourceStep
        to += step
      }
    }
  }
}

/// One way to write a sample. The value of integers is theirs in the upper bits of 32.
private protocol Sample {
  associatedtype Value
  static var bytes: Int { get }
  static var silence: Value { get }
  static func load(_ from: UnsafeRawPointer) -> Value
  static func store(_ value: Value, _ to: UnsafeMutableRawPointer)
}

private protocol IntegerSample: Sample where Value == Int32 {}

extension IntegerSample {
  static var silence: Int32 { 0 }
}

private enum U8: IntegerSample {
  static var bytes: Int { 1 }
  static func load(_ from: UnsafeRawPointer) -> Int32 {
    Int32(truncatingIfNeeded: UInt32(from.load(as: UInt8.self) ^ 0x80) << 24)
  }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: UInt8(truncatingIfNeeded: value >> 24) ^ 0x80, as: UInt8.self)
  }
}

private enum S16: IntegerSample {
  static var bytes: Int { 2 }
  static func load(_ from: UnsafeRawPointer) -> Int32 {
    Int32(from.loadUnaligned(as: Int16.self)) << 16
  }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: Int16(truncatingIfNeeded: value >> 16), as: Int16.self)
  }
}

private enum S24: IntegerSample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Int32 { from.loadUnaligned(as: Int32.self) << 8 }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    // The upper byte repeats the sign, which ALSA ignores and other readers expect.
    to.storeBytes(of: value >> 8, as: Int32.self)
  }
}

private enum S24Packed: IntegerSample {
  static var bytes: Int { 3 }
  static func load(_ from: UnsafeRawPointer) -> Int32 {
    Int32(from.loadUnaligned(as: UInt16.self)) << 8 | Int32((from + 2).load(as: Int8.self)) << 24
  }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: UInt16(truncatingIfNeeded: value >> 8), as: UInt16.self)
    (to + 2).storeBytes(of: UInt8(truncatingIfNeeded: value >> 24), as: UInt8.self)
  }
}

private enum S32: IntegerSample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Int32 { from.loadUnaligned(as: Int32.self) }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: value, as: Int32.self)
  }
}

/// Exact for 24 bits of signal or fewer.
private enum FloatOfInteger: IntegerSample {
  static var bytes: Int { 4 }
  static func load(_ from: UnsafeRawPointer) -> Int32 { 0 }
  static func store(_ value: Int32, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: Float(value) * 0x1p-31, as: Float.self)
  }
}

private enum Float32Sample: Sample {
  static var bytes: Int { 4 }
  static var silence: Float { 0 }
  static func load(_ from: UnsafeRawPointer) -> Float { from.loadUnaligned(as: Float.self) }
  static func store(_ value: Float, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: value, as: Float.self)
  }
}
