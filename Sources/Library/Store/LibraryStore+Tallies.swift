import Media

/// Items that have the same values, as a total.
public struct MediaTally: Sendable, Hashable {
  /// For each of the properties that were asked for, what the items have.
  public var values: [[String]]
  public var count: Int
  /// Items of unknown length count as nothing.
  public var milliseconds: Int64
}

/// Which values there are.
extension LibraryStore {
  /// The items meant, gathered by what they have for these properties, in no order. The query's window does not
  /// count.
  public func tallies(
    of properties: [MediaTextProperty], _ query: MediaQuery = .songs
  ) throws(LibraryError) -> [MediaTally] {
    try read("gathering items") { database throws(LibraryError) in
      let roots = try RootList(database)
      let condition = try QueryCondition(query, roots: roots, database)
      let columns = properties.map { PropertyColumns(roots).values($0) }
      let selected = (columns + ["count(*)", "sum(milliseconds)"]).joined(separator: ", ")
      let places = properties.indices.map { String($0 + 1) }.joined(separator: ", ")
      let grouping = places.isEmpty ? "" : "GROUP BY \(places)"
      let statement = try database.prepare(
        "SELECT \(selected) FROM items WHERE \(condition.sql) \(grouping)",
        during: "gathering items")
      statement.bind(condition.values)
      var tallies: [MediaTally] = []
      while try statement.step() {
        var row = statement.columns
        let values = properties.map { property -> [String] in
          let text = row.text()
          return PropertyColumns.isList(property) ? TextList.split(text) : text.map { [$0] } ?? []
        }
        let count = row.int() ?? 0
        tallies.append(
          MediaTally(values: values, count: count, milliseconds: row.integer() ?? 0))
      }
      return tallies
    }
  }

  /// The identities of the items meant, in the query's order.
  public func orderedIdentities(
    _ query: MediaQuery = .songs
  ) throws(LibraryError) -> [PersistentID] {
    try read("looking for items") { database throws(LibraryError) in
      let statement = try Self.select("id", query, try RootList(database), database)
      var found: [PersistentID] = []
      while try statement.step() {
        let number = UInt64(bitPattern: statement.integer(0) ?? 0)
        if let id = PersistentID(rawValue: number) { found.append(id) }
      }
      return found
    }
  }
}
