import Posix
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ScreenDifferenceTests {
  private static let terminals = [
    "xterm-256color", "tmux-256color", "screen", "linux", "vt100", "xterm", "ansi",
  ]

  @Test(arguments: terminals, 0..<6)
  func `the difference of two screens makes one of the other`(name: String, seed: UInt64) throws {
    let capabilities = try #require(TerminalCapabilities(terminal: name))
    var random = SeededGenerator(seed: seed)
    let size = TerminalSize(
      rows: Int.random(in: 1...6, using: &random), columns: Int.random(in: 1...50, using: &random))
    var terminal = TerminalModel(size, erasesWithBackground: capabilities.erasesWithBackground)
    var shown: CellGrid?
    for _ in 0..<25 {
      let next = Self.change(shown ?? CellGrid(size), &random)
      let theme = Theme.fitting(colours: capabilities.colours)
      terminal.write(ScreenDifference.text(from: shown, to: next, capabilities, theme))
      #expect(Self.faults(terminal, next, capabilities, theme) == [])
      shown = next
    }
  }

  @Test func `the same screen writes nothing`() throws {
    let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color"))
    let size = TerminalSize(rows: 24, columns: 80)
    let grid = PickerScreen.draw(Samples.state(size: size), size: size)
    #expect(ScreenDifference.text(from: grid, to: grid, capabilities, .full) == "")
  }

  @Test func `a move of the cursor writes little`() throws {
    let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color"))
    let size = TerminalSize(rows: 40, columns: 120)
    let before = PickerScreen.draw(Samples.state(size: size), size: size)
    let after = PickerScreen.draw(Samples.state(size: size, keys: [.down]), size: size)
    let text = ScreenDifference.text(from: before, to: after, capabilities, .full)
    #expect(text.utf8.count < 600)
  }

  @Test func `another size is drawn anew`() throws {
    let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color"))
    let old = CellGrid(TerminalSize(rows: 2, columns: 9))
    let new = CellGrid(TerminalSize(rows: 3, columns: 9))
    let text = ScreenDifference.text(from: old, to: new, capabilities, .full)
    #expect(text.contains(capabilities.clear))
  }

  @Test(arguments: ["dumb", "no-such-terminal", "", "../../etc/passwd"])
  func `a terminal that cannot move its cursor is not drawn on`(name: String) {
    #expect(TerminalCapabilities(terminal: name) == nil)
  }

  @Test func `without colours none are written`() {
    for role in CellStyle.Role.allCases {
      for highlighted in [false, true] {
        let look = Theme.fitting(colours: 0).attributes(CellStyle(role, highlighted: highlighted))
        #expect(look.foreground == nil && look.background == nil)
        #expect(look.reverse == (highlighted || [.bar, .barTotal, .barNotice].contains(role)))
      }
    }
  }

  private static let texts = [
    "a", "b", " ", "                    ", "夜明", "e\u{301}", "👍🏽", "👨‍👩‍👧‍👦", "❤️", "🇵🇱x",
    "دل", "क्ष", "…",
  ]

  private static func change(_ old: CellGrid, _ random: inout SeededGenerator) -> CellGrid {
    // Now and then from a blank screen, else a little.
    var grid = Int.random(in: 0..<5, using: &random) == 0 ? CellGrid(old.size) : old
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let row = Int.random(in: 0..<grid.size.rows, using: &random)
      let role = CellStyle.Role.allCases.randomElement(using: &random) ?? .plain
      let style = CellStyle(role, highlighted: Bool.random(using: &random))
      // A row is made anew, as the picker does: so no wide character is cut in half.
      grid.fill(row: row, style: Bool.random(using: &random) ? .plain : style)
      var column = Int.random(in: 0..<max(1, grid.size.columns / 2), using: &random)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let text = texts.randomElement(using: &random) ?? ""
        column += grid.put(text, row: row, column: column, style: style)
      }
    }
    let place = CellGrid.Position(row: 0, column: grid.size.columns - 1)
    grid.cursor = Bool.random(using: &random) ? place : nil
    return grid
  }

  /// Where the terminal shows something else than the grid; of clusters that terminals read
  /// differently only what stands beside them counts.
  private static func faults(
    _ terminal: TerminalModel, _ grid: CellGrid, _ capabilities: TerminalCapabilities,
    _ theme: Theme
  ) -> [String] {
    var faults = terminal.unknown
    for row in 0..<grid.size.rows {
      var column = 0
      while column < grid.size.columns {
        let cell = grid[row, column]
        let place = terminal.places[row][column]
        let isLastOfAll =
          row == grid.size.rows - 1 && column + cell.width == grid.size.columns
          && capabilities.scrollsAtEnd
        let scalars = cell.text.unicodeScalars
        let widths = scalars.map { CharacterWidth.columns(of: $0) }.filter { $0 > 0 }
        if !isLastOfAll, widths == [cell.width], place.text != cell.text {
          faults.append("\(row),\(column): \(place.text.debugDescription) for \(cell)")
        }
        if !isLastOfAll, seen(place.look, cell) != expected(cell, capabilities, theme) {
          faults.append("\(row),\(column): looks \(place.look) for \(cell)")
        }
        column += cell.width
      }
    }
    if capabilities.hideCursor != "", terminal.showsCursor != (grid.cursor != nil) {
      faults.append("cursor")
    }
    if let cursor = grid.cursor, (terminal.row, terminal.column) != (cursor.row, cursor.column) {
      faults.append("cursor at \(terminal.row),\(terminal.column)")
    }
    return faults
  }

  private static func expected(
    _ cell: Cell, _ capabilities: TerminalCapabilities, _ theme: Theme
  ) -> TextAttributes {
    var look = theme.attributes(cell.style)
    if capabilities.dim == nil { look.dim = false }
    return seen(look, cell)
  }

  /// What can be seen of attributes: of a blank only its background.
  private static func seen(_ look: TextAttributes, _ cell: Cell) -> TextAttributes {
    guard cell.text == " " else { return look }
    return TextAttributes(background: look.background, reverse: look.reverse)
  }
}
