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
    case u8, s16, s32, s64, float32, float64

    /// `nil` for what is no sample.
    init?(_ format: AVSampleFormat) {
      switch av_get_packed_sample_fmt(format) {
      case AV_SAMPLE_FMT_U8: self = .u8
      case AV_SAMPLE_FMT_S16: self = .s16
      case AV_SAMPLE_FMT_S32: self = .s32
      case AV_SAMPLE_FMT_S64: self = .s64
      case AV_SAMPLE_FMT_FLT: self = .float32
      case AV_SAMPLE_FMT_DBL: self = .float64
      default: return nil
      }
    }

    var isFloat: Bool { self == .float32 || self == .float64 }

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

/// Copies samples into a device's format and order.
struct Repacking {
  let map: ChannelMap
  let format: SampleFormat
  let copy: ConversionPlan.Copy
  var dither = Dither()

  init(_ plan: ConversionPlan, to format: SampleFormat) {
    map = plan.map
    self.format = format
    copy = plan.copy
  }

  /// For floating point that was made of a source, in the device's channels.
  init(mixed format: AudioFormat) {
    map = ChannelMap(mixed: format.channels)
    self.format = format.sampleFormat
    copy = format.sampleFormat == .float32 ? .exact : .dithered
  }

  /// - Parameters:
  ///   - count: Frames.
  ///   - output: Room for `count` frames of the format.
  mutating func copy(_ view: SampleView, count: Int, to output: UnsafeMutableRawPointer) {
    if copy == .exact {
      copyExactly(view, count, output)
    } else {
      switch view.kind {
      case .u8: round(view, RealOf<U8>.self, count, output)
      case .s16: round(view, RealOf<S16>.self, count, output)
      case .s32: round(view, RealOf<S32>.self, count, output)
      case .s64: round(view, RealOf64.self, count, output)
      case .float32: round(view, Real32.self, count, output)
      case .float64: round(view, Real64.self, count, output)
      }
    }
  }

  private func copyExactly(_ view: SampleView, _ count: Int, _ output: UnsafeMutableRawPointer) {
    switch view.kind {
    case .u8: widen(view, U8.self, count, output)
    case .s16: widen(view, S16.self, count, output)
    case .s32: widen(view, S32.self, count, output)
    case .float32:
      each(view, Float32Sample.bytes, Float32Sample.bytes, count, output) { from, to in
        Float32Sample.store(from.map(Float32Sample.load) ?? 0, to)
      }
    // Nothing holds these exactly.
    case .s64, .float64: break
    }
  }

  private func widen<From: IntegerSample>(
    _ view: SampleView, _: From.Type, _ count: Int, _ output: UnsafeMutableRawPointer
  ) {
    switch format {
    case .u8: store(view, From.self, U8.self, count, output)
    case .s16: store(view, From.self, S16.self, count, output)
    case .s24: store(view, From.self, S24.self, count, output)
    case .s24Packed: store(view, From.self, S24Packed.self, count, output)
    case .s32: store(view, From.self, S32.self, count, output)
    case .float32: store(view, From.self, FloatOfInteger.self, count, output)
    }
  }

  @inline(__always)
  private func store<From: IntegerSample, To: IntegerSample>(
    _ view: SampleView, _: From.Type, _: To.Type, _ count: Int, _ output: UnsafeMutableRawPointer
  ) {
    each(view, From.bytes, To.bytes, count, output) { from, to in
      To.store(from.map(From.load) ?? 0, to)
    }
  }

  private mutating func round<From: RealSample>(
    _ view: SampleView, _: From.Type, _ count: Int, _ output: UnsafeMutableRawPointer
  ) {
    switch format {
    case .u8: round(view, From.self, U8.self, count, output)
    case .s16: round(view, From.self, S16.self, count, output)
    case .s24: round(view, From.self, S24.self, count, output)
    case .s24Packed: round(view, From.self, S24Packed.self, count, output)
    case .s32: round(view, From.self, S32.self, count, output)
    case .float32:
      each(view, From.bytes, 4, count, output) { from, to in
        to.storeBytes(of: Float(from.map(From.load) ?? 0), as: Float.self)
      }
    }
  }

  @inline(__always)
  private mutating func round<From: RealSample, To: IntegerSample>(
    _ view: SampleView, _: From.Type, _: To.Type, _ count: Int, _ output: UnsafeMutableRawPointer
  ) {
    let steps = Steps(bits: format.bits)
    guard copy == .dithered else {
      each(view, From.bytes, To.bytes, count, output) { from, to in
        To.store(from.map { steps.nearest(From.load($0) * steps.scale) } ?? 0, to)
      }
      return
    }
    var dither = dither
    each(view, From.bytes, To.bytes, count, output) { from, to in
      To.store(from.map { steps.nearest(From.load($0) * steps.scale + dither.next()) } ?? 0, to)
    }
    self.dither = dither
  }

  /// Calls `body` for each sample of the device, with the source's or `nil` for silence.
  @inline(__always)
  private func each(
    _ view: SampleView, _ fromBytes: Int, _ toBytes: Int, _ count: Int,
    _ output: UnsafeMutableRawPointer,
    _ body: (UnsafeRawPointer?, UnsafeMutableRawPointer) -> Void
  ) {
    let step = map.sources.count * toBytes
    let sourceStep = view.stride * fromBytes
    for (channel, source) in map.sources.enumerated() {
      var to = output + channel * toBytes
      guard source >= 0 else {
        for _ in 0..<count {
          body(nil, to)
          to += step
        }
        continue
      }
      var from = view.channels[source]
      for _ in 0..<count {
        body(from, to)
        from += sourceStep
        to += step
      }
    }
  }
}
