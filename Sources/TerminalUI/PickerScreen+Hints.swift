import Picker
import Posix

extension PickerScreen {
  /// A key and what it does now.
  struct Hint: Equatable {
    var key: String
    var label: String
    var isEnabled = true

    var columns: Int { CharacterWidth.columns(of: key) + 1 + CharacterWidth.columns(of: label) }
  }

  /// The keys below: what can be done at the left, how it ends at the right.
  static func drawHints(_ state: PickerState, _ row: Int, on grid: inout CellGrid) {
    var end = grid.size.columns - 1
    for hint in named(ends(state), state).reversed() where end - hint.columns >= 1 {
      end -= hint.columns
      draw(hint, row, end, on: &grid)
      end -= 3
    }
    var column = 1
    for hint in named(ways(state), state) {
      guard column + hint.columns <= end else { break }
      draw(hint, row, column, on: &grid)
      column += hint.columns + 3
    }
  }

  /// As the keys are configured; without those that do nothing then.
  private static func named(_ hints: [Hint], _ state: PickerState) -> [Hint] {
    if state.isSearchOpen || state.prompt != nil { return hints }
    return hints.compactMap { hint in
      let names = hint.key.split(separator: " ").compactMap { name in
        PickerKeys.usual(String(name)).flatMap {
          state.options.keys.name($0, usually: String(name))
        }
      }
      if names.isEmpty { return nil }
      return Hint(
        key: names.joined(separator: " "), label: hint.label, isEnabled: hint.isEnabled)
    }
  }

  private static func draw(_ hint: Hint, _ row: Int, _ column: Int, on grid: inout CellGrid) {
    let (key, label): (CellStyle.Role, CellStyle.Role) =
      hint.isEnabled ? (.hintKey, .hint) : (.hintOff, .hintOff)
    let used = grid.put(hint.key, row: row, column: column, style: CellStyle(key))
    grid.put(hint.label, row: row, column: column + used + 1, style: CellStyle(label))
  }

  static func ends(_ state: PickerState) -> [Hint] {
    if state.isSearchOpen || state.prompt != nil || state.options.typesAhead { return [] }
    if state.place == .queue { return [Hint(key: "q", label: "Leave")] }
    let cancel = Hint(key: "q", label: "Cancel")
    guard state.options.allowsMultiple else { return [cancel] }
    return [Hint(key: "d", label: "Done", isEnabled: state.canFinish), cancel]
  }

  static func ways(_ state: PickerState) -> [Hint] {
    switch state.prompt {
    case .name: return [Hint(key: "Enter", label: "Save"), Hint(key: "Esc", label: "Forget it")]
    case .command: return [Hint(key: "Enter", label: "Run"), Hint(key: "Esc", label: "Forget it")]
    case .exists, nil: break
    }
    if state.isSearchOpen {
      return [
        Hint(key: "Enter", label: "Keep"), Hint(key: "Esc", label: "Clear"),
        Hint(key: "↑↓", label: "Move"),
      ]
    }
    if state.options.typesAhead {
      let mark = state.options.allowsMultiple ? [Hint(key: "Tab", label: "Mark")] : []
      let ends = [Hint(key: "←", label: "Back"), Hint(key: "Esc", label: "Leave")]
      return [enter(state)] + mark + ends
    }
    let search = Hint(key: "/", label: "Search")
    let back = state.backTitle.map { Hint(key: "←", label: short($0)) }
    let mark = Hint(key: "Space", label: "Mark", isEnabled: state.shownCount > 0)
    let enter = enter(state)
    let help = Hint(key: "?", label: "Keys")
    if state.place == .home { return [enter, search, help] }
    if state.place == .queue {
      let there = state.shownCount > 0
      let changes = [
        Hint(key: "D", label: "Remove", isEnabled: there),
        Hint(key: "J K", label: "Move", isEnabled: there), Hint(key: "u", label: "Undo"),
      ]
      let rest = [Hint(key: "S", label: "Save", isEnabled: there), help]
      return [enter, mark] + changes + (back.map { [$0] } ?? []) + rest
    }
    var hints = [enter, search, back]
    // In the multiple mode Enter is Done.
    let first = state.mode == .multiple && enter.label == "Pick" ? nil : enter
    if state.options.allowsMultiple {
      let all = Hint(key: "a", label: "All")
      let rest = [Hint(key: "A", label: "None"), Hint(key: "*", label: "Invert")]
      hints = [first, mark, search, back, all] + (state.mode == .multiple ? rest : [])
    }
    if case .item = state.place {
      hints = state.options.allowsMultiple ? [first, mark, back] : [enter, back]
    }
    if state.place == .keys { hints = [back] }
    return hints.compactMap(\.self) + [help]
  }

  private static func enter(_ state: PickerState) -> Hint {
    let label =
      switch state.place {
      case .home, .playlists, .savedQueries: "Open"
      case .groups: state.place == state.options.start ? "Pick" : "Open"
      case .queue: "Play"
      case .songs, .recentlyAdded, .group, .item, .keys: "Pick"
      }
    return Hint(key: "Enter", label: label, isEnabled: state.shownCount > 0)
  }

  /// A name that leaves room for other keys.
  private static func short(_ title: String) -> String {
    CharacterWidth.columns(of: title) <= 16 ? title : "Back"
  }
}
