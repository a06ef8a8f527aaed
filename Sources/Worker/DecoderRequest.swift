import Media

/// What a decoder is told. It has one source open at a time; a generation names it.
///
/// The dialogue: `open` (the file's descriptor comes with it) is answered by `opened` or `failed`;
/// `start` says in which format frames are wanted; then frames flow as far as credit was given, up
/// to `finished` or `failed`. A further `open` ends the source before it; what is still under way
/// of that is known by its generation.
public enum DecoderRequest: Sendable, Equatable {
  /// Opens a source.
  ///
  /// - Parameters:
  ///   - generation: Never used before on this connection.
  ///   - start: Frames of the source to leave out, at its own rate.
  ///   - end: The frame of the source before which it ends, or -1 for its own end.
  ///   - hint: The file's extension.
  case open(generation: UInt32, start: Int64, end: Int64, hint: String)

  /// Frames are wanted in this format. Follows `opened`.
  ///
  /// - Parameter speed: How many frames of the source become a thousand, at the same pitch.
  case start(generation: UInt32, format: AudioFormat, speed: Int = 1000)

  /// So many frames more may be sent.
  case credit(generation: UInt32, frames: Int64)

  /// The source is not wanted any more.
  case close(generation: UInt32)

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    switch self {
    case .open(let generation, let start, let end, let hint):
      writer.put(UInt8(1))
      writer.put(generation)
      writer.put(start)
      writer.put(end)
      writer.put(hint, limit: 16)
    case .start(let generation, let format, let speed):
      writer.put(UInt8(2))
      writer.put(generation)
      format.encode(&writer)
      writer.put(UInt16(clamping: speed))
    case .credit(let generation, let frames):
      writer.put(UInt8(3))
      writer.put(generation)
      writer.put(frames)
    case .close(let generation):
      writer.put(UInt8(4))
      writer.put(generation)
    }
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    let kind = try reader.number(UInt8.self)
    let generation = try reader.number(UInt32.self)
    switch kind {
    case 1:
      self = .open(
        generation: generation, start: Int64(try reader.number(Int64.self, in: 0...Int.max)),
        end: Int64(try reader.number(Int64.self, in: -1...Int.max)), hint: try reader.text())
    case 2:
      self = .start(
        generation: generation, format: try AudioFormat(&reader),
        speed: try reader.number(UInt16.self, in: 500...2000))
    case 3:
      self = .credit(
        generation: generation, frames: Int64(try reader.number(Int64.self, in: 0...1 << 40)))
    case 4: self = .close(generation: generation)
    default: throw .unknownKind
    }
    try reader.finish()
  }
}

extension AudioFormat {
  func encode(_ writer: inout WireWriter) {
    writer.put(UInt32(sampleRate))
    writer.put(UInt8(channels))
    writer.put(sampleFormat.rawValue)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    let rate = Int(try reader.number(UInt32.self))
    let channels = Int(try reader.number(UInt8.self))
    guard let format = SampleFormat(rawValue: try reader.number(UInt8.self)),
      let result = AudioFormat(sampleRate: rate, channels: channels, sampleFormat: format)
    else { throw .outOfRange }
    self = result
  }
}
