/// Reads what `WireWriter` wrote, trusting nothing: a worker may have been taken over.
struct WireReader {
  private let bytes: ArraySlice<UInt8>
  /// What is read next, from the start of the bytes.
  private var place = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func number<Number: FixedWidthInteger>(
    _: Number.Type = Number.self
  ) throws(WireError) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - place >= size else { throw .tooShort }
    let number = bytes.withUnsafeBytes { [place] in
      $0.loadUnaligned(fromByteOffset: place, as: Number.self)
    }
    place += size
    return Number(littleEndian: number)
  }

  mutating func double() throws(WireError) -> Double {
    let number = Double(bitPattern: try self.number(UInt64.self))
    guard number.isFinite else { throw .outOfRange }
    return number
  }

  mutating func flag() throws(WireError) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw .outOfRange
    }
  }

  mutating func text(limit: Int = Wire.maximumText) throws(WireError) -> String {
    let slice = try slice(limit: limit)
    if slice.isEmpty { return "" }
    guard let text = String(validating: slice, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  /// Bytes with their number before them.
  mutating func bytes(limit: Int) throws(WireError) -> [UInt8] { Array(try slice(limit: limit)) }

  private mutating func slice(limit: Int) throws(WireError) -> ArraySlice<UInt8> {
    let count = Int(try number(UInt16.self))
    guard bytes.count - place >= count, count <= limit else { throw .tooShort }
    let start = bytes.startIndex + place
    place += count
    return bytes[start..<(start + count)]
  }

  mutating func list() throws(WireError) -> [String] {
    let count = Int(try number(UInt8.self))
    guard count <= Wire.maximumList else { throw .outOfRange }
    if count == 0 { return [] }
    var list: [String] = []
    for _ in 0..<count { list.append(try text()) }
    return list
  }

  mutating func optional<Value>(
    _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    try flag() ? try body(&self) : nil
  }

  /// A number that must lie in a range.
  mutating func number<Number: FixedWidthInteger>(
    _: Number.Type, in range: ClosedRange<Int>
  ) throws(WireError) -> Int {
    guard let value = Int(exactly: try number(Number.self)), range.contains(value) else {
      throw .outOfRange
    }
    return value
  }

  /// The bytes up to the end.
  mutating func takeRest() -> ArraySlice<UInt8> {
    let rest = bytes[(bytes.startIndex + place)...]
    place = bytes.count
    return rest
  }

  /// Every message ends where its fields do.
  func finish() throws(WireError) {
    guard isAtEnd else { throw .tooLong }
  }
}

/// A message that its sender should not have sent.
public enum WireError: Error, Equatable, Sendable {
  case tooShort, tooLong, notUTF8, outOfRange, unknownKind
}

extension WireError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooShort: "a message was too short"
    case .tooLong: "a message was too long"
    case .notUTF8: "a text was not UTF-8"
    case .outOfRange: "a number was out of range"
    case .unknownKind: "a message was of no known kind"
    }
  }
}
