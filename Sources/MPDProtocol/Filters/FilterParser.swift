import Media

/// Reads filters: pairs `TAG VALUE`, and expressions such as `((artist == 'X') AND (!(title contains 'y')))`.
///
/// Source: MPD's protocol reference, "Filters". Beyond it, `OR` joins as `AND` does, but not both without brackets.
public struct FilterParser {
  /// Whether case does not count, nor accents and the like, where an operator says nothing else: `search`.
  public var isFolded: Bool
  /// Says what is wrong with a regular expression.
  public var mistake: (MediaPattern) -> String?

  private var conditions = 0

  /// The most conditions of a filter.
  static let maximumConditions = 256
  /// How deep brackets may lie in one another: each becomes a level, and stand-ins for tags some more.
  static let maximumDepth = MediaQuery.maximumDepth - 14
  /// The most bytes of a value in quotes. MPD's.
  static let maximumValue = 4096

  public init(isFolded: Bool, mistake: @escaping (MediaPattern) -> String?) {
    self.isFolded = isFolded
    self.mistake = mistake
  }

  /// Reads all arguments, which must all hold.
  public mutating func parse(
    _ arguments: some Collection<String>
  ) throws(MPDError) -> [MediaPropertyPredicate] {
    conditions = 0
    var rest = Array(arguments)[...]
    guard !rest.isEmpty else { throw Self.incomplete }
    var predicates: [MediaPropertyPredicate] = []
    while let first = rest.popFirst() {
      if first.utf8.first == UInt8(ascii: "(") {
        predicates.append(try expression(first))
      } else {
        guard let value = rest.popFirst() else { throw Self.incomplete }
        predicates.append(try pair(first, value))
      }
    }
    return predicates
  }

  private static let incomplete = MPDError(.argument, "Incorrect number of filter arguments")

  /// `TAG VALUE`, as it was before there were expressions.
  private mutating func pair(
    _ name: String, _ value: String
  ) throws(MPDError) -> MediaPropertyPredicate {
    try count()
    let test = FilterTest(
      kind: .comparison(isFolded ? .contains : .equals), text: value, isFolded: isFolded)
    switch FilterSubject(name: name) {
    case .tag(let tag): return test.predicate(tag)
    case .any: return test.anyPredicate()
    case .file: return test.predicate(.path)
    case .base:
      guard URIPath.isSafe(value) else { throw MPDError(.argument, "Bad URI") }
      return .folder(value)
    case .modifiedSince: return try FilterValue.since(.modified, value)
    case .addedSince: return try FilterValue.since(.added, value)
    // As in MPD, where they are no tags that a song could have.
    case .audioFormat, .priority: return .any([])
    case nil: throw MPDError(.argument, "Unknown filter type")
    }
  }

  private mutating func expression(_ text: String) throws(MPDError) -> MediaPropertyPredicate {
    var scanner = FilterScanner(text)
    let predicate = try bracket(&scanner, depth: 1)
    guard scanner.isAtEnd else {
      throw MPDError(.argument, "Unparsed garbage after expression")
    }
    return predicate
  }

  /// What is in brackets, of which the first is next.
  private mutating func bracket(
    _ scanner: inout FilterScanner, depth: Int
  ) throws(MPDError) -> MediaPropertyPredicate {
    guard depth <= Self.maximumDepth else {
      throw MPDError(.argument, "Expression is nested too deeply")
    }
    try scanner.expect("(")
    if scanner.isAt("(") { return try joined(&scanner, depth: depth) }
    guard scanner.skip("!") else { return try condition(&scanner) }
    guard scanner.isAt("(") else { throw MPDError(.argument, "'(' expected") }
    let inner = try bracket(&scanner, depth: depth + 1)
    try scanner.expect(")")
    return .not(inner)
  }

  /// `(A) AND (B) …)` or `(A) OR (B) …)`.
  private mutating func joined(
    _ scanner: inout FilterScanner, depth: Int
  ) throws(MPDError) -> MediaPropertyPredicate {
    var parts = [try bracket(&scanner, depth: depth + 1)]
    var joiner: String?
    while !scanner.skip(")") {
      let word = try scanner.word()
      guard word == joiner ?? word, word == "AND" || word == "OR" else {
        throw MPDError(.argument, "'\(joiner ?? "AND")' expected")
      }
      joiner = word
      guard scanner.isAt("(") else { throw MPDError(.argument, "Word expected") }
      parts.append(try bracket(&scanner, depth: depth + 1))
    }
    if parts.count == 1 { return parts[0] }
    return joiner == "OR" ? .any(parts) : .all(parts)
  }

  /// `TAG OPERATOR 'VALUE')`.
  private mutating func condition(
    _ scanner: inout FilterScanner
  ) throws(MPDError) -> MediaPropertyPredicate {
    try count()
    let name = try scanner.word()
    let predicate: MediaPropertyPredicate
    switch FilterSubject(name: name) {
    case .tag(let tag): predicate = try test(&scanner) { $0.predicate(tag) }
    case .any: predicate = try test(&scanner) { $0.anyPredicate() }
    case .file: predicate = try test(&scanner) { $0.predicate(.path) }
    case .base: predicate = .folder(try scanner.quoted())
    case .modifiedSince: predicate = try FilterValue.since(.modified, try scanner.quoted())
    case .addedSince: predicate = try FilterValue.since(.added, try scanner.quoted())
    case .audioFormat: predicate = try FilterValue.audioFormat(&scanner)
    case .priority: predicate = try FilterValue.priority(&scanner)
    case nil: throw MPDError(.argument, "Unknown filter type: \(name)")
    }
    try scanner.expect(")")
    return predicate
  }

  /// An operator and a value, and what they make of `subject`.
  private func test(
    _ scanner: inout FilterScanner, _ subject: (FilterTest) -> MediaPropertyPredicate
  ) throws(MPDError) -> MediaPropertyPredicate {
    let (operation, isNegated) = try scanner.operation()
    let test = FilterTest(
      kind: operation.kind, text: try scanner.quoted(), isFolded: operation.isFolded ?? isFolded)
    if test.kind == .pattern,
      let mistake = mistake(MediaPattern(test.text, ignoresCase: test.isFolded))
    {
      throw MPDError(.argument, mistake)
    }
    return isNegated ? .not(subject(test)) : subject(test)
  }

  private mutating func count() throws(MPDError) {
    conditions += 1
    guard conditions <= Self.maximumConditions else {
      throw MPDError(.argument, "Too many conditions")
    }
  }
}
