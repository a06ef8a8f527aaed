/// What is written on a key.
public enum PickerKeyName: Sendable, Hashable {
  case character(Character)
  /// Held with Ctrl: the letter in lower case.
  case control(Character)
  /// Held with Alt.
  case alt(Character)
  case named(Named)

  /// Without regard to case.
  public enum Named: String, Sendable, Hashable, CaseIterable {
    case space, enter, tab, backspace, delete, up, down, left, right, home, end
    case escape = "esc"
    case backTab = "shift-tab"
    case pageUp = "pageup"
    case pageDown = "pagedown"
  }

  /// Reads `x`, `Space`, `Ctrl-X`, `Alt-x`, `PageDown`, without regard to case but of letters.
  public init?(_ text: String) {
    if text.count == 1, let character = text.first {
      self = .character(character)
      return
    }
    let word = text.lowercased()
    if let named = Named(rawValue: word) {
      self = .named(named)
    } else if word.hasPrefix("ctrl-"), word.count == 6, let letter = word.last, letter.isASCII,
      letter.isLetter
    {
      self = .control(letter)
    } else if word.hasPrefix("alt-"), text.count == 5, let character = text.last {
      self = .alt(character)
    } else {
      return nil
    }
  }
}
