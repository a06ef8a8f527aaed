/// A query that people gave a name: a playlist of what it finds, whenever somebody looks.
public struct SavedQuery: Sendable, Hashable {
  public var name: String
  /// As people wrote it.
  public var text: String
  /// What it is put in order by: as `MediaSort.keys` reads it; empty for library order.
  public var sort: String
  /// How many items it has at most; `nil` for all.
  public var limit: Int?

  public init(name: String, text: String, sort: String = "", limit: Int? = nil) {
    self.name = name
    self.text = text
    self.sort = sort
    self.limit = limit
  }

  /// What it means now.
  public func query(now: Timestamp) throws(QueryMistake) -> MediaQuery {
    let predicate = try QueryParser.predicate(text, now: now)
    var query = predicate == .all([]) ? MediaQuery() : MediaQuery([predicate])
    query.sort = try MediaSort.keys(sort)
    query.window = limit.map { 0..<max(0, $0) }
    return query
  }
}

extension MediaSort {
  /// Keys with commas between them, with `-` before one for the largest first: `year,-length`.
  public static func keys(_ text: String) throws(QueryMistake) -> [MediaSort] {
    if text.isEmpty { return [] }
    var keys: [MediaSort] = []
    for key in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = key.drop { $0 == "-" }
      guard let property = MediaSortProperty(name: name.lowercased()) else {
        let place = text.distance(from: text.startIndex, to: name.startIndex)
        throw QueryMistake(.unknownSortKey(String(name)), at: place)
      }
      keys.append(MediaSort(property, isDescending: key.hasPrefix("-")))
    }
    return keys
  }
}
