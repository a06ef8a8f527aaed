import Posix

extension PickerScreen {
  /// The cells that there are for a cover at the right of the list; `nil` where there is no room.
  static func coverRoom(_ size: TerminalSize) -> TerminalSize? {
    let lines = listLines(size)
    guard size.columns >= 90, lines >= 10 else { return nil }
    let columns = min(40, size.columns / 3)
    return TerminalSize(rows: min(lines, (columns + 1) / 2), columns: columns)
  }

  /// The columns of the list.
  static func listColumns(_ size: TerminalSize, _ pane: CoverPane) -> Int {
    guard pane.isOpen, let room = coverRoom(size) else { return size.columns }
    return size.columns - room.columns - 1
  }

  /// Draws the cover beside the list, and nothing else there.
  static func drawCover(
    _ pane: CoverPane, in lines: Range<Int>, from column: Int, on grid: inout CellGrid
  ) {
    for row in lines {
      for column in column..<grid.size.columns { grid.put(CoverView.Block.none, row, column) }
    }
    guard let view = pane.view, view.size.rows <= lines.count,
      column + view.size.columns <= grid.size.columns
    else { return }
    switch view.content {
    case .pixels:
      grid.cover = PlacedCover(view: view, row: lines.lowerBound, column: column)
    case .blocks(let blocks):
      for (place, block) in blocks.enumerated() {
        let (row, inRow) = place.quotientAndRemainder(dividingBy: view.size.columns)
        grid.put(block, lines.lowerBound + row, column + inRow)
      }
    }
  }
}

extension CoverView.Block {
  static let none = CoverView.Block(upper: -1, lower: -1)
}

extension CellGrid {
  fileprivate mutating func put(_ block: CoverView.Block, _ row: Int, _ column: Int) {
    var style = CellStyle(.cover)
    var text = "▀"
    if block.upper == block.lower {
      (text, style.background) = (" ", block.upper)
    } else if block.upper < 0 {
      (text, style.foreground) = ("▄", block.lower)
    } else {
      (style.foreground, style.background) = (block.upper, block.lower)
    }
    self[row, column] = Cell(text: text, width: 1, style: style)
  }
}
