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
}
