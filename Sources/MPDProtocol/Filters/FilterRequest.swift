import Media

/// What `find` and its like ask for: `FILTER [sort [-]TAG] [window START:END] [position POS]`.
public struct FilterRequest: Sendable {
  /// What answers come in the order of.
  public enum Order: Equatable, Sendable {
    /// That of the library, or of the queue.
    case given
    case by(MediaSort)
    /// The priority of entries of the queue.
    case priority(isDescending: Bool)
  }

  public private(set) var predicates: [MediaPropertyPredicate] = []
  public private(set) var order = Order.given
  public private(set) var window = ArgumentRange.all
  /// Where to put what is found, as it was written.
  public private(set) var position: String?

  /// - Parameters:
  ///   - takesPosition: Whether `position` may be said.
  ///   - isWhole: Whether nothing but the filter may be said.
  public init(
    _ arguments: ArraySlice<String>, parser: FilterParser, takesPosition: Bool = false,
    isWhole: Bool = false
  ) throws(MPDError) {
    var rest = arguments
    var parser = parser
    if isWhole {
      predicates = try parser.parse(rest)
      return
    }
    if takesPosition { position = Self.option("position", &rest) }
    if let text = Self.option("window", &rest) { window = try Argument.range(text) }
    if let text = Self.option("sort", &rest) { order = try Self.order(text) }
    predicates = try parser.parse(rest)
  }

  /// The folder whose items are asked for, whatever else they must be; `nil` for all.
  public var base: String? { Self.base(predicates) }

  /// The folder that all of these together are about.
  public static func base(_ predicates: [MediaPropertyPredicate]) -> String? {
    for predicate in predicates {
      switch predicate {
      case .folder(let uri) where !uri.isEmpty: return uri
      case .all(let parts): if let found = base(parts) { return found }
      default: break
      }
    }
    return nil
  }

  /// The value that follows a word, if these are the last two; takes them off.
  private static func option(_ word: String, _ rest: inout ArraySlice<String>) -> String? {
    guard rest.count >= 2, rest[rest.endIndex - 2] == word else { return nil }
    defer { rest.removeLast(2) }
    return rest.last
  }

  private static func order(_ text: String) throws(MPDError) -> Order {
    let isDescending = text.hasPrefix("-")
    let name = (isDescending ? String(text.dropFirst()) : text).lowercased()
    func by(_ property: MediaSortProperty) -> Order {
      .by(MediaSort(property, isDescending: isDescending, isUnknownLeast: true))
    }
    switch name {
    case "last-modified": return by(.number(.modified))
    case "added": return by(.number(.added))
    case "prio": return .priority(isDescending: isDescending)
    default: break
    }
    switch MPDTag(name: name) {
    case .track: return by(.number(.trackNumber))
    case .disc: return by(.number(.discNumber))
    case let tag?:
      let properties = tag.propertiesWithFallbacks
      return properties.isEmpty ? .given : by(.value(properties))
    case nil: throw MPDError(.argument, "Unknown sort tag")
    }
  }
}
