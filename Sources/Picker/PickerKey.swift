/// A key that was pressed, however it got here.
public enum PickerKey: Sendable, Hashable {
  /// What the key writes, a space too.
  case character(Character)
  /// Held with Ctrl: the letter in lower case.
  case control(Character)
  /// Held with Alt.
  case alt(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, pageUp, pageDown, home, end

  /// Text that was pasted rather than typed.
  case paste(String)

  /// The mouse, at a place of the screen.
  case mouse(PickerMouse)
}

/// What a mouse does on a screen.
public struct PickerMouse: Sendable, Hashable {
  public enum Kind: Sendable, Hashable { case press, drag, release, wheelUp, wheelDown }

  public var kind: Kind
  /// Counted from 0.
  public var row: Int
  public var column: Int

  public init(_ kind: Kind, row: Int, column: Int) {
    self.kind = kind
    self.row = row
    self.column = column
  }
}

/// What a mouse does in the list, whose lines are counted from 0.
public enum PickerPointer: Sendable, Hashable {
  /// A row is meant, or its mark; at so many milliseconds of a clock that is never set.
  case press(line: Int, isMark: Bool, at: Int64)
  case drag(line: Int)
  case release
  /// So many rows down.
  case wheel(Int)
  /// The scroll bar is meant.
  case scroll(line: Int)
}
