import Media

/// All rows, and which of them the search lets through.
struct PickerList: Sendable {
  private(set) var items: [MediaItem] = []
  /// The longest time among the items, which decides how wide their column is.
  private(set) var longestMilliseconds: Int64 = 0
  private var text = FoldedText()
  private var words: [[UInt8]] = []
  /// Rows that are shown, in order; `nil` for all.
  private var hits: [Int]?

  var shownCount: Int { hits?.count ?? items.count }

  /// The row at a place in what is shown.
  func row(at place: Int) -> Int { hits?[place] ?? place }

  func item(at place: Int) -> MediaItem { items[row(at: place)] }

  /// The place of the first shown row that is not above `row`.
  func place(of row: Int) -> Int {
    guard let hits else { return row }
    var (low, high) = (0, hits.count)
    while low < high {
      let middle = (low + high) / 2
      if hits[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func append(_ rows: [PickerRow]) {
    let first = items.count
    for row in rows {
      items.append(row.item)
      text.append(row.searchText)
      longestMilliseconds = max(longestMilliseconds, row.item.audio.milliseconds ?? 0)
    }
    if hits != nil { hits?.append(contentsOf: text.search(words, from: first)) }
  }

  /// Shows the rows that contain every word of a folded text, all of them where it has none.
  mutating func filter(_ folded: String) {
    let earlier = words
    words = folded.utf8.split { $0 <= 0x20 }.map(Array.init)
    if words.isEmpty {
      hits = nil
    } else if let hits, hits.count < items.count / 8, Self.narrows(earlier, to: words) {
      self.hits = text.narrow(hits, to: words)
    } else {
      // One pass over everything is faster than thousands of small ones.
      hits = text.search(words)
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
