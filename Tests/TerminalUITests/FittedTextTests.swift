import Posix
import Testing

@testable import TerminalUI

@Suite struct FittedTextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("żół", 3), ("夜明け", 6), ("e\u{301}", 1), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2),
    ("🇵🇱", 2), ("❤️", 2), ("한글", 4), ("شب\u{200C}ها", 4), ("क्षत्रिय", 6), ("\u{200B}\u{2068}", 0),
    ("ｱ", 1), ("Ａ", 2), ("\u{7}", 0), ("1️⃣", 2), ("…", 1), ("●", 1),
  ])
  func `text has the columns that terminals give it`(text: String, columns: Int) {
    #expect(CharacterWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("hello", 5, "hello", 5), ("hello!", 5, "hell…", 5), ("hello", 1, "…", 1), ("h", 1, "h", 1),
    ("夜明け", 6, "夜明け", 6), ("夜明け", 5, "夜明…", 5), ("夜明け", 4, "夜…", 3),
    ("夜", 1, "…", 1), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…", 2),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…", 3), ("", 3, "", 0),
    ("دلتنگی", 3, "دل…\u{2069}", 3), ("دل", 3, "دل\u{2069}", 2),
  ])
  func `text is cut to its field`(text: String, room: Int, shown: String, columns: Int) {
    let fitted = FittedText(text, columns: room)
    #expect(fitted.clusters.map(\.text).joined() == shown)
    #expect(fitted.columns == columns)
    #expect(fitted.clusters.reduce(0) { $0 + $1.columns } == columns)
  }

  @Test func `the sign that isolates goes to the cell before`() {
    var grid = CellGrid(TerminalSize(rows: 1, columns: 8))
    grid.put("دل", row: 0, column: 3, style: .plain)
    #expect(grid[0, 2].text == " \u{2068}")
    #expect(grid[0, 4].text == "ل\u{2069}")
  }

  @Test func `marks without end are no burden`() {
    let pile = "a" + String(repeating: "\u{301}", count: 3000) + "b"
    let fitted = FittedText(pile, columns: 10)
    #expect(fitted.columns <= 10)
    #expect(fitted.clusters.allSatisfy { $0.text.unicodeScalars.count <= 13 })
  }

  @Test func `what lies outside of the grid is not written`() {
    var grid = CellGrid(TerminalSize(rows: 2, columns: 3))
    let before = grid
    for (row, column) in [(-1, 0), (2, 0), (0, 3), (0, -1)] {
      #expect(grid.put("abc", row: row, column: column, style: .plain) == 0)
    }
    #expect(grid == before)
    grid.put("abc", row: 1, column: 1, style: .plain)
    #expect(grid.lines == ["   ", " a…"])
  }
}
