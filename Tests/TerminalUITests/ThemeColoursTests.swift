import Configuration
import Posix
import Testing

@testable import TerminalUI

@Suite struct ThemeColoursTests {
  @Test(
    arguments: [
      (0x1FF_8700, 208), (0x100_0000, 16), (0x1FF_FFFF, 231), (0x15F_87AF, 67), (110, 110),
    ])
  func `an exact colour has its nearest in the palette`(colour: Int, number: Int) {
    #expect(TextAttributes.nearest(colour) == number)
  }

  @Test func `what was chosen is seen, and all else is as in the theme`() {
    var chosen = ThemeColours()
    chosen.isLight = true
    chosen.set(.mark, .palette(208))
    chosen.set(.highlight, .exact(0x102030))
    chosen.set(.barBackground, .palette(1))
    let theme = Theme.fitting(colours: 256, chosen)
    #expect(theme.attributes(CellStyle(.mark)).foreground == 208)
    #expect(theme.attributes(CellStyle(.plain, highlighted: true)).background == 0x110_2030)
    #expect(theme.attributes(CellStyle(.barTotal)).background == 1)
    let header = CellStyle(.header)
    #expect(theme.attributes(header) == Theme.light.attributes(header))
    #expect(
      Theme.fitting(colours: 0, chosen).attributes(header) == Theme.monochrome.attributes(header))
  }

  @Test func `an exact colour is written where the terminal shows it, else the nearest`() throws {
    var capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color"))
    var chosen = ThemeColours()
    chosen.set(.mark, .exact(0xFF8700))
    let theme = Theme.fitting(colours: 256, chosen)
    var grid = CellGrid(.init(rows: 1, columns: 4))
    grid.put("x", row: 0, column: 0, style: CellStyle(.mark))
    capabilities.hasAllColours = false
    let few = ScreenDifference.text(from: nil, to: grid, capabilities, theme)
    #expect(few.contains("38;5;208m"))
    capabilities.hasAllColours = true
    let all = ScreenDifference.text(from: nil, to: grid, capabilities, theme)
    #expect(all.contains("\u{1B}[38;2;255;135;0m"))
  }
}
