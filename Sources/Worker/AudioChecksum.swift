/// What all frames of a file come to: the same for the same sound in the same format, whatever its tags.
public struct AudioChecksum: Sendable, Hashable {
  private var low: UInt64 = 0xCBF2_9CE4_8422_2325
  private var high: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// Bytes of frames.
  public private(set) var count: UInt64 = 0

  public init() {}

  /// Adds the bytes that follow.
  ///
  /// Two sums of FNV's kind, over bytes (Fowler, Noll, Vo) and over bytes with their place, are enough to tell
  /// sounds apart that nobody made to deceive.
  public mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      low = (low ^ UInt64(byte)) &* 0x100_0000_01B3
      high = (high ^ (UInt64(byte) &+ count)) &* 0x9E37_79B9_7F4A_7C15
      high ^= high >> 29
      count &+= 1
    }
  }

  func encode(_ writer: inout WireWriter) {
    writer.put(low)
    writer.put(high)
    writer.put(count)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    low = try reader.number()
    high = try reader.number()
    count = try reader.number()
  }
}

/// What a decoder says that was asked for checksums: that it works, now and then, and what came of it.
public enum ChecksumReply: Sendable, Equatable {
  /// What a decoder is started with that is asked so. Each message that it gets is a `TagRequest` of one file.
  public static let argument = "--checksum"

  case working
  case done(AudioChecksum)
  case failed(ReadFailure)

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    switch self {
    case .working: writer.put(UInt8(0))
    case .done(let checksum):
      writer.put(UInt8(1))
      checksum.encode(&writer)
    case .failed(let failure):
      writer.put(UInt8(2))
      failure.encode(&writer)
    }
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    switch try reader.number(UInt8.self) {
    case 0: self = .working
    case 1: self = .done(try AudioChecksum(&reader))
    case 2: self = .failed(try ReadFailure(&reader))
    default: throw .unknownKind
    }
    try reader.finish()
  }
}
