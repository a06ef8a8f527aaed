import Media
import Picker
import Posix
import TestSupport
import Testing

@testable import TerminalUI

/// Covers beside the list.
@Suite struct CoverTests {
  private static let size = TerminalSize(rows: 16, columns: 90)

  private static func view(
    _ number: Int = 1, rows: Int = 3, columns: Int = 4, pixels: String? = nil, erasing: String = ""
  ) -> CoverView {
    let blocks = (0..<(rows * columns)).map { (place: Int) -> CoverView.Block in
      let upper = Int32(place) * 1000
      return CoverView.Block(upper: upper, lower: upper + Int32(place % 3))
    }
    let content: CoverView.Content =
      if let pixels { .pixels(pixels, erasing: erasing) } else { .blocks(blocks) }
    return CoverView(
      item: PersistentID(rawValue: UInt64(number)) ?? .random(),
      size: TerminalSize(rows: rows, columns: columns),
      content: content)
  }

  private static func pane(_ view: CoverView?) -> CoverPane {
    var pane = CoverPane()
    (pane.isOpen, pane.view) = (true, view)
    return pane
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], .kitty),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm2),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm2), (["TERM": "foot"], .sixel),
      (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux"], .blocks),
      (["TERM": "screen.xterm-256color"], .blocks), (["TERM": "xterm-256color"], .blocks),
      ([:], .blocks),
    ] as [([String: String], CoverMode)])
  func `the environment tells how a terminal shows pictures`(
    environment: [String: String], mode: CoverMode
  ) {
    #expect(CoverMode.told { environment[$0] } == mode)
  }

  @Test(
    arguments: [
      // A square in cells that are twice as high as wide.
      (100, 100, 40, 20, 40, 20), (100, 100, 40, 10, 20, 10), (200, 100, 40, 20, 40, 10),
      (100, 200, 40, 20, 20, 20), (1, 1000, 40, 20, 1, 20), (1000, 1, 40, 20, 40, 1),
    ])
  func `a picture keeps its shape`(
    width: Int, height: Int, columns: Int, rows: Int, wantedColumns: Int, wantedRows: Int
  ) {
    let size = CoverView.size(
      of: (width, height), in: TerminalSize(rows: rows, columns: columns), cell: (8, 16))
    #expect(size == TerminalSize(rows: wantedRows, columns: wantedColumns))
  }

  @Test func `the list makes room from the first cover on, and keeps it`() {
    let state = Samples.state(size: Self.size)
    let plain = PickerScreen.draw(state, size: Self.size)
    let with = PickerScreen.draw(state, size: Self.size, pane: Self.pane(Self.view()))
    let without = PickerScreen.draw(state, size: Self.size, pane: Self.pane(nil))
    #expect(plain.lines[1].contains("Miles Davis"))
    #expect(with.lines[1].prefix(59) == without.lines[1].prefix(59))
    #expect(with.lines[1].prefix(59).contains("09:22"))
    #expect(String(Array(with.lines[1])[60...64]) == " ▀▀  ")
    #expect(with[2, 61].style.foreground == 5000 && with[2, 61].style.background == 5002)
    #expect(with.lines[14] == plain.lines[14])
    for (rows, columns) in [(16, 89), (12, 120), (1, 1), (2, 200)] {
      let small = TerminalSize(rows: rows, columns: columns)
      let pane = Self.pane(Self.view())
      #expect(
        PickerScreen.draw(state, size: small, pane: pane) == PickerScreen.draw(state, size: small))
    }
  }

  @Test func `a cover that is too large for its room is left out`() {
    let state = Samples.state(size: Self.size)
    let large = Self.pane(Self.view(rows: 40, columns: 80))
    let none = PickerScreen.draw(state, size: Self.size, pane: Self.pane(nil))
    #expect(PickerScreen.draw(state, size: Self.size, pane: large).lines == none.lines)
  }

  @Test func `pixels are written once, and taken off the screen when another cover comes`() throws {
    let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color"))
    func draw(_ keys: [PickerKey], _ view: CoverView?) -> CellGrid {
      let state = Samples.state(size: Self.size, keys: keys)
      return PickerScreen.draw(state, size: Self.size, pane: Self.pane(view))
    }
    func difference(_ old: CellGrid?, _ new: CellGrid) -> String {
      ScreenDifference.text(from: old, to: new, capabilities, .full)
    }
    let first = draw([], Self.view(1, pixels: "<first>", erasing: "<gone>"))
    let moved = draw([.down], Self.view(1, pixels: "<first>", erasing: "<gone>"))
    let second = draw([.down], Self.view(2, pixels: "<second>", erasing: "<gone>"))
    let empty = draw([.down], nil)
    #expect(difference(nil, first).hasSuffix("<first>"))
    #expect(!difference(first, moved).contains("<"))
    let change = difference(moved, second)
    #expect(change.contains("<gone>") && change.hasSuffix("<second>"))
    // What it covered is blank again.
    let cleared = difference(second, empty)
    #expect(cleared.contains("<gone>") && !cleared.contains("<second>"))
    #expect(cleared.contains(capabilities.move(row: 1, column: 60)))
  }

  @Test func `the mouse means nothing in the pane, and the scroll bar is where the list ends`() {
    let state = Samples.state(Samples.many, size: Self.size)
    let pane = Self.pane(Self.view())
    func press(_ column: Int) -> PickerAction? {
      PickerScreen.action(
        PickerMouse(.press, row: 3, column: column), state, size: Self.size, pane: pane, at: 0)
    }
    #expect(press(70) == nil)
    guard case .pointer(.scroll) = press(58) else {
      Issue.record("No scroll bar there.")
      return
    }
  }

  @MainActor
  @Test(
    .timeLimit(.minutes(Effort.minutes(5))),
    arguments: [
      (.blocks, nil, nil), (.kitty, "\u{1B}_Ga=T,f=32,", "\u{1B}\\"),
      (.iterm2, "\u{1B}]1337;File=inline=1;width=8;height=4;", "\u{7}"),
      (.sixel, "\u{1B}P0;1;0q", "\u{1B}\\"),
    ] as [(CoverMode, String?, String?)])
  func `chafa paints what each kind of terminal shows`(
    mode: CoverMode, beginning: String?, end: String?
  ) async throws {
    // Red above and blue below.
    let pixels = (0..<64).flatMap { line in
      (0..<64).flatMap { _ -> [UInt8] in line < 8 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
    }
    let cover = PickerCover(
      item: .random(), pixels: pixels, width: 64, height: 64, source: .file, mimeType: "image/png",
      originalWidth: 64, originalHeight: 64, size: 1)
    let painter = CoverPainter(mode)
    let view = await withCheckedContinuation { continuation in
      painter.paint(cover, in: TerminalSize(rows: 4, columns: 8), cell: (8, 16)) {
        continuation.resume(returning: $0)
      }
    }
    let painted = try #require(view)
    #expect(painted.size == TerminalSize(rows: 4, columns: 8))
    switch painted.content {
    case .blocks(let blocks):
      #expect(blocks[0] == CoverView.Block(upper: 0xFF0000, lower: 0x0000FF))
      #expect(blocks[31] == CoverView.Block(upper: 0x0000FF, lower: 0x0000FF))
    case .pixels(let text, _):
      #expect(text.hasPrefix(beginning ?? ""))
      #expect(text.hasSuffix(end ?? ""))
    }
    #expect((mode == .blocks) == (beginning == nil))
  }
}
