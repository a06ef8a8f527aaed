import Media

/// What a decoder answers.
public enum DecoderReply: Sendable, Equatable {
  /// The source is open.
  case opened(generation: UInt32, DecoderSource)

  /// Frames, in the format that `start` asked for: `frame` is the place of the first one, counted at
  /// that format's rate from the beginning of the file.
  case frames(generation: UInt32, frame: Int64, bytes: ArraySlice<UInt8>)

  /// The source has ended; `frame` is the place after its last frame.
  case finished(generation: UInt32, frame: Int64)

  /// The source cannot be read, or not further: a sentence.
  case failed(generation: UInt32, reason: String)

  /// The most bytes of frames in one message.
  public static let maximumFrameBytes = 60_000

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    switch self {
    case .opened(let generation, let source):
      writer.put(UInt8(1))
      writer.put(generation)
      source.format.encode(&writer)
      writer.put(source.frames ?? -1)
      writer.put(source.isExact)
      writer.put(UInt32(clamping: source.bitRate))
      writer.put(source.codec)
      writer.put(source.mixRampStart)
      writer.put(source.mixRampEnd)
    case .frames(let generation, let frame, let bytes):
      return bytes.withUnsafeBytes { Self.frames(generation: generation, frame: frame, bytes: $0) }
    case .finished(let generation, let frame):
      writer.put(UInt8(3))
      writer.put(generation)
      writer.put(frame)
    case .failed(let generation, let reason):
      writer.put(UInt8(4))
      writer.put(generation)
      writer.put(reason)
    }
    return writer.bytes
  }

  /// A message of frames straight from where they lie.
  public static func frames(
    generation: UInt32, frame: Int64, bytes: UnsafeRawBufferPointer
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.put(UInt8(2))
    writer.put(generation)
    writer.put(frame)
    writer.putRest(bytes)
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    let kind = try reader.number(UInt8.self)
    let generation = try reader.number(UInt32.self)
    switch kind {
    case 1: self = .opened(generation: generation, try DecoderSource(&reader))
    case 2:
      let frame = Int64(try reader.number(Int64.self, in: 0...Int.max))
      self = .frames(generation: generation, frame: frame, bytes: reader.takeRest())
    case 3:
      self = .finished(
        generation: generation, frame: Int64(try reader.number(Int64.self, in: 0...Int.max)))
    case 4: self = .failed(generation: generation, reason: try reader.text())
    default: throw .unknownKind
    }
    try reader.finish()
  }
}

/// What a decoder found in a file.
public struct DecoderSource: Sendable, Hashable {
  /// The format that loses nothing: what the codec gives.
  public var format: AudioFormat
  /// How many frames there are, at the source's rate, from its beginning; `nil` when it does not say.
  public var frames: Int64?
  /// Whether a whole file has exactly so many: where there are fewer, some are missing.
  public var isExact: Bool
  /// In kbit/s; 0 when it is not known.
  public var bitRate: Int
  /// FFmpeg's name of the codec.
  public var codec: String
  /// How loud it becomes at its beginning and was at its end, as its MixRamp tags have it; empty without them.
  public var mixRampStart = ""
  public var mixRampEnd = ""

  public init(
    format: AudioFormat, frames: Int64?, isExact: Bool = false, bitRate: Int, codec: String
  ) {
    self.format = format
    self.frames = frames
    self.isExact = isExact
    self.bitRate = bitRate
    self.codec = codec
  }

  init(_ reader: inout WireReader) throws(WireError) {
    format = try AudioFormat(&reader)
    let count = try reader.number(Int64.self)
    guard count >= -1 else { throw .outOfRange }
    frames = count < 0 ? nil : count
    isExact = try reader.flag()
    bitRate = try reader.number(UInt32.self, in: 0...10_000_000)
    codec = try reader.text()
    mixRampStart = try reader.text()
    mixRampEnd = try reader.text()
  }
}
