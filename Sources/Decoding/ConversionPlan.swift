import CFFmpeg
import Media

/// What must be done to the frames of a stream to bring them into a device's format.
struct ConversionPlan {
  /// What libswresample does; `nil` where each sample of the device is one of the stream.
  let arithmetic: Arithmetic?
  /// From the channels of the stream, or those that `arithmetic` makes, to the device's.
  let map: ChannelMap
  /// How the samples that are copied lie.
  let kind: SampleView.Kind
  let copy: Copy

  struct Arithmetic {
    /// Floating point, interleaved.
    let output: AVSampleFormat
    /// Floating point, as it computes in.
    let precision: AVSampleFormat
    /// Channels to mix to; `nil` where they stay.
    let mixedChannels: Int?
    let changesRate: Bool
  }

  /// How a sample comes into the device's format.
  enum Copy {
    /// With the value that it has.
    case exact
    /// To the nearest value.
    case rounded
    /// To a near value, by chance, so that what is rounded off becomes noise instead of distortion.
    case dithered
  }

  /// - Parameter signalBits: Bits of signal in a sample of the stream; 0 when that is not known.
  init(_ frame: AVFrame, signalBits: Int, to format: AudioFormat) throws(DecodingError) {
    let sample = AVSampleFormat(rawValue: frame.format)
    guard let kind = SampleView.Kind(sample) else { throw .broken }
    let bits = Self.bits(of: sample, signalBits: signalBits)
    let direct = ChannelMap(
      from: frame.ch_layout.channels, sourceCount: Int(frame.ch_layout.nb_channels),
      to: format.channels)
    let changesRate = Int(frame.sample_rate) != format.sampleRate
    map = direct ?? ChannelMap(mixed: format.channels)
    if direct != nil, !changesRate {
      arithmetic = nil
      self.kind = kind
      copy = Self.copy(kind, bits: bits, to: format.sampleFormat)
      return
    }
    let isWide = bits > 24
    arithmetic = Arithmetic(
      output: isWide ? AV_SAMPLE_FMT_DBL : AV_SAMPLE_FMT_FLT,
      precision: isWide ? AV_SAMPLE_FMT_DBLP : AV_SAMPLE_FMT_FLTP,
      mixedChannels: direct == nil ? format.channels : nil, changesRate: changesRate)
    self.kind = isWide ? .float64 : .float32
    copy = Self.copy(self.kind, bits: max(24, bits), to: format.sampleFormat)
  }

  private static func copy(_ kind: SampleView.Kind, bits: Int, to format: SampleFormat) -> Copy {
    if format == .float32 { return bits <= 24 && kind != .float64 ? .exact : .rounded }
    if bits > format.bits { return .dithered }
    return kind.isFloat || kind == .s64 ? .rounded : .exact
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
}
