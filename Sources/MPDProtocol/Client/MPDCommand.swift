/// A request as a client sends it.
public struct MPDCommand: Equatable, Sendable {
  public let name: String
  public let arguments: [String]

  public init(_ name: String, _ arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  public init(_ name: String, _ arguments: String...) { self.init(name, arguments) }

  /// The line with its end. Every argument is quoted; a line break or NUL in one, which the protocol
  /// cannot carry, becomes a blank.
  public var line: [UInt8] {
    var bytes = Array(name.utf8)
    for argument in arguments {
      bytes += [0x20, Self.quote]
      for byte in argument.utf8 {
        if byte == Self.quote || byte == Self.backslash { bytes.append(Self.backslash) }
        bytes.append(byte == 0x0A || byte == 0 ? 0x20 : byte)
      }
      bytes.append(Self.quote)
    }
    bytes.append(0x0A)
    return bytes
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
}
