import CFFmpeg
import Media
import Posix
import Worker

/// What FFmpeg says of a file: its tags, and what its sound is.
public enum FileProbe {
  /// Decodes the first frame, so that what is called music can be played.
  public static func read(
    _ file: FileDescriptor.Owned, fileExtension: String
  ) -> Result<TagRecord, ReadFailure> {
    do throws(DecodingError) {
      let source = try Source(file, hint: fileExtension)
      if source.container.hasFilm {
        return .failure(ReadFailure(.video, reason: "The file shows a film."))
      }
      var record = TagRecord(tags: MediaTags(probed: source.container.tags))
      if source.container.hasPicture { record.tags.artworkSource = .embedded }
      record.audio = audio(source, countedFrames(file, source, fileExtension))
      return .success(record)
    } catch {
      return .failure(failure(error))
    }
  }

  private static func audio(_ source: Source, _ counted: Int64?) -> AudioProperties {
    let found = source.properties
    var audio = AudioProperties()
    audio.sampleRate = found.format.sampleRate
    audio.channels = found.format.channels
    audio.codec = CodecName.short(found.codec)
    audio.bitRate = found.bitRate > 0 ? found.bitRate : nil
    if CodecName.isLossless(found.codec) {
      audio.bitsPerSample = found.format.sampleFormat.bits
    }
    guard let frames = counted ?? found.frames, frames > 0 else { return audio }
    audio.frames = frames
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: Int64(found.format.sampleRate))
    guard whole < 2_000_000 else { return audio }
    let milliseconds = whole * 1000 + rest * 1000 / Int64(found.format.sampleRate)
    audio.milliseconds = milliseconds > 0 ? milliseconds : nil
    return audio
  }

  /// Formats that say nowhere how long they are: FFmpeg guesses by the bit rate.
  private static let unmeasured: Set = [
    "aac", "ac3", "eac3", "dts", "dtshd", "latm", "loas", "mlp", "truehd", "amr",
  ]

  /// Larger ones are not read through.
  private static let largest: Int64 = 512 << 20

  private static let longestCount = Duration.seconds(3)

  /// The frames of such a file, counted packet by packet.
  private static func countedFrames(
    _ file: FileDescriptor.Owned, _ source: Source, _ hint: String
  ) -> Int64? {
    guard unmeasured.contains(source.container.format),
      source.container.input.size <= largest,
      let container = try? Container(file, hint: hint)
    else { return nil }
    guard let packet = av_packet_alloc() else { return nil }
    var held: UnsafeMutablePointer<AVPacket>? = packet
    defer { av_packet_free(&held) }
    var time: Int64 = 0
    let began = ContinuousClock.now
    while (try? container.read(into: packet)) == true {
      // On a slow disk FFmpeg's guess must do: a probe that takes too long is taken for one that hangs.
      if began.duration(to: .now) > longestCount {
        av_packet_unref(packet)
        return nil
      }
      let (sum, overflow) = time.addingReportingOverflow(max(0, packet.pointee.duration))
      av_packet_unref(packet)
      guard !overflow else { return nil }
      time = sum
    }
    let frame = AVRational(num: 1, den: Int32(source.properties.format.sampleRate))
    let frames = av_rescale_q(time, container.stream.pointee.time_base, frame)
    return frames > 0 ? frames : nil
  }

  static func failure(_ error: DecodingError) -> ReadFailure {
    switch error {
    case .empty: ReadFailure(.empty, reason: error.description)
    case .notAudio, .noSound: ReadFailure(.notAudio, reason: error.description)
    case .unsupported: ReadFailure(.unsupported, reason: error.description)
    case .broken: ReadFailure(.truncated, reason: error.description)
    case .unreadable, .refused: ReadFailure(.unsupported, reason: error.description)
    }
  }
}

/// What Segue calls codecs.
enum CodecName {
  /// `pcm` for all of its kinds, `dsd` for all of its; otherwise FFmpeg's name.
  static func short(_ name: String) -> String {
    if name.hasPrefix("pcm_") { return "pcm" }
    if name.hasPrefix("dsd_") { return "dsd" }
    return name
  }

  static func isLossless(_ name: String) -> Bool {
    guard let descriptor = avcodec_descriptor_get_by_name(name), !name.hasPrefix("dsd_") else {
      return false
    }
    let properties = descriptor.pointee.props
    return properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
  }
}
