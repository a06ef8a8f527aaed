/// Reads what `WireWriter` wrote, trusting nothing: a worker may have been taken over.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func number<Number: FixedWidthInteger>(
    _: Number.Type = Number.self
  ) throws(WireError) -> Number {
    let size = MemoryLayout<Number>.size
    guard rest.count >= size else { throw .tooShort }
    var number = Number.zero
    withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: rest.prefix(size)) }
    rest.removeFirst(size)
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
    guard let text = String(validating: try slice(limit: limit), as: UTF8.self) else {
      throw .notUTF8
    }
    return text
  }

  /// Bytes with their number before them.
  mutating func bytes(limit: Int) throws(WireError) -> [UInt8] { Array(try slice(limit: limit)) }

  private mutating func slice(limit: Int) throws(WireError) -> ArraySlice<UInt8> {
    let count = Int(try number(UInt16.self))
    guard rest.count >= count, count <= limit else { throw .tooShort }
    defer { rest.removeFirst(count) }
    return rest.prefix(count)
  }

  mutating func list() throws(WireError) -> [String] {
    let count = Int(try number(UInt8.self))
    guard count <= Wire.maximumList else { throw .outOfRange }
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
    defer { rest = [] }
    return rest
  }

  /// Every message ends where its fields do.
  func finish() throws(WireError) {
    guard rest.isEmpty else { throw .tooLong }
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
