/// The bytes of an answer as they are put together.
public struct ResponseWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public var count: Int { bytes.count }
  public var isEmpty: Bool { bytes.isEmpty }

  /// Takes all bytes out.
  public mutating func drain() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// A line `key: value`. Control characters in the value, which would end the line or worse, become
  /// blanks.
  public mutating func line(_ key: StaticString, _ value: String) {
    begin(key)
    let start = bytes.count
    bytes.append(contentsOf: value.utf8)
    for index in start..<bytes.count where bytes[index] < 0x20 { bytes[index] = 0x20 }
    bytes.append(0x0A)
  }

  /// As of a text whose UTF-8 these bytes are.
  public mutating func line(_ key: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
    begin(key)
    put(value)
    bytes.append(0x0A)
  }

  /// The URI of something in a folder.
  public mutating func line(
    _ key: StaticString, in folder: String, _ name: UnsafeBufferPointer<UInt8>
  ) {
    begin(key)
    let start = bytes.count
    bytes.append(contentsOf: folder.utf8)
    for index in start..<bytes.count where bytes[index] < 0x20 { bytes[index] = 0x20 }
    if !folder.isEmpty { bytes.append(UInt8(ascii: "/")) }
    put(name)
    bytes.append(0x0A)
  }

  private mutating func put(_ value: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: value)
    guard value.contains(where: { $0 < 0x20 }) else { return }
    for index in start..<bytes.count where bytes[index] < 0x20 { bytes[index] = 0x20 }
  }

  /// Parts of another answer, which end where `ends` says, in this order.
  public mutating func append(_ other: borrowing ResponseWriter, _ order: [Int], ends: [Int]) {
    other.bytes.withUnsafeBufferPointer { other in
      for part in order {
        let start = part == 0 ? 0 : ends[part - 1]
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: other[start..<ends[part]]))
      }
    }
  }

  /// Takes all bytes away, for others to come.
  public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  public mutating func line(_ key: StaticString, _ value: some BinaryInteger) {
    begin(key)
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(of: UInt64(truncatingIfNeeded: value.magnitude))
    bytes.append(0x0A)
  }

  public mutating func line(_ key: StaticString, _ value: Bool) { line(key, value ? 1 : 0) }

  /// A time in seconds with three decimals, rounded to the nearest.
  public mutating func line(_ key: StaticString, seconds: Duration) {
    line(key, milliseconds: (seconds + .microseconds(500)).milliseconds)
  }

  /// A time in seconds with three decimals.
  public mutating func line(_ key: StaticString, milliseconds: Int64) {
    begin(key)
    decimal(milliseconds)
    bytes.append(0x0A)
  }

  private mutating func begin(_ key: StaticString) {
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: ":"))
    bytes.append(0x20)
  }

  /// Without making a text of it, of which there are many in an answer.
  private mutating func digits(of number: UInt64, width: Int = 1) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - start < width
    bytes[start...].reverse()
  }

  private mutating func decimal(_ milliseconds: Int64) {
    if milliseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (seconds, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    digits(of: seconds)
    bytes.append(UInt8(ascii: "."))
    digits(of: rest, width: 3)
  }

  /// A line that is no pair. Control characters become blanks.
  public mutating func bare(_ text: String) {
    bytes.append(contentsOf: text.utf8.map { $0 < 0x20 ? 0x20 : $0 })
    bytes.append(0x0A)
  }

  /// A part of something that is no text.
  public mutating func binary(_ part: some Collection<UInt8>) {
    line("binary", part.count)
    bytes.append(contentsOf: part)
    bytes.append(0x0A)
  }

  /// The end of an answer.
  public mutating func ok() { bytes.append(contentsOf: "OK\n".utf8) }

  /// The end of one answer of a list that asked for each.
  public mutating func listOK() { bytes.append(contentsOf: "list_OK\n".utf8) }

  /// The end of an answer to a request that was refused.
  public mutating func ack(_ error: MPDError) {
    bare(error.description)
  }

  /// What a server says first: the version of the protocol.
  public static let greeting = Array("OK MPD 0.24.0\n".utf8)

  /// `12.345`.
  static func decimal(milliseconds: Int64) -> String {
    var writer = ResponseWriter()
    writer.decimal(milliseconds)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension Duration {
  /// Rounded down to whole milliseconds.
  public var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
  }
}
