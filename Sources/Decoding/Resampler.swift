import CFFmpeg
import Media

/// libswresample at work on one stream: mixes channels and changes the rate, in floating point.
final class Resampler {
  private var context: OpaquePointer?
  private let sampleBytes: Int
  private let channels: Int
  private var output: UnsafeMutableRawPointer?
  private var room = 0

  init(
    _ frame: UnsafeMutablePointer<AVFrame>, _ arithmetic: ConversionPlan.Arithmetic, to rate: Int
  ) throws(DecodingError) {
    var layout = AVChannelLayout()
    defer { av_channel_layout_uninit(&layout) }
    if let mixed = arithmetic.mixedChannels {
      av_channel_layout_default(&layout, Int32(mixed))
    } else {
      try check(av_channel_layout_copy(&layout, &frame.pointee.ch_layout), "copy a layout")
    }
    channels = Int(layout.nb_channels)
    sampleBytes = Int(av_get_bytes_per_sample(arithmetic.output))
    var context: OpaquePointer?
    // Samples whose channels are not named cannot be mixed, only taken as they usually are.
    var input = AVChannelLayout()
    defer { av_channel_layout_uninit(&input) }
    try check(av_channel_layout_copy(&input, &frame.pointee.ch_layout), "copy a layout")
    if input.order == AV_CHANNEL_ORDER_UNSPEC, arithmetic.mixedChannels != nil {
      av_channel_layout_default(&input, input.nb_channels)
    }
    try check(
      swr_alloc_set_opts2(
        &context, &layout, arithmetic.output, Int32(rate), &input,
        AVSampleFormat(rawValue: frame.pointee.format), frame.pointee.sample_rate, 0, nil),
      "set up the resampler")
    self.context = context
    try start(arithmetic)
  }

  deinit {
    swr_free(&context)
    av_free(output)
  }

  private func start(_ arithmetic: ConversionPlan.Arithmetic) throws(DecodingError) {
    let options = UnsafeMutableRawPointer(context)
    av_opt_set_sample_fmt(options, "internal_sample_fmt", arithmetic.precision, 0)
    // Mixing must not clip.
    av_opt_set_double(options, "rematrix_maxval", 1, 0)
    if arithmetic.changesRate {
      av_opt_set_int(options, "resampler", Int64(SWR_ENGINE_SOXR.rawValue), 0)
      // Bits: what soxr calls very high quality.
      av_opt_set_double(options, "precision", 28, 0)
      if swr_init(context) >= 0 { return }
      av_opt_set_int(options, "resampler", Int64(SWR_ENGINE_SWR.rawValue), 0)
      av_opt_set_int(options, "filter_size", 64, 0)
      av_opt_set_int(options, "exact_rational", 1, 0)
    }
    try check(swr_init(context), "start the resampler")
  }

  /// Takes `count` samples of each channel, or what it still holds when there is no input.
  ///
  /// - Returns: What comes out, interleaved, valid until the next call.
  func convert(
    _ input: [UnsafePointer<UInt8>?]?, count: Int
  ) throws(DecodingError) -> (channels: [UnsafeRawPointer], count: Int) {
    let most = Int(swr_get_out_samples(context, Int32(count)))
    guard most > 0 else { return ([], 0) }
    let bytes = most * channels * sampleBytes
    if bytes > room {
      av_free(output)
      room = 0
      output = av_malloc(bytes)
      room = try check(output == nil ? nil : bytes, "allocate a buffer")
    }
    var planes = [output?.assumingMemoryBound(to: UInt8.self)]
    let done: Int32
    if var input {
      done = swr_convert(context, &planes, Int32(most), &input, Int32(count))
    } else {
      done = swr_convert(context, &planes, Int32(most), nil, 0)
    }
    try check(done, "resample")
    guard let output else { return ([], 0) }
    return ((0..<channels).map { UnsafeRawPointer(output + $0 * sampleBytes) }, Int(done))
  }
}
