import Media

/// Goes through a filter expression from left to right. Blanks between its parts do not count.
struct FilterScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

  /// Goes on behind what comes next, if it is this.
  mutating func skip(_ text: StaticString) -> Bool {
    let bytes = text.withUTF8Buffer { Array($0) }
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    skipBlanks()
    return true
  }

  mutating func expect(_ character: StaticString) throws(MPDError) {
    guard skip(character) else { throw MPDError(.argument, "'\(character)' expected") }
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 <= 0x20 } }

  /// A word of letters, `_` and `-`.
  mutating func word() throws(MPDError) -> String {
    let word = rest.prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    guard !word.isEmpty else { throw MPDError(.argument, "Word expected") }
    rest = rest.dropFirst(word.count)
    skipBlanks()
    return String(decoding: word, as: UTF8.self)
  }

  /// A text in quotes of either kind, with `\` before what would end it.
  mutating func quoted() throws(MPDError) -> String {
    guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      throw MPDError(.argument, "Quoted string expected")
    }
    rest = rest.dropFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote {
        skipBlanks()
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        guard let next = rest.popFirst() else { break }
        text.append(next)
      } else {
        text.append(byte)
      }
      guard text.count < FilterParser.maximumValue else {
        throw MPDError(.argument, "Quoted value is too long")
      }
    }
    throw MPDError(.argument, "Closing quote not found")
  }

  /// A number without a sign.
  mutating func number() throws(MPDError) -> Int {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard !digits.isEmpty else { throw MPDError(.argument, "Number expected") }
    rest = rest.dropFirst(digits.count)
    skipBlanks()
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }

  /// One of the operators that compare texts.
  mutating func operation() throws(MPDError) -> (FilterOperation, isNegated: Bool) {
    for operation in FilterOperation.all {
      for (isNegated, symbol) in [operation.symbol, operation.negated].enumerated() {
        guard startsWith(symbol) else { continue }
        rest = rest.dropFirst(symbol.utf8.count)
        skipBlanks()
        return (operation, isNegated == 1)
      }
    }
    throw MPDError(.argument, "'==' or '!=' expected")
  }

  /// Whether this comes next, and a blank where it is a word. Case does not count.
  private func startsWith(_ symbol: String) -> Bool {
    let found = rest.prefix(symbol.utf8.count)
    guard String(decoding: found, as: UTF8.self).lowercased() == symbol else { return false }
    guard let last = symbol.utf8.last, last >= UInt8(ascii: "_") && last != UInt8(ascii: "~")
    else { return true }
    return rest.dropFirst(found.count).first.map { $0 <= 0x20 } ?? false
  }
}

/// An operator that compares texts.
struct FilterOperation {
  let symbol: String
  let negated: String
  let kind: FilterTest.Kind
  /// `nil` where the command decides.
  let isFolded: Bool?

  init(_ symbol: String, _ negated: String, _ kind: FilterTest.Kind, isFolded: Bool? = nil) {
    self.symbol = symbol
    self.negated = negated
    self.kind = kind
    self.isFolded = isFolded
  }

  /// Longer ones before those they begin with.
  static let all: [FilterOperation] =
    [
      FilterOperation("==", "!=", .comparison(.equals)),
      FilterOperation("=~", "!~", .pattern),
    ] + words("contains", .contains) + words("starts_with", .startsWith)
    + words("eq", .equals).dropLast()

  private static func words(
    _ word: String, _ comparison: MediaTextComparison
  ) -> [FilterOperation] {
    [("_cs", false), ("_ci", true), ("", nil)].map { (ending: String, isFolded: Bool?) in
      FilterOperation(
        word + ending, "!" + word + ending, .comparison(comparison), isFolded: isFolded)
    }
  }
}
