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
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: ":"))
    bytes.append(0x20)
    let start = bytes.count
    bytes.append(contentsOf: value.utf8)
    for index in start..<bytes.count where bytes[index] < 0x20 { bytes[index] = 0x20 }
    bytes.append(0x0A)
  }

  public mutating func line(_ key: StaticString, _ value: some BinaryInteger) {
    line(key, String(value))
  }

  public mutating func line(_ key: StaticString, _ value: Bool) { line(key, value ? "1" : "0") }

  /// A time in seconds with three decimals, rounded to the nearest.
  public mutating func line(_ key: StaticString, seconds: Duration) {
    line(key, Self.decimal(milliseconds: (seconds + .microseconds(500)).milliseconds))
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
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let digits = String(rest.magnitude)
    let sign = milliseconds < 0 && seconds == 0 ? "-" : ""
    return "\(sign)\(seconds)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension Duration {
  /// Rounded down to whole milliseconds.
  public var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
  }
}
