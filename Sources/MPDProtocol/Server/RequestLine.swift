import Media

/// A request line taken apart: the name of a command and its arguments.
///
/// The rules, and the sentences where one is broken, are those of MPD's tokenizer: a name of letters,
/// digits and `_`; arguments bare, or in double quotes with `\` before a quote or backslash.
public struct RequestLine: Equatable, Sendable {
  public let name: String
  /// Of text that is no UTF-8, each byte that is none is written as in URIs, `\xHH`: names of files are
  /// found so.
  public let arguments: [String]

  public init(name: String, arguments: [String]) {
    self.name = name
    self.arguments = arguments
  }

  /// - Parameter line: Without its end.
  /// - Throws: `.unknown`, with no command, for a line that cannot be taken apart.
  public init(parsing line: ArraySlice<UInt8>) throws(MPDError) {
    var rest = line
    name = try Self.word(&rest)
    var arguments: [String] = []
    while let byte = rest.first {
      arguments.append(try byte == Self.quote ? Self.quoted(&rest) : Self.unquoted(&rest))
    }
    self.arguments = arguments
  }

  /// Whether the line could be one of the protocol: it starts with a lower-case letter. Others come
  /// from what speaks another protocol, and get no answer.
  public static func isPlausible(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
  }

  /// Whether the line has the name of a command where it must. MPD answers one that has not, and
  /// closes the connection.
  public static func hasName(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    return (try? word(&rest)) != nil
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func word(_ rest: inout ArraySlice<UInt8>) throws(MPDError) -> String {
    guard let first = rest.first else { throw MPDError(.unknown, "No command given") }
    guard isLetter(first) else { throw MPDError(.unknown, "Letter expected") }
    return try text(&rest, "Invalid word character") {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
    }
  }

  private static func unquoted(_ rest: inout ArraySlice<UInt8>) throws(MPDError) -> String {
    try text(&rest, "Invalid unquoted character") { $0 != quote && $0 != UInt8(ascii: "'") }
  }

  /// The text up to white space, all of which must pass.
  private static func text(
    _ rest: inout ArraySlice<UInt8>, _ complaint: String, _ passes: (UInt8) -> Bool
  ) throws(MPDError) -> String {
    let word = rest.prefix { $0 > 0x20 }
    guard word.allSatisfy(passes) else { throw MPDError(.unknown, complaint) }
    skip(word.count, &rest)
    return argument(word)
  }

  private static func quoted(_ rest: inout ArraySlice<UInt8>) throws(MPDError) -> String {
    var text: [UInt8] = []
    var index = rest.startIndex + 1
    while index < rest.endIndex, rest[index] != quote {
      if rest[index] == backslash { index += 1 }
      guard index < rest.endIndex else { break }
      text.append(rest[index])
      index += 1
    }
    guard index < rest.endIndex else { throw MPDError(.unknown, "Missing closing '\"'") }
    index += 1
    guard index == rest.endIndex || rest[index] <= 0x20 else {
      throw MPDError(.unknown, "Space expected after closing '\"'")
    }
    skip(index - rest.startIndex, &rest)
    return argument(text)
  }

  private static func argument(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? FilePath(bytes: bytes).uri
  }

  /// Drops so many bytes and the white space behind them.
  private static func skip(_ count: Int, _ rest: inout ArraySlice<UInt8>) {
    rest = rest.dropFirst(count).drop { $0 <= 0x20 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
