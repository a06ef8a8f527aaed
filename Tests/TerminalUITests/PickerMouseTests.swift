import Picker
import Posix
import Testing

@testable import TerminalUI

/// Where the mouse is on a screen of ten rows, and what that means.
@Suite struct PickerMouseTests {
  private static let size = TerminalSize(rows: 10, columns: 72)

  private static func meaning(
    _ kind: PickerMouse.Kind, row: Int, column: Int, _ rows: [PickerRow] = Samples.jazz,
    keys: [PickerKey] = []
  ) -> String {
    let state = Samples.state(rows, size: size, keys: keys)
    let mouse = PickerMouse(kind, row: row, column: column)
    switch PickerScreen.action(mouse, state, size: size, at: 7) {
    case .pointer(.press(let line, let isMark, _)): return isMark ? "mark \(line)" : "press \(line)"
    case .pointer(.drag(let line)): return "drag \(line)"
    case .pointer(.wheel(let rows)): return "wheel \(rows)"
    case .pointer(.scroll(let line)): return "scroll \(line)"
    case .pointer(.release): return "release"
    case .command(.unwind): return "back"
    case nil: return ""
    default: return "?"
    }
  }

  @Test(
    arguments: [
      (.press, 1, 20, "press 0"), (.press, 7, 20, "press 6"), (.press, 3, 1, "mark 2"),
      (.press, 3, 71, "press 2"), (.press, 0, 1, ""), (.press, 8, 5, ""), (.press, 9, 5, ""),
      (.drag, 0, 5, "drag 0"), (.drag, 9, 5, "drag 6"), (.release, 9, 5, "release"),
      (.wheelUp, 5, 5, "wheel -3"), (.wheelDown, 0, 0, "wheel 3"), (.press, 500, 5, ""),
    ] as [(PickerMouse.Kind, Int, Int, String)])
  func `a place means what stands there`(
    kind: PickerMouse.Kind, row: Int, column: Int, meaning: String
  ) {
    #expect(Self.meaning(kind, row: row, column: column) == meaning)
  }

  @Test func `the scroll bar and the way back are there to be clicked`() {
    #expect(Self.meaning(.press, row: 4, column: 71, Samples.many) == "scroll 3")
    let keys = Samples.typing("hj\r")
    #expect(Self.meaning(.press, row: 0, column: 2, keys: keys) == "back")
    #expect(Self.meaning(.press, row: 0, column: 30, keys: keys) == "")
  }
}
