/// Reads queries as people write them: `motorhead year:1980..1989 -live (format:flac or rate:>=88200)`.
///
/// Words and conditions side by side must all hold; `or` binds weaker than that; `-` (or `not`) turns what follows
/// into its opposite; brackets gather. A word is looked for anywhere, `"several words"` as they stand.
public struct QueryParser {
  /// How deep brackets and negations may lie in one another: what they become stays within
  /// `MediaQuery.maximumDepth`.
  static let maximumNesting = 30
  /// In characters.
  static let maximumLength = 4096

  /// The fields of text, for a help.
  public static let textFields = QueryField.textNames

  private let tokens: [QueryToken]
  private let now: Timestamp
  /// Where the text ends.
  private let end: Int
  private var index = 0
  private var nesting = 0

  /// The predicate that a text stands for; of an empty one, it is that everything is meant.
  ///
  /// - Parameter now: What ages such as `<30d` are counted from.
  public static func predicate(
    _ text: String, now: Timestamp
  ) throws(QueryMistake) -> MediaPropertyPredicate {
    guard text.count <= maximumLength else { throw QueryMistake(.tooLong, at: maximumLength) }
    var parser = QueryParser(
      tokens: try QueryLexer.tokens(text), now: now, end: text.count)
    guard !parser.tokens.isEmpty else { return .all([]) }
    let predicate = try parser.alternatives()
    if let token = parser.token { throw QueryMistake(.unopenedBracket, at: token.place) }
    return predicate
  }

  private init(tokens: [QueryToken], now: Timestamp, end: Int) {
    self.tokens = tokens
    self.now = now
    self.end = end
  }

  private var token: QueryToken? { index < tokens.count ? tokens[index] : nil }

