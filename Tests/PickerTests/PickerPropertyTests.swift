import Media
import Picker
import TestSupport
import Testing

@Suite struct PickerPropertyTests {
  private static let keys: [PickerKey] =
    [.up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace, .control("u")]
    + " aA*dgGjk/beV+hli?y[]'".map { .character($0) }

  @Test(arguments: 0..<20)
  func `whatever is pressed, the state makes sense`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var state = Samples.state(lines: 5, allowsMultiple: seed % 4 != 0)
    for step in 0..<500 {
      let before = state
      let effects = state.send(action(step, &random))
      check(state)
      if state.result == nil {
        #expect(effects.allSatisfy(isHarmless))
      } else {
        checkEnd(of: before, with: state)
        state = before
      }
    }
  }

  private func action(_ step: Int, _ random: inout SeededGenerator) -> PickerAction {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .resize(lines: Int.random(in: 0...12, using: &random))
    case 1:
      .loaded([
        PickerRow(item: Samples.item(100 + step, title: "Later \(step)"), searchText: "later be")
      ])
    default: .key(Self.keys.randomElement(using: &random) ?? .down)
    }
  }

  private func isHarmless(_ effect: PickerEffect) -> Bool {
    switch effect {
    case .copy, .remember: true
    default: false
    }
  }

  private func check(_ state: PickerState) {
    let items = (0..<state.shownCount).map { state.row(at: $0) }
    #expect(state.cursor >= 0 && state.cursor < max(1, state.shownCount))
    #expect(state.offset >= 0 && state.offset <= state.cursor)
    let window = state.window(lines: state.lines)
    #expect(items.isEmpty || window.contains(state.cursor))
    #expect(window.lowerBound == state.offset)
    #expect(state.selection.count == state.markedCount)
    #expect(Set(state.selection.ids).count == state.markedCount)
    let marked = items.indices.filter { items[$0].id != nil && state.mark(at: $0) == .all }
    #expect(state.markedCount >= marked.count)
    #expect(state.selection.time == state.markedTime)
    #expect(state.canFinish == (state.markedCount > 0))
    #expect(!state.path.isEmpty)
    #expect(state.mode == .multiple || state.markedCount == 0)
    #expect(state.options.allowsMultiple || state.mode == .single)
    #expect(!state.search.isEmpty || state.shownCount == state.rowCount)
  }

  private func checkEnd(of before: PickerState, with after: PickerState) {
    guard case .done(let selection) = after.result else { return }
    if before.mode == .multiple {
      #expect(selection == before.selection)
      #expect(!selection.isEmpty)
    } else {
      #expect(selection.ids == before.highlightedRow?.id.map { [$0] } ?? selection.ids)
      #expect(selection.count == 1)
    }
  }
}
