import Glibc
import Library
import MPDProtocol
import Media

/// The values that items have for some tags, one inside the other.
struct TagTable: Sendable {
  /// The outermost first.
  let tags: [MPDTag]
  let query: MediaQuery

  init(_ tags: [MPDTag], _ query: MediaQuery) {
    self.tags = tags
    self.query = query
  }

  /// A line of the table.
  struct Line: Sendable {
    let tag: MPDTag
    let value: String
  }

  /// A value with the items that have it.
  struct Total: Sendable {
    let value: String
    var count = 0
    var milliseconds: Int64 = 0
  }

  /// Each combination of values once, in the order of their bytes; of the outer ones only those that change.
  /// `nil` where the query asks for a folder that is not there.
  func lines(_ store: LibraryStore) throws(LibraryError) -> [Line]? {
    guard let rows = try rows(store) else { return nil }
    var lines: [Line] = []
    var last: [String]?
    // Without any property there is a row for no items, too.
    for row in rows.filter({ $0.tally.count > 0 }).map(\.values).sorted(by: Self.precedes) {
      let start = last.map { last in
        zip(last, row).prefix { $0.utf8.elementsEqual($1.utf8) }.count
      }
      for level in (start ?? 0)..<tags.count {
        lines.append(Line(tag: tags[level], value: row[level]))
      }
      last = row
    }
    return lines
  }

  /// How many items there are, for each value of the tag where there is one.
  func totals(_ store: LibraryStore) throws(LibraryError) -> [Total]? {
    guard let rows = try rows(store) else { return nil }
    var totals: [Total] = []
    for row in rows.sorted(by: { Self.precedes($0.values, $1.values) }) {
      let value = row.values.first ?? ""
      if totals.last.map({ !$0.value.utf8.elementsEqual(value.utf8) }) ?? true {
        totals.append(Total(value: value))
      }
      totals[totals.count - 1].count += row.tally.count
      totals[totals.count - 1].milliseconds += row.tally.milliseconds
    }
    return totals
  }

  /// Combinations of the values of one kind of item.
  private static let mostRows = 10_000

  private typealias Row = (values: [String], tally: MediaTally)

  /// A row for each combination of values of each kind of item.
  private func rows(_ store: LibraryStore) throws(LibraryError) -> [Row]? {
    guard try store.hasBase(of: query.predicates) else { return nil }
    let properties = tags.map(\.propertiesWithFallbacks)
    let tallies = try store.tallies(of: properties.flatMap { $0 }, query)
    return tallies.flatMap { tally -> [Row] in
      var rest = tally.values[...]
      var rows: [[String]] = [[]]
      for property in properties {
        let found = rest.prefix(property.count).first { !$0.isEmpty } ?? [""]
        rest = rest.dropFirst(property.count)
        // Nobody has named that many in earnest: of what follows the first value stands for all.
        let values = rows.count * found.count <= Self.mostRows ? found[...] : found.prefix(1)
        rows = rows.flatMap { row in values.map { row + [$0] } }
      }
      return rows.map { ($0, tally) }
    }
  }

  /// By bytes, as MPD.
  private static func precedes(_ left: [String], _ right: [String]) -> Bool {
    for (one, other) in zip(left, right) {
      let order = strcmp(one, other)
      if order != 0 { return order < 0 }
    }
    return false
  }
}
