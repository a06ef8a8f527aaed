import Picker
import Posix

extension PickerScreen {
  /// What the mouse means where it is; `nil` where that is nothing.
  ///
  /// - Parameter time: In milliseconds of a clock that is never set.
  static func action(
    _ mouse: PickerMouse, _ state: PickerState, size: TerminalSize, pane: CoverPane = CoverPane(),
    at time: Int64
  ) -> PickerAction? {
    let columns = listColumns(size, pane)
    let list = Layout(rows: size.rows).list
    switch mouse.kind {
    case .wheelUp: return .pointer(.wheel(-rowsOfWheel))
    case .wheelDown: return .pointer(.wheel(rowsOfWheel))
    case .release: return .pointer(.release)
    case .drag:
      let row = max(list.lowerBound, min(mouse.row, list.upperBound - 1))
      return list.isEmpty ? nil : .pointer(.drag(line: row - list.lowerBound))
    case .press: break
    }
    if mouse.row == 0, Layout(rows: size.rows).bar == 0 {
      return isBack(mouse.column, state) ? .command(.unwind) : nil
    }
    guard list.contains(mouse.row), mouse.column < columns else { return nil }
    let line = mouse.row - list.lowerBound
    let hasMargin = columns >= marginColumns
    if hasMargin, mouse.column == columns - 1, !state.scrollBar(lines: list.count).isEmpty {
      return .pointer(.scroll(line: line))
    }
    return .pointer(.press(line: line, isMark: hasMargin && mouse.column < 3, at: time))
  }

  private static let rowsOfWheel = 3

  /// Whether a column of the bar is of what leads back.
  private static func isBack(_ column: Int, _ state: PickerState) -> Bool {
    guard state.options.bar.contains(.back), state.path.count > 1, let back = state.backTitle
    else { return false }
    return column <= 2 + CharacterWidth.columns(of: back)
  }
}
