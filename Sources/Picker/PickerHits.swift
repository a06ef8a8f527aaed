/// The lines that a search lets through: the best first, equal ones in the order of the list.
struct PickerHits: Sendable {
  /// Lines in their order, by how good they are: as `FoldedText.rank`.
  private var ranks: [[Int]]
  /// Whether they have the words as they were typed, and not only something like them.
  private(set) var isExact = true

  /// Lines without ranks, in their order.
  init(_ lines: [Int]) { ranks = [lines] }

  /// Lines in their order.
  init(_ lines: [Int], isExact: Bool, rank: (Int) -> Int) {
    ranks = Array(repeating: [], count: FoldedText.ranks)
    self.isExact = isExact
    for line in lines { ranks[rank(line)].append(line) }
  }

  var count: Int { ranks.reduce(0) { $0 + $1.count } }

  subscript(place: Int) -> Int {
    var place = place
    for lines in ranks {
      if place < lines.count { return lines[place] }
      place -= lines.count
    }
    return 0
  }

  /// All lines in their order.
  var lines: [Int] {
    let filled = ranks.filter { !$0.isEmpty }
    return filled.count < 2 ? filled.first ?? [] : filled.joined().sorted()
  }

  /// The place of a line; `nil` where it is not among them.
  func place(of line: Int) -> Int? {
    var before = 0
    for lines in ranks {
      let place = Self.place(of: line, in: lines)
      if place < lines.count, lines[place] == line { return before + place }
      before += lines.count
    }
    return nil
  }

  /// The place of the first line that is not above `line`, where none has a rank.
  func place(from line: Int) -> Int {
    place(of: line) ?? Self.place(of: line, in: ranks[0])
  }

  private static func place(of line: Int, in lines: [Int]) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes in a line that comes after all others of its rank.
  mutating func append(_ line: Int, rank: Int) { ranks[rank].append(line) }

  /// Takes in lines that come after all others.
  mutating func append(_ other: PickerHits) {
    while ranks.count < other.ranks.count { ranks.append([]) }
    for (rank, lines) in other.ranks.enumerated() { ranks[rank] += lines }
  }
}
