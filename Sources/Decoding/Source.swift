import CFFmpeg
import Media
import Posix
import Worker

/// An open file that gives its frames, in order, in a format of choice.
public final class Source {
  /// Frames that lie one behind the other.
  public struct Chunk {
    /// The place of the first, at the rate of the format, counted from the beginning of the file.
    public let frame: Int64
    public let bytes: [UInt8]
  }

  /// What the file holds.
  public let properties: DecoderSource

  let container: Container
  private let reader: FrameReader
  private let signalBits: Int
  private var converter: FrameConverter?
  private var buffer = FrameBuffer()
  /// The place of the first frame in the buffer, and the part of a frame that it lies behind it.
  private var place: Int64 = 0
  private var fraction = 0.0
  /// How many frames of the file become one.
  private var speed = 1.0
  /// The place in the stream where the next piece goes on; `nil` before the first.
  private var goesOn: Int64?
  /// A piece that lies behind a gap, while what is before the gap is taken.
  private var held: FrameReader.Piece?
  private var isAtEnd = false
  private var failure: DecodingError?

  /// Once for the process, before the first source: FFmpeg says nothing, and allocates within bounds.
  public static func prepare() {
    av_log_set_level(AV_LOG_QUIET)
    av_max_alloc(128 << 20)
  }

  /// - Parameters:
  ///   - start: The first frame that is wanted, at the file's own rate.
  ///   - end: The frame before which it ends; `nil` for the file's end.
  ///   - hint: The file's extension.
  public init(
    _ file: FileDescriptor.Owned, start: Int64 = 0, end: Int64? = nil, hint: String = ""
  ) throws(DecodingError) {
    container = try Container(file, hint: hint)
    let decoder = try FrameDecoder(container)
    reader = try FrameReader(decoder)
    let frame = reader.frame
    signalBits = decoder.codec.signalBits
    let sample = AVSampleFormat(rawValue: frame.format)
    guard
      let format = AudioFormat(
        sampleRate: Int(frame.sample_rate), channels: min(Int(frame.ch_layout.nb_channels), 8),
        sampleFormat: ConversionPlan.natural(sample, signalBits: signalBits))
    else { throw .unsupported(codec: "\(frame.sample_rate) Hz") }
    let length = StreamLength(container, decoder.codec, reader.timeline)
    var properties = DecoderSource(
      format: format, frames: length.frames, isExact: length.isExact, bitRate: container.bitRate,
      codec: decoder.codec.name)
    properties.mixRampStart = container.tag("MIXRAMP_START") ?? ""
    properties.mixRampEnd = container.tag("MIXRAMP_END") ?? ""
    self.properties = properties
    reader.end = min(end ?? .max, length.exactEnd ?? .max)
    try reader.begin(at: start)
  }

  /// Says in which format frames are wanted, and how fast. To be called once, before the first `read`.
  public func start(in format: AudioFormat, speed: Double = 1) {
    self.speed = speed
    converter = FrameConverter(to: format, signalBits: signalBits, speed: speed)
  }

  /// The place behind the last frame that was read.
  public var position: Int64 {
    // Another speed does not divide it evenly.
    guard speed != 1, isAtEnd, let converter else { return place }
    return scaled(reader.place, converter)
  }

  /// The next frames: as many as asked for, fewer only before a gap or the end; `nil` at the end.
  public func read(_ frames: Int) throws(DecodingError) -> Chunk? {
    guard let converter, frames > 0 else { return nil }
    let size = converter.format.bytesPerFrame
    while buffer.count < frames * size, !isAtEnd, failure == nil {
      do throws(DecodingError) {
        guard try fill(converter) else { break }
      } catch {
        failure = error
      }
    }
    let count = min(frames, buffer.count / size)
    guard count > 0 else {
      if let failure { throw failure }
      return nil
    }
    defer { advance(count) }
    return Chunk(frame: place, bytes: buffer.take(count * size) { Array($0) })
  }

  /// Adds to the buffer. `false` when what is in it must be taken first.
  private func fill(_ converter: FrameConverter) throws(DecodingError) -> Bool {
    if held == nil { held = try reader.next() }
    guard let piece = held else {
      isAtEnd = true
      try converter.flush(into: &buffer)
      let end = scaled(reader.place, converter)
      if goesOn == nil { place = end }
      if speed == 1 { endAt(end, converter) }
      return true
    }
    if piece.place != goesOn {
      if goesOn != nil { try converter.flush(into: &buffer) }
      guard buffer.count == 0 else { return false }
      place = scaled(piece.place, converter)
      fraction = 0
    }
    held = nil
    goesOn = reader.place
    try converter.convert(piece, into: &buffer)
    return true
  }

  private func advance(_ frames: Int) {
    let way = Double(frames) * speed + fraction
    place += Int64(way)
    fraction = way - Double(Int64(way))
  }

  private func scaled(_ place: Int64, _ converter: FrameConverter) -> Int64 {
    av_rescale(place, Int64(converter.format.sampleRate), reader.timeline.sampleRate)
  }

  /// A resampler may give a frame more than there are.
  private func endAt(_ end: Int64, _ converter: FrameConverter) {
    let size = converter.format.bytesPerFrame
    let surplus = place + Int64(buffer.count / size) - end
    if surplus > 0 { buffer.dropLast(Int(min(surplus, 1 << 20)) * size) }
  }
}
