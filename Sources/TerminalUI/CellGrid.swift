import Media
import Posix

/// One place on the screen.
public struct Cell: Sendable, Hashable {
  /// What stands here; empty where a wide character to the left reaches.
  public var text: String
  /// How many columns it takes, 0 where a wide character to the left reaches.
  public var width: Int
  public var style: CellStyle

  static let blank = Cell(text: " ", width: 1, style: .plain)
}

/// A screen as a value: what stands in each of its places.
public struct CellGrid: Sendable, Hashable {
  public let size: TerminalSize
  private(set) var cells: [Cell]

  /// A picture by pixels, where nothing but blanks is.
  var cover: PlacedCover?

  /// Where the terminal's cursor is to be seen; `nil` for nowhere.
  public var cursor: Position?

  public struct Position: Sendable, Hashable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  public init(_ size: TerminalSize) {
    self.size = TerminalSize(rows: max(0, size.rows), columns: max(0, size.columns))
    cells = Array(repeating: .blank, count: self.size.rows * self.size.columns)
  }

  public internal(set) subscript(row: Int, column: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// Takes over rows of a narrower grid, and its cursor.
  mutating func take(_ rows: Range<Int>, of other: CellGrid) {
    for row in rows {
      let start = row * size.columns
      cells.replaceSubrange(start..<(start + other.size.columns), with: other.row(row))
    }
  }

  func row(_ row: Int) -> ArraySlice<Cell> {
    cells[(row * size.columns)..<((row + 1) * size.columns)]
  }

  /// What can be read, a text a row.
  public var lines: [String] {
    (0..<size.rows).map { row($0).map(\.text).joined() }
  }

  /// Gives a whole row a style, empty.
  mutating func fill(row: Int, style: CellStyle) {
    guard row < size.rows else { return }
    for column in 0..<size.columns {
      cells[row * size.columns + column] = Cell(text: " ", width: 1, style: style)
    }
  }

  /// Writes text into a field of a row, cut with `…` where it is too long for it.
  ///
  /// - Parameter matches: Characters that were searched for.
  /// - Returns: The columns it took.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, column: Int, width: Int = .max, style: CellStyle,
    matches: [Range<Int>] = []
  ) -> Int {
    let found = CellStyle(.match, highlighted: style.isHighlighted)
    let room = min(width, size.columns - column)
    guard row >= 0, row < size.rows, column >= 0, room > 0 else { return 0 }
    let fitted = FittedText(text, columns: room)
    var place = row * size.columns + column
    if column > 0 { cells[place - 1].text += fitted.prefix }
    for cluster in fitted.clusters {
      let isMatch = cluster.character.map { place in matches.contains { $0.contains(place) } }
      let style = isMatch == true ? found : style
      cells[place] = Cell(text: cluster.text, width: cluster.columns, style: style)
      for rest in 1..<max(1, cluster.columns) {
        cells[place + rest] = Cell(text: "", width: 0, style: style)
      }
      place += cluster.columns
    }
    return fitted.columns
  }
}
