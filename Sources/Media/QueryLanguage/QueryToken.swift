/// A piece of a query that a person wrote.
struct QueryToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case open, close, or, and, not
    /// `artist:` with the name in lower case.
    case field(String)
    /// A word, or quoted text.
    case text(String, isQuoted: Bool)
  }

  var kind: Kind
  /// Characters before it.
  var place: Int
  /// Whether it follows the one before without a space.
  var isAttached: Bool
}

/// Takes a query apart.
struct QueryLexer {
  private let characters: [Character]
  private var place = 0
  private var tokens: [QueryToken] = []

  init(_ text: String) { characters = Array(text) }

  static func tokens(_ text: String) throws(QueryMistake) -> [QueryToken] {
    var lexer = QueryLexer(text)
    while let character = lexer.next { try lexer.take(character) }
    return lexer.tokens
  }

  private var next: Character? { place < characters.count ? characters[place] : nil }

  private mutating func take(_ character: Character) throws(QueryMistake) {
    switch character {
    case _ where character.isWhitespace: place += 1
    case "(": add(.open, 1)
    case ")": add(.close, 1)
    case "\"": try takeQuoted()
    case "-" where isBeginning: takeDash()
    default: takeWord()
    }
  }

  /// Whether a word begins here; after a field's colon it has begun.
  private var isBeginning: Bool {
    guard place > 0, let last = tokens.last else { return true }
    if case .field = last.kind, !characters[place - 1].isWhitespace { return false }
    return true
  }

  private mutating func add(_ kind: QueryToken.Kind, _ length: Int) {
    let isAttached = place > 0 && !characters[place - 1].isWhitespace
    tokens.append(QueryToken(kind: kind, place: place, isAttached: isAttached))
    place += length
  }

  /// Turns what follows into its opposite. One that stands alone is but a sign between words.
  private mutating func takeDash() {
    let following = place + 1 < characters.count ? characters[place + 1] : " "
    if following.isWhitespace { place += 1 } else { add(.not, 1) }
  }

  private mutating func takeQuoted() throws(QueryMistake) {
    var text = ""
    var end = place + 1
    while end < characters.count, characters[end] != "\"" {
      if characters[end] == "\\", end + 1 < characters.count, "\"\\".contains(characters[end + 1]) {
        end += 1
      }
      text.append(characters[end])
      end += 1
    }
    guard end < characters.count else { throw QueryMistake(.openQuote, at: place) }
    add(.text(text, isQuoted: true), end + 1 - place)
  }

  /// A word up to a space, bracket or quote, or a field up to its colon.
  private mutating func takeWord() {
    var end = place
    let isValue = !isBeginning
    while end < characters.count {
      let character = characters[end]
      if character.isWhitespace || "()\"".contains(character) { break }
      if character == ":", !isValue, isName(place..<end) {
        return add(.field(String(characters[place..<end]).lowercased()), end + 1 - place)
      }
      end += 1
    }
    let word = String(characters[place..<end])
    switch word.lowercased() {
    case "or" where !isValue: add(.or, end - place)
    case "and" where !isValue: add(.and, end - place)
    case "not" where !isValue: add(.not, end - place)
    default: add(.text(word, isQuoted: false), end - place)
    }
  }

  /// Whether a colon behind makes a field of it: letters alone, so that `10:00` and `?:` stay words.
  private func isName(_ range: Range<Int>) -> Bool {
    !range.isEmpty && characters[range].allSatisfy { $0.isASCII && $0.isLetter }
  }
}
