import Media
import Picker
import Testing

/// The mouse, the history of searches, letters that search at once, and keys of one's own.
@Suite struct PickerPointerTests {
  /// Eight rows from the top; the highlighted first one takes two lines.
  private static func state(_ options: PickerOptions = PickerOptions()) -> PickerState {
    Samples.state(lines: 20, options: options)
  }

  private static func press(
    _ state: inout PickerState, _ line: Int, isMark: Bool = false, at time: Int64 = 0
  ) -> [PickerEffect] {
    state.send(.pointer(.press(line: line, isMark: isMark, at: time)))
  }

  @Test(arguments: [(0, 0), (1, 0), (2, 1), (8, 7), (9, 0), (19, 0)])
  func `a click highlights the row that it is on`(line: Int, place: Int) {
    var state = Self.state()
    #expect(Self.press(&state, line).isEmpty)
    #expect(state.cursor == place)
    #expect(state.markedCount == 0)
  }

  @Test(arguments: [(Int64(399), true), (400, false)])
  func `two clicks soon after each other take it`(time: Int64, isTaken: Bool) {
    var state = Self.state()
    #expect(Self.press(&state, 3).isEmpty)
    _ = Self.press(&state, 3, at: time)
    #expect(state.resultTitles == (isTaken ? ["Freddie Freeloader"] : nil))
  }

  @Test func `a click on its mark marks it`() {
    var state = Self.state()
    _ = Self.press(&state, 3, isMark: true)
    #expect(state.selectedTitles == ["Freddie Freeloader"])
    #expect(state.cursor == 2)
    _ = Self.press(&state, 3, isMark: true)
    #expect(state.markedCount == 0)
  }

  @Test(arguments: [(5, 2...4), (1, 1...2)])
  func `what is dragged over is marked`(line: Int, places: ClosedRange<Int>) {
    var state = Self.state()
    _ = Self.press(&state, 3)
    _ = state.send(.pointer(.drag(line: line)))
    #expect((0..<8).filter { state.isInRange($0) } == Array(places))
    _ = state.send(.pointer(.release))
    #expect((0..<8).filter { state.mark(at: $0) == .all } == Array(places))
    #expect(!state.isRanging)
  }

  @Test func `a click that does not move marks nothing`() {
    var state = Self.state()
    _ = Self.press(&state, 3)
    _ = state.send(.pointer(.drag(line: 3)))
    _ = state.send(.pointer(.release))
    #expect(state.mode == .single)
  }

  @Test func `the wheel and the scroll bar move what is shown`() {
    var state = Samples.state(lines: 5)
    _ = state.send(.pointer(.wheel(3)))
    #expect([state.cursor, state.offset] == [3, 3])
    _ = state.send(.pointer(.wheel(-3)))
    #expect([state.cursor, state.offset] == [0, 0])
    _ = state.send(.pointer(.scroll(line: 4)))
    #expect(state.cursor == 6)
    _ = state.send(.pointer(.wheel(30)))
    #expect(state.cursor == 7)
  }

  @Test func `a question waits for a key`() {
    var state = Samples.state(lines: 20, rows: Samples.rows((0..<30).map { "\($0)" }))
    state.press(.character("a"), .character("q"))
    _ = Self.press(&state, 3)
    #expect(state.isLeaving)
    #expect(state.cursor == 0)
  }

  @Test func `what was searched for comes back with up and down`() {
    var options = PickerOptions()
    options.searches = ["so", "love"]
    var state = Self.state(options)
    state.press(.character("/"), .up)
    #expect(state.search == "love")
    state.press(.up, .up)
    #expect(state.search == "so")
    state.press(.down)
    #expect(state.search == "love")
    state.press(.down)
    #expect(state.search == "")
    state.press(.up, .character("x"), .up)
    #expect(state.search == "lovex")
    state.press(.escape)
    state.type("blue")
    state.press(.down)
    #expect(state.cursor == 1)
    #expect(state.press(.enter) == [.remember("blue")])
    #expect(state.searches == ["so", "love", "blue"])
  }

  @Test func `letters search at once where they shall, Tab marks and Enter takes`() {
    var options = PickerOptions()
    options.typesAhead = true
    var state = Self.state(options)
    state.press(.character("b"), .character("l"))
    #expect(state.search == "bl")
    #expect(state.shownTitles == ["Blue in Green", "All Blues"])
    state.press(.tab)
    #expect(state.selectedTitles == ["Blue in Green"])
    state.press(.escape)
    #expect(state.search == "")
    state.press(.character("q"))
    #expect(state.search == "q")
    state.press(.escape, .character("s"), .character("o"), .enter)
    #expect(state.resultTitles == ["Blue in Green"])
  }

  @Test(
    arguments: [
      ("x", .character("x")), ("X", .character("X")), ("Space", .character(" ")),
      ("ctrl-d", .control("d")), ("Alt-X", .alt("X")), ("PageDown", .pageDown), ("Up", .up),
      ("Esc", .escape), ("Shift-Tab", .backTab), ("ctrl-ż", nil), ("Escape", nil), ("", nil),
    ] as [(String, PickerKey?)])
  func `a key is called as it is written on`(name: String, key: PickerKey?) {
    #expect(PickerKey(name: name) == key)
  }

  @Test func `every command has a name, and what is bound is done and shown`() {
    for command in PickerCommand.allCases {
      #expect(PickerCommand(name: command.name) == command)
    }
    #expect(PickerCommand.pageDown.name == "page-down")
    var options = PickerOptions()
    options.keys.bind(.control("d"), to: .pageDown)
    options.keys.bind(.character("j"), to: nil)
    var state = Samples.state(lines: 5, options: options)
    state.press(.character("j"))
    #expect(state.cursor == 0)
    state.press(.control("d"))
    #expect(state.cursor == 4)
    #expect(options.keys.names(.down) == ["↓", "Ctrl-N"])
    #expect(options.keys.name(.pageDown, usually: "PageDown") == "PageDown")
    #expect(options.keys.name(.down, usually: "j") == "↓")
  }
}
