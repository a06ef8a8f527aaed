/// Which rows are marked, in which order they were, and their total.
struct PickerMarks: Sendable {
  /// For each row the number of its mark, 0 for none; as long as rows were marked.
  private var numbers: [UInt32] = []
  /// The number of the newest mark there ever was; those before it are older.
  private(set) var last: UInt32 = 0
  private(set) var count = 0
  private(set) var milliseconds: Int64 = 0

  var isEmpty: Bool { count == 0 }

  func contains(_ row: Int) -> Bool { row < numbers.count && numbers[row] > 0 }

  mutating func insert(_ row: Int, _ table: PickerTable) {
    if contains(row) { return }
    if numbers.count <= row {
      numbers.append(contentsOf: repeatElement(0, count: max(row + 1, table.count) - numbers.count))
    }
    last += 1
    numbers[row] = last
    count += 1
    milliseconds += table.milliseconds(row)
  }

  mutating func remove(_ row: Int, _ table: PickerTable) {
    guard contains(row) else { return }
    numbers[row] = 0
    count -= 1
    milliseconds -= table.milliseconds(row)
  }

  mutating func removeAll() {
    numbers = []
    (count, milliseconds) = (0, 0)
  }

  /// Takes away the marks up to the one with a number, and no newer ones.
  mutating func removeAll(upTo number: UInt32, _ table: PickerTable) {
    for row in numbers.indices where numbers[row] > 0 && numbers[row] <= number {
      remove(row, table)
    }
  }

  mutating func toggle(_ row: Int, _ table: PickerTable) {
    contains(row) ? remove(row, table) : insert(row, table)
  }

  /// The marked rows.
  func rows(_ order: PickerOptions.Order) -> [Int] {
    let rows = numbers.indices.filter { numbers[$0] > 0 }
    return order == .list ? rows : rows.sorted { numbers[$0] < numbers[$1] }
  }

  /// As they are when the rows have gone elsewhere; of those that went, the marks are gone.
  func translated(_ reload: PickerReload, _ table: PickerTable) -> PickerMarks {
    var marks = PickerMarks()
    marks.last = last
    marks.numbers = [UInt32](repeating: 0, count: numbers.isEmpty ? 0 : table.count)
    for old in numbers.indices where numbers[old] > 0 {
      // A row that was listed twice is one again.
      guard let row = reload[old], marks.numbers[row] == 0 else { continue }
      marks.numbers[row] = numbers[old]
      marks.count += 1
      marks.milliseconds += table.milliseconds(row)
    }
    return marks
  }
}

/// The marks of what something is being done with.
enum PickerMarked: Sendable, Hashable {
  /// Those of rows, up to the one with a number; none where there were none.
  case rows(upTo: UInt32)
  /// Those of entries of the queue.
  case entries(Set<UInt32>)
}
