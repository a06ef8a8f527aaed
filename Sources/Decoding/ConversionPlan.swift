import CFFmpeg
import Media

/// What must be done to the frames of a stream to bring them into a device's format.
struct ConversionPlan {
  /// What libswresample does; `nil` where samples are only copied, each value as it is.
  let arithmetic: Arithmetic?
  /// From the channels of the stream, or those that `arithmetic` makes, to the device's.
  let map: ChannelMap
  /// How the samples that are copied lie.
  let kind: SampleView.Kind
  let isPlanar: Bool

  struct Arithmetic {
    /// Interleaved.
    let output: AVSampleFormat
    /// Channels to mix to; `nil` where they stay.
    let mixedChannels: Int?
    let changesRate: Bool
    /// The bits to dither to; `nil` where nothing audible is rounded off.
    let ditherBits: Int?
    /// What it computes in; `nil` where it may choose.
    let precision: AVSampleFormat?
  }

  /// - Parameter signalBits: Bits of signal in a sample of the stream; 0 when that is not known.
  init(_ frame: AVFrame, signalBits: Int, to format: AudioFormat) {
    let sample = AVSampleFormat(rawValue: frame.format)
    let count = Int(frame.ch_layout.nb_channels)
    let bits = Self.bits(of: sample, signalBits: signalBits)
    let direct = ChannelMap(
      from: frame.ch_layout.channels, sourceCount: count, to: format.channels)
    let changesRate = Int(frame.sample_rate) != format.sampleRate
    let kind = Self.kind(of: sample)
    let keepsValues =
      kind.map { Self.keepsValues($0, bits: bits, in: format.sampleFormat) } ?? false
    if let direct, let kind, !changesRate, keepsValues {
      map = direct
      self.kind = kind
      isPlanar = av_sample_fmt_is_planar(sample) != 0
      arithmetic = nil
      return
    }
    let computes = changesRate || direct == nil
    let wide = bits > 24 || (bits > 16 && kind == .s32)
    // What was computed has all the bits that can be heard.
    let dithers = format.sampleFormat.bits < (computes ? max(24, bits) : bits)
    arithmetic = Arithmetic(
      output: Self.output(for: format.sampleFormat),
      mixedChannels: direct == nil ? format.channels : nil,
      changesRate: changesRate,
      ditherBits: dithers ? format.sampleFormat.bits : nil,
      precision: computes ? (wide ? AV_SAMPLE_FMT_DBLP : AV_SAMPLE_FMT_FLTP) : nil)
    map = direct ?? ChannelMap(mixed: format.channels)
    self.kind = Self.kind(of: Self.output(for: format.sampleFormat)) ?? .s32
    isPlanar = false
  }

  /// Bits of signal; those of floating point are taken as 24, its mantissa's.
  static func bits(of sample: AVSampleFormat, signalBits: Int) -> Int {
    switch av_get_packed_sample_fmt(sample) {
    case AV_SAMPLE_FMT_U8: 8
    case AV_SAMPLE_FMT_S16: 16
    case AV_SAMPLE_FMT_S32: (17...31).contains(signalBits) ? signalBits : 32
    case AV_SAMPLE_FMT_S64: 32
    default: 24
    }
  }

  /// The format that loses nothing of such samples.
  static func natural(_ sample: AVSampleFormat, signalBits: Int) -> SampleFormat {
    switch av_get_packed_sample_fmt(sample) {
    case AV_SAMPLE_FMT_U8: .u8
    case AV_SAMPLE_FMT_S16: .s16
    case AV_SAMPLE_FMT_S32: bits(of: sample, signalBits: signalBits) <= 24 ? .s24 : .s32
    case AV_SAMPLE_FMT_S64: .s32
    default: .float32
    }
  }

  private static func keepsValues(
    _ kind: SampleView.Kind, bits: Int, in format: SampleFormat
  ) -> Bool {
    if format == .float32 { return bits <= 24 }
    return kind != .float32 && bits <= format.bits
  }

  private static func kind(of sample: AVSampleFormat) -> SampleView.Kind? {
    switch av_get_packed_sample_fmt(sample) {
    case AV_SAMPLE_FMT_U8: .u8
    case AV_SAMPLE_FMT_S16: .s16
    case AV_SAMPLE_FMT_S32: .s32
    case AV_SAMPLE_FMT_FLT: .float32
    default: nil
    }
  }

  private static func output(for format: SampleFormat) -> AVSampleFormat {
    switch format {
    case .u8: AV_SAMPLE_FMT_U8
    case .s16: AV_SAMPLE_FMT_S16
    case .s24, .s24Packed, .s32: AV_SAMPLE_FMT_S32
    case .float32: AV_SAMPLE_FMT_FLT
    }
  }
}