  /// Conditions with `or` between them.
  private mutating func alternatives() throws(QueryMistake) -> MediaPropertyPredicate {
    var parts = [try together()]
    while let or = token, or.kind == .or {
      index += 1
      if token == nil || token?.kind == .close {
        throw QueryMistake(.nothingAfter("or"), at: end(or))
      }
      parts.append(try together())
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  /// Conditions side by side.
  private mutating func together() throws(QueryMistake) -> MediaPropertyPredicate {
    var parts: [MediaPropertyPredicate] = []
    while let token {
      switch token.kind {
      case .close, .or:
        guard !parts.isEmpty else { throw Self.missing(before: token) }
        return Self.joined(parts)
      case .and:
        guard !parts.isEmpty else { throw Self.missing(before: token) }
        index += 1
        if self.token == nil || self.token?.kind == .close {
          throw QueryMistake(.nothingAfter("and"), at: end(token))
        }
      default: parts.append(try condition(token))
      }
    }
    return Self.joined(parts)
  }

  /// Words without letters, as in `Simon & Garfunkel`, count only where there is nothing else.
  private static func joined(_ parts: [MediaPropertyPredicate]) -> MediaPropertyPredicate {
    let words = parts.filter { part in
      guard case .anywhere(let text) = part else { return true }
      return text.contains { $0.isLetter || $0.isNumber }
    }
    let parts = words.isEmpty ? parts : words
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private static func missing(before token: QueryToken) -> QueryMistake {
    switch token.kind {
    case .or: QueryMistake(.nothingBefore("or"), at: token.place)
    case .and: QueryMistake(.nothingBefore("and"), at: token.place)
    default: QueryMistake(.unopenedBracket, at: token.place)
    }
  }

  /// The place behind a token, or of what comes after it.
  private func end(_ token: QueryToken) -> Int { self.token?.place ?? end }

  private mutating func condition(
    _ token: QueryToken
  ) throws(QueryMistake) -> MediaPropertyPredicate {
    index += 1
    switch token.kind {
    case .open: return try brackets(token)
    case .not: return try opposite(token)
    case .field(let name): return try field(name, token)
    case .text(let text, _):
      guard !text.isEmpty else { return .all([]) }
      return .anywhere(text)
    case .close, .or, .and: throw QueryMistake(.unopenedBracket, at: token.place)
    }
  }

  private mutating func brackets(
    _ open: QueryToken
  ) throws(QueryMistake) -> MediaPropertyPredicate {
    try deeper(open)
    defer { nesting -= 1 }
    if token == nil { throw QueryMistake(.openBracket, at: open.place) }
    if token?.kind == .close { throw QueryMistake(.nothingAfter("("), at: open.place + 1) }
    let inner = try alternatives()
    guard token?.kind == .close else { throw QueryMistake(.openBracket, at: open.place) }
    index += 1
    return inner
  }

  private mutating func opposite(
    _ not: QueryToken
  ) throws(QueryMistake) -> MediaPropertyPredicate {
    try deeper(not)
    defer { nesting -= 1 }
    guard let token, token.kind != .close, token.kind != .or, token.kind != .and else {
      throw QueryMistake(.nothingAfter("-"), at: end(not))
    }
    return .not(try condition(token))
  }

  private mutating func deeper(_ token: QueryToken) throws(QueryMistake) {
    nesting += 1
    if nesting > Self.maximumNesting { throw QueryMistake(.tooDeep, at: token.place) }
  }

  /// A field with what follows its colon.
  private mutating func field(
    _ name: String, _ token: QueryToken
  ) throws(QueryMistake) -> MediaPropertyPredicate {
    guard let field = QueryField(name: name) else {
      throw QueryMistake(.unknownField(name), at: token.place)
    }
    guard let value = self.token, value.isAttached, case .text(let text, let isQuoted) = value.kind
    else { throw QueryMistake(.nothingAfter("\(name):"), at: token.place + name.count + 1) }
    index += 1
    if case .text(let property) = field {
      return try self.text(property, name, text, isQuoted, value)
    }
    return try other(field, name, text, value)
  }

  /// `artist:x` contains it, `artist:=x` is it, `artist:^x` begins with it.
  private mutating func text(
    _ property: MediaTextProperty, _ name: String, _ text: String, _ isQuoted: Bool,
    _ token: QueryToken
  ) throws(QueryMistake) -> MediaPropertyPredicate {
    let signs: [Character: MediaTextComparison] = ["=": .equals, "^": .startsWith]
    guard !isQuoted, let sign = text.first, let comparison = signs[sign] else {
      guard !text.isEmpty else { throw QueryMistake(.nothingAfter("\(name):"), at: token.place) }
      return .text(property, .contains, text)
    }
    if text.count > 1 { return .text(property, comparison, String(text.dropFirst())) }
    guard let quoted = self.token, quoted.isAttached, case .text(let text, true) = quoted.kind,
      !text.isEmpty
    else { throw QueryMistake(.nothingAfter("\(name):\(sign)"), at: token.place + 1) }
    index += 1
    return .text(property, comparison, text)
  }

  private func other(
    _ field: QueryField, _ name: String, _ text: String, _ token: QueryToken
  ) throws(QueryMistake) -> MediaPropertyPredicate {
    switch field {
    case .number(let property, let unit):
      return .number(property, try range(text, unit, name, token))
    case .no, .has:
      guard let property = QueryField.missable(text.lowercased()) else {
        throw QueryMistake(.unknownProperty(text), at: token.place)
      }
      return field == .no ? .isMissing(property) : .not(.isMissing(property))
    case .folder: return .folder(text)
    case .playlist: return .playlist(text)
    case .format, .text: return .format(text.lowercased())
    }
  }

  private func range(
    _ text: String, _ unit: QueryUnit, _ name: String, _ token: QueryToken
  ) throws(QueryMistake) -> ClosedRange<Int64> {
    do throws(QueryValue.Failure) {
      return try QueryValue(unit: unit, now: now).range(text)
    } catch {
      switch error {
      case .empty: throw QueryMistake(.emptyRange(text), at: token.place)
      case .unreadable:
        throw QueryMistake(.badValue(text, field: name, allowed: unit.allowed), at: token.place)
      }
    }
  }
}
