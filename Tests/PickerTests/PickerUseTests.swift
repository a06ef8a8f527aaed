import Media
import Picker
import Testing

/// Ranges, what the search finds, the question before much is lost, and what is done with tracks.
@Suite struct PickerUseTests {
  private static func state(
    _ rows: [PickerRow] = Samples.rows(), uses: Set<PickerUse> = Set(PickerUse.allCases)
  ) -> PickerState {
    var options = PickerOptions()
    options.uses = uses
    options.canPrint = true
    options.hasPlayer = true
    return Samples.state(lines: 20, rows: rows, options: options)
  }

  @Test(
    arguments: [
      ([.down, .character("V"), .down, .down, .character("V")], 1...3),
      ([.end, .character("V"), .up, .character("V")], 6...7),
      ([.down, .character("V"), .end, .character(" ")], 1...7),
      ([.down, .character("V"), .character("V")], 1...1),
    ] as [([PickerKey], ClosedRange<Int>)])
  func `V marks from where it was begun to the cursor`(
    keys: [PickerKey], places: ClosedRange<Int>
  ) {
    var state = Self.state()
    for key in keys.dropLast() { state.press(key) }
    #expect(state.isRanging)
    #expect((0..<8).filter { state.isInRange($0) } == Array(places))
    #expect(state.markedCount == 0)
    state.press(keys[keys.count - 1])
    #expect(!state.isRanging)
    #expect((0..<8).filter { state.mark(at: $0) == .all } == Array(places))
    #expect(state.cursor < 8)
  }

  @Test func `Esc forgets a range`() {
    var state = Self.state()
    state.press(.character("V"), .down, .escape)
    #expect(!state.isRanging)
    #expect(state.markedCount == 0)
    #expect(state.result == nil)
  }

  @Test func `a range of groups marks their tracks`() {
    var state = Self.state(Samples.recordRows)
    state.press(.left, .down, .enter, .character("V"), .down, .character("V"))
    #expect(state.selectedTitles == ["Ebb", "Slack", "Flood"])
  }

  @Test(arguments: [("a", 4), ("+", 2)] as [(Character, Int)])
  func `of groups a marks all, + those tracks that the search finds`(key: Character, count: Int) {
    var state = Self.state(Samples.recordRows)
    state.press(.left, .down, .enter)
    _ = state.send(.search("-x"))
    let found = PickerAnswer.items([Samples.records[0].id, Samples.records[3].id])
    _ = state.send(.found(search: "-x", found))
    #expect(state.shownTitles == ["Low Water", "Roof"])
    state.press(.character(key))
    #expect(state.markedCount == count)
  }

  @Test(arguments: [.character("q"), .escape] as [PickerKey], [20, 21])
  func `a key asks before more than 20 marks are lost`(key: PickerKey, count: Int) {
    let titles = (0..<30).map { "\($0)" }
    var state = Self.state(Samples.rows(titles))
    for _ in 0..<count { state.press(.character(" ")) }
    if count == 20 {
      #expect(state.press(key) == [.finish(.cancelled)])
      return
    }
    #expect(state.press(key).isEmpty)
    #expect(state.isLeaving)
    var other = state
    other.press(.character("d"))
    #expect(!other.isLeaving)
    #expect(other.result == nil)
    #expect(other.markedCount == 21)
    #expect(state.press(.character("y")) == [.finish(.cancelled)])
  }

  @Test(
    arguments: [("p", .play), ("n", .playNext), ("e", .append)] as [(Character, PickerUse)])
  func `a key does something with what is marked, and the marks are gone when it was done`(
    key: Character, use: PickerUse
  ) {
    var state = Self.state()
    state.press(.character(" "), .character(" "), .end)
    let effects = state.press(.character(key))
    #expect(effects == [.use(use, state.selection)])
    #expect(state.markedCount == 2)
    var failed = state
    _ = failed.send(.useFailed("No."))
    #expect(failed.message == "No.")
    #expect(failed.markedCount == 2)
    _ = state.send(.used("Done."))
    #expect(state.message == "Done.")
    #expect(state.markedCount == 0)
    #expect(state.mode == .single)
    #expect(state.cursor == 7)
  }

  @Test func `what is marked before that is done stays marked`() {
    var state = Self.state()
    state.press(.character(" "), .character(" "), .character("e"), .character(" "))
    _ = state.send(.used("Done."))
    #expect(state.selectedTitles == ["Freddie Freeloader"])
    #expect(state.mode == .multiple)
    state.press(.character("A"), .character("e"), .character(" "))
    _ = state.send(.used("Done."))
    #expect(state.markedCount == 1)
    state.press(.character("A"), .home, .character(" "), .character("e"), .character("e"))
    _ = state.send(.useFailed("No."))
    #expect(state.markedCount == 1)
    _ = state.send(.used("Done."))
    #expect(state.markedCount == 0)
  }

  @Test func `without marks it is done with the row, all of it`() {
    var state = Self.state(Samples.recordRows)
    state.press(.left, .down, .enter)
    let ids = [Samples.records[0].id, Samples.records[1].id]
    #expect(
      state.press(.character("e"))
        == [.use(.append, PickerSelection(ids: ids, milliseconds: 120_000))])
  }

  @Test(arguments: ["p", "n", "e"] as [Character])
  func `what is not offered is not done`(key: Character) {
    var state = Self.state(uses: [])
    state.press(.character(" "))
    #expect(state.press(.character(key)).isEmpty)
    #expect(state.markedCount == 1)
  }

  @Test func `P ends it, to be printed`() {
    var state = Self.state()
    #expect(state.press(.character("P")) == state.result.map { [.finish($0)] })
    guard case .print(let selection)? = state.result else {
      Issue.record("not printed")
      return
    }
    #expect(selection.ids == [Samples.allItems[0].id])
  }

  @Test func `the keys are listed, all commands that are offered among them`() {
    var state = Self.state()
    state.press(.down, .character("?"))
    #expect(state.place == .keys)
    #expect(state.shownCount == PickerCommand.allCases.count)
    let names = (0..<state.shownCount).compactMap { place -> String? in
      if case .detail(let detail) = state.row(at: place) { detail.name } else { nil }
    }
    #expect(!names.contains(""))
    #expect(names.contains("h ← Backspace"))
    #expect(names.contains("?"))
    state.press(.character(" "), .enter, .character("a"), .character("/"))
    #expect(state.markedCount == 0)
    state.press(.character("?"))
    #expect(state.place == .songs)
    #expect(state.cursor == 1)
    var few = Samples.state(allowsMultiple: false)
    few.press(.character("?"))
    #expect(few.shownCount == PickerCommand.allCases.count - 26)
  }
}
