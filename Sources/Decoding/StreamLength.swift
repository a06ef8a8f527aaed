import CFFmpeg

/// How long a stream is, as far as its container says.
struct StreamLength {
  /// Frames of the whole sound; `nil` when nothing tells. May be off by what an encoder added behind it,
  /// where only decoding would show that.
  let frames: Int64?

  /// Where the sound ends before the last packet does; `nil` where FFmpeg cuts the last packet itself.
  let exactEnd: Int64?

  /// Whether the file, when it is whole, has as many frames as it says, to the last one.
  let isExact: Bool

  init(_ container: Container, _ codec: Codec, _ timeline: Timeline) {
    if container.format.hasPrefix("mov") {
      exactEnd = Self.endInMP4(container, codec, timeline)
    } else {
      exactEnd = nil
    }
    frames = exactEnd ?? Self.estimate(container, codec, timeline)
    // Where times are coarser than samples, as Matroska's, the length is too.
    let base = container.stream.pointee.time_base
    // WavPack can be lossy, and counts as exactly when it is.
    isExact =
      (codec.isLossless || codec.name == "wavpack") && container.saysLength
      && Int64(base.den) >= timeline.sampleRate * Int64(max(1, base.num))
  }

  private static func estimate(
    _ container: Container, _ codec: Codec, _ timeline: Timeline
  ) -> Int64? {
    let stream = container.stream.pointee
    let isKnown = stream.duration != segue_no_time && stream.duration > 0
    let whole = container.microseconds.map { av_rescale($0, timeline.sampleRate, 1_000_000) }
    guard let count = isKnown ? timeline.count(stream.duration) : whole else { return nil }
    // Ogg and Matroska count what an Opus encoder put before the sound.
    if codec.name == "opus" { return max(0, count - codec.delay) }
    switch container.format {
    case "mp3":
      // Its time begins before the sound, with the encoder's delay and the decoder's 529 samples; the
      // padding behind the sound begins so many before what was noted.
      guard stream.start_time != segue_no_time, stream.start_time > 0 else { return count }
      let padding = MP3Padding(container.input)?.behind ?? 529
      return max(0, count - timeline.count(stream.start_time) + 529 - Int64(padding))
    case "dsf": return Self.noted(inDSF: container.input).map { min($0, count) } ?? count
    default: return count
    }
  }

  /// The frames before the zeros that fill the last block, eight bits of DSD being one of FFmpeg's frames.
  ///
  /// Source: DSF File Format Specification, version 1.01, "FMT chunk".
  private static func noted(inDSF input: FileInput) -> Int64? {
    let bytes = input.bytes(at: 64, count: 8)
    guard bytes.count == 8, bytes[7] == 0 else { return nil }
    let samples = bytes.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return samples > 0 ? (samples + 7) / 8 : nil
  }

  /// The end that iTunes noted, else that of the track; either only where the packets confirm it.
  private static func endInMP4(
    _ container: Container, _ codec: Codec, _ timeline: Timeline
  ) -> Int64? {
    let stream = container.stream.pointee
    var end = container.tag("iTunSMPB").flatMap(noted)
    if end == nil, let timing = MP4Timing(container.input, track: stream.id) {
      end = av_rescale(timing.length, timeline.sampleRate, timing.timescale)
    }
    guard let end, end > 0, codec.samplesInPacket > 0, stream.nb_frames > 0 else { return nil }
    // Spectral band replication doubles what the codec says.
    let rate = Int64(max(1, stream.codecpar.pointee.sample_rate))
    let samples = av_rescale(codec.samplesInPacket, timeline.sampleRate, rate)
    let (all, overflow) = samples.multipliedReportingOverflow(by: stream.nb_frames)
    guard !overflow, end <= all, all - end <= 8 * samples else { return nil }
    return end
  }

  /// ` 00000000 00000840 000001CA 00000000003F31F6 …`: zero, delay, padding, length, all in hexadecimal.
  static func noted(_ tag: String) -> Int64? {
    let fields = tag.split(separator: " ")
    guard fields.count >= 4, let length = Int64(fields[3], radix: 16), length > 0 else {
      return nil
    }
    return length
  }
}
