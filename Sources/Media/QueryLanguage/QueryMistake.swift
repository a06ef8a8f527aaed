/// What is wrong with a query that a person wrote, and where.
public struct QueryMistake: Error, Equatable, Sendable {
  public enum Problem: Equatable, Sendable {
    /// A quote that nothing closes.
    case openQuote
    /// A bracket that nothing closes.
    case openBracket
    /// A bracket that closes nothing.
    case unopenedBracket
    /// Something must follow `or`, `-`, `not`, a bracket or a field: that is the text.
    case nothingAfter(String)
    /// `or` has nothing before it.
    case nothingBefore(String)
    case unknownField(String)
    /// The field does not take this.
    case badValue(String, field: String, allowed: String)
    /// The first bound of a range lies above the second.
    case emptyRange(String)
    /// `no:` and `has:` with something that items cannot be without.
    case unknownProperty(String)
    case tooDeep
    case tooLong
    /// Nothing that items can be put in order by. The place is that in the keys.
    case unknownSortKey(String)
  }

  public var problem: Problem
  /// Characters before the mistake.
  public var place: Int

  public init(_ problem: Problem, at place: Int) {
    self.problem = problem
    self.place = place
  }
}

extension QueryMistake: CustomStringConvertible {
  /// A sentence with the place, counted from 1, and what is allowed there.
  public var description: String {
    let text = if case .unknownSortKey = problem { "order" } else { "query" }
    return "At character \(place + 1) of the \(text): \(reason)"
  }

  /// The same without the place, for where that can be seen.
  public var reason: String {
    switch problem {
    case .openQuote:
      return "this quote is not closed; close it, or write \\\" for a quote."
    case .openBracket:
      return "this bracket is not closed; a query in brackets ends with )."
    case .unopenedBracket:
      return "this bracket closes nothing; to search for it, quote it: \")\"."
    case .nothingAfter(let text):
      if let field = QueryField(beginning: text) {
        let allowed = text.hasSuffix(":") ? field.allowed : "a word, or \"several words\""
        return "something must follow \(text) without a space, which is \(allowed)."
      }
      return
        "something must follow \(text): words, a field such as artist:, or a query in brackets."
    case .nothingBefore(let text):
      return "something must stand before \(text); to search for the word, quote it: \"\(text)\"."
    case .unknownField(let name):
      return
        "there is no field \(name): (to search for the text, quote it); fields are \(QueryField.names)."
    case .badValue(let value, let field, let allowed):
      return "\(field): does not take \"\(value)\"; it takes \(allowed)."
    case .emptyRange(let value):
      return "\"\(value)\" holds nothing, since it begins above its end; write the lower one first."
    case .unknownProperty(let name):
      return "\"\(name)\" is nothing that can be missing; what can is \(QueryField.missable)."
    case .tooDeep:
      return "brackets and - lie more than \(QueryParser.maximumNesting) deep here; use fewer."
    case .tooLong:
      return
        "the query is longer than \(QueryParser.maximumLength) characters; write a shorter one."
    case .unknownSortKey(let name):
      return "\"\(name)\" is no key to sort by; those are \(MediaSortProperty.names)."
    }
  }
}
