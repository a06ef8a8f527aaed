import Posix

/// Turns one screen into another by writing only what differs.
///
/// Terminals disagree about the width of clusters such as emoji sequences. After one the cursor is
/// put where it belongs, and what the widest reading of it covers is written anew: so a terminal
/// may show such a cluster wrongly, but nothing beside it.
struct ScreenDifference {
  private let capabilities: TerminalCapabilities
  private let theme: Theme
  private var output = ""
  /// Where the terminal's cursor is; `nil` when that is not certain.
  private var position: CellGrid.Position?
  /// The style that is set; `nil` for the terminal's own.
  private var style: TextAttributes?
  /// Up to this column of the row nothing is certain about what the terminal shows.
  private var uncertainEnd = 0

  /// What to write.
  ///
  /// - Parameter old: What is on the screen; `nil` when that is not known and it is to be cleared.
  static func text(
    from old: CellGrid?, to new: CellGrid, _ capabilities: TerminalCapabilities, _ theme: Theme
  ) -> String {
    var difference = ScreenDifference(capabilities: capabilities, theme: theme)
    difference.write(from: old, to: new)
    return difference.output
  }

  private init(capabilities: TerminalCapabilities, theme: Theme) {
    self.capabilities = capabilities
    self.theme = theme
  }

  private mutating func write(from old: CellGrid?, to new: CellGrid) {
    let known = old.flatMap { $0.size == new.size ? $0 : nil }
    if known == new { return }
    if known?.cursor != nil || known == nil { output += capabilities.hideCursor }
    if known == nil { output += capabilities.reset + capabilities.clear }
    var blank = known ?? CellGrid(new.size)
    if let gone = blank.cover, gone != new.cover { erase(gone, on: &blank) }
    for row in 0..<new.size.rows where blank.row(row) != new.row(row) {
      write(row: row, from: Array(blank.row(row)), to: Array(new.row(row)), of: new.size.rows)
    }
    set(TextAttributes())
    if let cover = new.cover, cover != blank.cover { write(cover) }
    if let cursor = new.cursor {
      move(to: cursor)
      output += capabilities.showCursor
    }
  }

  /// Nothing is certain where a picture was, so that it is written over.
  private mutating func erase(_ cover: PlacedCover, on grid: inout CellGrid) {
    if case .pixels(_, let erasing) = cover.view.content { output += erasing }
    for row in cover.row..<(cover.row + cover.view.size.rows) {
      for column in cover.column..<(cover.column + cover.view.size.columns) {
        grid[row, column].text = ""
      }
    }
  }

  private mutating func write(_ cover: PlacedCover) {
    guard case .pixels(let text, _) = cover.view.content else { return }
    move(to: CellGrid.Position(row: cover.row, column: cover.column))
    output += text
    position = nil
  }

  private mutating func write(row: Int, from old: [Cell], to new: [Cell], of rows: Int) {
    let isLast = row == rows - 1
    let end = isLast && capabilities.scrollsAtEnd ? new.count - 1 : new.count
    var column = 0
    uncertainEnd = 0
    while column < end {
      guard old[column] != new[column] || column < uncertainEnd, new[column].width > 0 else {
        column += 1
        continue
      }
      if column + new[column].width > end { break }
      move(to: CellGrid.Position(row: row, column: column))
      column = writeRun(row: row, from: column, old, new, end)
    }
  }

  /// Writes cells from `start` on until some that are right already follow.
  private mutating func writeRun(
    row: Int, from start: Int, _ old: [Cell], _ new: [Cell], _ end: Int
  ) -> Int {
    var column = start
    while column < end, column + new[column].width <= end {
      let blanks = blankRun(new, column, end)
      if blanks > 0, let erasing = erase(blanks, toEnd: column + blanks == new.count) {
        setBackground(of: new[column])
        output += erasing
        return column + blanks
      }
      put(new[column], row: row, column: column, columns: new.count)
      column += max(1, new[column].width)
      if position == nil || !differsSoon(old, new, column, end) { return column }
    }
    return column
  }

  /// Whether something within the next few cells differs: then writing on is shorter than moving.
  private func differsSoon(_ old: [Cell], _ new: [Cell], _ column: Int, _ end: Int) -> Bool {
    let soon = column..<min(end, column + 5)
    guard let different = soon.first(where: { old[$0] != new[$0] }) else { return false }
    return (column..<different).allSatisfy { new[$0].width == 1 && new[$0].text.utf8.count == 1 }
  }

  private mutating func put(_ cell: Cell, row: Int, column: Int, columns: Int) {
    if cell.text == " " { setBackground(of: cell) } else { set(theme.attributes(cell.style)) }
    let scalars = cell.text.unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else {
      output += cell.text
      position = CellGrid.Position(row: row, column: column + cell.width)
      return
    }
    let widest = scalars.reduce(0) { $0 + CharacterWidth.columns(of: $1) }
    if CharacterWidth.columns(of: first) < cell.width {
      output += String(repeating: " ", count: cell.width)
      output += capabilities.move(row: row, column: column)
    }
    // What might go beyond the line would come out on the next.
    output += column + widest <= columns ? cell.text : String(first)
    uncertainEnd = max(uncertainEnd, min(columns, column + widest))
    position = nil
  }

  /// How many equal blanks follow, where there are enough of them to be erased at once.
  private func blankRun(_ cells: [Cell], _ start: Int, _ end: Int) -> Int {
    let first = cells[start]
    guard first.text == " " else { return 0 }
    let look = theme.attributes(first.style)
    guard !look.reverse, look.background == nil || capabilities.erasesWithBackground else {
      return 0
    }
    var count = 0
    while start + count < end, cells[start + count] == first { count += 1 }
    return count >= 12 ? count : 0
  }

  /// What erases so many cells without moving the cursor.
  private func erase(_ count: Int, toEnd: Bool) -> String? {
    if toEnd, let erase = capabilities.eraseToEndOfLine { return erase }
    return capabilities.eraseCharacters.map { Terminfo.expand($0, count) }
  }

  private mutating func move(to wanted: CellGrid.Position) {
    if position != wanted {
      output += capabilities.move(row: wanted.row, column: wanted.column)
    }
    position = wanted
  }

  /// For blanks: of what is set only the background is seen.
  private mutating func setBackground(of cell: Cell) {
    let wanted = theme.attributes(cell.style)
    let now = style ?? TextAttributes()
    if wanted.background != now.background || wanted.reverse != now.reverse { set(wanted) }
  }

  private mutating func set(_ wanted: TextAttributes) {
    if style == wanted || (style == nil && wanted == TextAttributes()) { return }
    if style != nil { output += capabilities.reset }
    style = wanted
    if wanted.bold { output += capabilities.bold ?? "" }
    if wanted.dim { output += capabilities.dim ?? "" }
    if wanted.reverse { output += capabilities.reverse ?? "" }
    if let colour = wanted.foreground { set(colour, 38, capabilities.foreground) }
    if let colour = wanted.background { set(colour, 48, capabilities.background) }
  }

  /// - Parameter code: What sets an exact colour.
  private mutating func set(_ colour: Int, _ code: Int, _ string: String?) {
    if colour & TextAttributes.exact != 0, capabilities.hasAllColours {
      output += "\u{1B}[\(code);2;\(colour >> 16 & 255);\(colour >> 8 & 255);\(colour & 255)m"
    } else if let string {
      output += Terminfo.expand(string, TextAttributes.nearest(colour))
    }
  }
}
