import Media
import Picker
import Posix
import Testing

@testable import TerminalUI

@Suite struct PickerScreenTests {
  @Test(arguments: Situation.all)
  func `a situation looks as it should`(situation: Situation) {
    let grid = PickerScreen.draw(situation.state, size: situation.size)
    #expect(grid.lines == Golden.screens[situation.description])
  }

  @Test(arguments: Situation.all.filter { Golden.styles[$0.description] != nil })
  func `each cell has the style of what it is for`(situation: Situation) {
    let grid = PickerScreen.draw(situation.state, size: situation.size)
    let styles = (0..<situation.size.rows).map { row in
      (0..<situation.size.columns).map { Self.letter(grid[row, $0].style) }.joined()
    }
    #expect(styles == Golden.styles[situation.description])
  }

  @Test func `every situation is sane at every size`() {
    for situation in Situation.all {
      for rows in [0, 1, 2, 3, 4, 5, 6, 9] {
        for columns in [0, 1, 2, 3, 4, 7, 15, 16, 24, 47, 48] {
          let size = TerminalSize(rows: rows, columns: columns)
          let grid = PickerScreen.draw(situation.state, size: size)
          #expect(grid.size == size)
          for row in 0..<rows { #expect(Self.isSound(grid.row(row)), "\(situation) at \(size)") }
          if let cursor = grid.cursor { #expect(cursor.row < rows && cursor.column < columns) }
        }
      }
    }
  }

  @Test func `the cursor stands behind the search that is typed`() {
    let size = TerminalSize(rows: 8, columns: 40)
    let typing = Samples.state(size: size, keys: Samples.typing("/夜明"))
    let grid = PickerScreen.draw(typing, size: size)
    #expect(grid.cursor == CellGrid.Position(row: 6, column: 6))
    let kept = Samples.state(size: size, keys: Samples.typing("/so") + [.enter])
    #expect(PickerScreen.draw(kept, size: size).cursor == nil)
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (24, 21), (0, 0)])
  func `the list takes what the other lines leave`(rows: Int, lines: Int) {
    #expect(PickerScreen.listLines(TerminalSize(rows: rows, columns: 80)) == lines)
  }

  @Test(arguments: ["A\u{1B}]0;title\u{7}", "\u{9B}2J", "a\u{202E}b", "\u{2028}", "\u{0}\u{7F}"])
  func `nothing from outside can control the terminal`(text: String) {
    let row = Samples.row(1, text, text, text, "fl\u{1B}ac")
    let size = TerminalSize(rows: 8, columns: 80)
    let options = PickerOptions(title: text, emptyText: text)
    for rows in [[row], []] {
      let state = Samples.state(rows, options: options, keys: [.character("/"), .paste(text)])
      for line in PickerScreen.draw(state, size: size).lines {
        let scalars = line.unicodeScalars
        #expect(!scalars.contains { $0.properties.generalCategory == .control })
        #expect(!scalars.contains("\u{202E}") && !scalars.contains("\u{2028}"))
      }
    }
  }

  /// Whether wide characters have the room that they take, and nothing else does.
  private static func isSound(_ cells: ArraySlice<Cell>) -> Bool {
    var rest = 0
    for cell in cells {
      if rest > 0 {
        if cell.width != 0 || !cell.text.isEmpty { return false }
        rest -= 1
      } else {
        if cell.width < 1 || cell.text.isEmpty { return false }
        rest = cell.width - 1
      }
    }
    return rest == 0
  }

  private static func letter(_ style: CellStyle) -> String {
    let letter =
      switch style.role {
      case .plain: "."
      case .secondary: "s"
      case .faint: "f"
      case .mark: "m"
      case .playing: "p"
      case .scroll: "c"
      case .match: "x"
      case .bar: "b"
      case .header: "g"
      case .barTotal: "t"
      case .barNotice: "w"
      case .hintKey: "k"
      case .hint: "h"
      case .hintOff: "o"
      case .search: "q"
      case .notice: "n"
      case .cover: "i"
      }
    guard style.isHighlighted else { return letter }
    return letter == "." ? "#" : letter.uppercased()
  }
}
