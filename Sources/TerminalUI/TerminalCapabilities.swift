/// What can be written to a terminal, as a value.
public struct TerminalCapabilities: Sendable {
  /// Colours it can show, 0 for none.
  var colours = 0
  /// Whether erasing leaves the background colour that is set.
  var erasesWithBackground = false
  /// Whether a character in the last column moves the whole screen when it is on the last line.
  var scrollsAtEnd = false

  var moveCursor = ""
  var clear = ""
  var eraseToEndOfLine: String?
  var eraseCharacters: String?

  var reset = ""
  var bold: String?
  var dim: String?
  var underline: String?
  var reverse: String?
  var foreground: String?
  var background: String?

  var hideCursor = ""
  var showCursor = ""
  /// Begins and ends the time in which the screen is ours.
  var enterScreen = ""
  var leaveScreen = ""
  /// Begins and ends the time in which the mouse is ours; empty where there is none.
  var enterMouse = ""
  var leaveMouse = ""
  /// Whether it shows colours beyond those of its palette.
  var hasAllColours = false
  /// What keys send, by the names of terminfo's capabilities.
  var keys: [String: String] = [:]

  /// The capabilities of a kind of terminal.
  ///
  /// - Parameter name: As in `TERM`.
  /// - Returns: `nil` when it is not known or cannot move its cursor.
  public init?(terminal name: String) {
    guard let info = Terminfo(name), let move = info.string("cup"), let clear = info.string("clear")
    else { return nil }
    (moveCursor, self.clear) = (move, clear)
    colours = info.number("colors") ?? 0
    erasesWithBackground = info.flag("bce")
    scrollsAtEnd = info.flag("am") && !info.flag("xenl")
    eraseToEndOfLine = info.string("el")
    eraseCharacters = info.string("ech")
    readAttributes(info)
    readScreen(info)
    hasAllColours = info.flag("Tc") || info.flag("RGB")
    if info.string("kmous") != nil { (enterMouse, leaveMouse) = Self.mouse }
    for key in KeySequences.capabilities.keys { keys[key] = info.string(key) }
  }

  /// Presses, releases and moves in between, with places of any size. Source: xterm's ctlseqs.
  private static let mouse = ("\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1002l")

  private mutating func readAttributes(_ info: borrowing Terminfo) {
    reset = info.string("sgr0") ?? ""
    bold = info.string("bold")
    dim = info.string("dim")
    underline = info.string("smul")
    reverse = info.string("rev")
    foreground = info.string("setaf")
    background = info.string("setab")
  }

  /// The keypad is switched to what terminfo says of the keys; pasted text is asked to be told
  /// apart from typed text.
  private mutating func readScreen(_ info: borrowing Terminfo) {
    hideCursor = info.string("civis") ?? ""
    showCursor = info.string("cnorm") ?? ""
    enterScreen = (info.string("smcup") ?? "") + (info.string("smkx") ?? "")
    leaveScreen = (info.string("rmkx") ?? "") + (info.string("rmcup") ?? "")
    if let begin = info.string("BE"), let end = info.string("BD") {
      enterScreen += begin
      leaveScreen = end + leaveScreen
    }
  }

  /// What moves the cursor, both counted from 0.
  func move(row: Int, column: Int) -> String { Terminfo.expand(moveCursor, row, column) }
}
