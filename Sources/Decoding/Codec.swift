import CFFmpeg

/// A decoder of one stream, on the calling thread alone.
final class Codec {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var longestFrame: Int64 = 0
  /// The frame decoded last, valid until the next one.
  let frame: UnsafeMutablePointer<AVFrame>

  init(_ stream: UnsafeMutablePointer<AVStream>) throws(DecodingError) {
    let parameters = stream.pointee.codecpar
    let id = parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE
    guard let decoder = avcodec_find_decoder(id) else {
      throw .unsupported(codec: String(cString: avcodec_get_name(id)))
    }
    frame = try check(av_frame_alloc(), "allocate a frame")
    context = avcodec_alloc_context3(decoder)
    // What throws from here on leaves to `deinit` what was made.
    let context = try check(context, "allocate a decoder")
    try check(avcodec_parameters_to_context(context, parameters), "set up the decoder")
    context.pointee.thread_count = 1
    // Needed to move a frame's time when the encoder's delay is cut off.
    context.pointee.pkt_timebase = stream.pointee.time_base
    try check(avcodec_open2(context, decoder, nil), "open the decoder")
  }

  deinit {
    avcodec_free_context(&context)
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  enum Outcome { case frame, wantsPacket, end, broken }

  /// Decodes the next frame out of what was sent.
  func receive() -> Outcome {
    switch avcodec_receive_frame(context, frame) {
    case 0: noteFrame()
    case segue_error_again: .wantsPacket
    case segue_error_end: .end
    default: .broken
    }
  }

  private func noteFrame() -> Outcome {
    longestFrame = max(longestFrame, Int64(frame.pointee.nb_samples))
    return .frame
  }

  /// Takes a packet, or `nil` when there are no more.
  ///
  /// - Returns: Whether the decoder could make anything of it.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool {
    avcodec_send_packet(context, packet) >= 0
  }

  /// Forgets what was sent, for a new place in the stream.
  func flush() { avcodec_flush_buffers(context) }

  /// Bits of signal in a sample; 0 when the codec does not say.
  var signalBits: Int {
    guard let context else { return 0 }
    let raw = Int(context.pointee.bits_per_raw_sample)
    return raw > 0 ? raw : Int(av_get_bits_per_sample(context.pointee.codec_id))
  }

  /// FFmpeg's name of the codec.
  var name: String {
    String(cString: avcodec_get_name(context?.pointee.codec_id ?? AV_CODEC_ID_NONE))
  }

  /// Samples in every packet but the last; 0 when they differ, or nothing was decoded.
  var samplesInPacket: Int64 {
    guard let context else { return 0 }
    let size = Int64(context.pointee.frame_size)
    if size > 0 { return size }
    return isLossless || context.pointee.codec_id == AV_CODEC_ID_OPUS ? longestFrame : 0
  }

  /// How many frames before a place decoding must begin, so that the place sounds as if it had begun at
  /// the start: transforms overlap, and an MP3 frame keeps its data in up to 511 bytes before it.
  func lead(sampleRate: Int64) -> Int64 {
    if isLossless { return 0 }
    return max(sampleRate / 4, 16 * samplesInPacket)
  }

  /// Whether it gives every sample back as it was.
  var isLossless: Bool {
    guard let descriptor = avcodec_descriptor_get(context?.pointee.codec_id ?? AV_CODEC_ID_NONE)
    else { return false }
    return descriptor.pointee.props & AV_CODEC_PROP_LOSSY == 0
  }

  /// Samples that the encoder put before the sound.
  var delay: Int64 { Int64(context?.pointee.initial_padding ?? 0) }
}
