import Media

/// What a search lets through.
enum PickerFilter: Sendable {
  case everything
  /// Rows whose text has all of these; at least one.
  case words([[UInt8]])
  case items(Set<PersistentID>)
}

/// A screen of a picker: what it lists, and where in it the person is.
struct PickerPage: Sendable {
  /// The place of the highlighted line among those shown; 0 where there is none.
  var cursor = 0
  /// The place of the topmost line on the screen.
  var offset = 0

  /// What is searched for, as it was typed.
  var search = ""
  /// Whether the search is being typed.
  var isSearchOpen = false
  /// Whether an answer to the search is awaited.
  var isFinding = false
  /// What is wrong with the search; what was found before is shown meanwhile.
  var mistake: QueryMistake?

  /// The line that was highlighted when the search last changed.
  var lastLine = 0
  private var filter = PickerFilter.everything
  /// Lines that are shown, in order; `nil` for all.
  private var hits: [Int]?

  func shownCount(_ table: PickerTable) -> Int { hits?.count ?? table.count }

  /// The line at a place in what is shown.
  func line(at place: Int) -> Int { hits?[place] ?? place }

  /// The place of the first shown line that is not above `line`.
  func place(of line: Int) -> Int {
    guard let hits else { return line }
    var (low, high) = (0, hits.count)
    while low < high {
      let middle = (low + high) / 2
      if hits[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Shows rows that have come, where the search lets them through.
  mutating func take(rowsFrom first: Int, of table: PickerTable) {
    guard hits != nil else { return }
    hits?.append(contentsOf: Self.rows(filter, of: table, from: first))
  }

  /// Shows what the search lets through.
  mutating func apply(_ filter: PickerFilter, _ table: PickerTable) {
    let earlier = self.filter
    self.filter = filter
    if case .everything = filter {
      hits = nil
    } else if case .words(let words) = filter, case .words(let old) = earlier, let hits,
      hits.count < table.count / 8, Self.narrows(old, to: words)
    {
      self.hits = table.text.narrow(hits, to: words)
    } else {
      // One pass over everything is faster than thousands of small ones.
      hits = Self.rows(filter, of: table)
    }
  }

  private static func rows(
    _ filter: PickerFilter, of table: PickerTable, from first: Int = 0
  ) -> [Int] {
    switch filter {
    case .everything: Array(first..<table.count)
    case .words(let words): table.text.search(words, from: first)
    case .items(let ids): (first..<table.count).filter { ids.contains(table.id($0)) }
    }
  }

  /// Whether whatever contains all the new words contains the earlier ones too.
  private static func narrows(_ earlier: [[UInt8]], to words: [[UInt8]]) -> Bool {
    earlier.allSatisfy { old in
      words.contains { new in
        (0...max(0, new.count - old.count)).contains { new[$0...].starts(with: old) }
      }
    }
  }
}
