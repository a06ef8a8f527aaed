import Posix

@testable import TerminalUI

/// A small terminal: what it shows after what was written to it.
///
/// It knows what terminfo's xterm and its kin use; what it does not know is noted. Clusters it takes
/// scalar by scalar, as old terminals do.
struct TerminalModel {
  struct Place: Hashable {
    var text = " "
    var width = 1
    var look = TextAttributes()
  }

  let size: TerminalSize
  let erasesWithBackground: Bool
  private(set) var places: [[Place]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var showsCursor = true
  private(set) var unknown: [String] = []
  private var look = TextAttributes()

  init(_ size: TerminalSize, erasesWithBackground: Bool = true) {
    self.size = size
    self.erasesWithBackground = erasesWithBackground
    places = Array(repeating: Array(repeating: Place(), count: size.columns), count: size.rows)
  }

  mutating func write(_ text: String) {
    // Scalars, as terminals read them; clusters are put together by adding to the place before.
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": control(&rest)
      case "\u{F}": break
      case "\r": column = 0
      case "\n": row += 1
      default: put(Character(scalar))
      }
    }
  }

  private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
    let kind = rest.popFirst()
    if kind == "(" {
      rest = rest.dropFirst()
      return
    }
    guard kind == "[" else { return unknown.append("ESC \(kind.map(String.init) ?? "")") }
    let body = rest.prefix { !("@"..."~").contains($0) }
    rest = rest[body.endIndex...]
    let final = rest.popFirst() ?? "\0"
    let numbers = String(body).split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch (final, String(body)) {
    case ("H", _): (row, column) = (max(1, first) - 1, max(1, numbers.last ?? 1) - 1)
    case ("J", ""), ("J", "2"): for row in 0..<size.rows { erase(row, 0..<size.columns) }
    case ("K", ""): erase(row, column..<size.columns)
    case ("X", _): erase(row, column..<min(size.columns, column + first))
    case ("m", _): select(numbers[...])
    case ("l", "?25"): showsCursor = false
    case ("h", "?25"): showsCursor = true
    // How the cursor looks.
    case ("l", "?12"), ("h", "34"), ("c", "?0"), ("c", "?1"): break
    // Another screen, another keypad, pastes told apart, the title kept.
    case ("h", "?1049"), ("l", "?1049"), ("h", "?1"), ("l", "?1"), ("h", "?2004"), ("l", "?2004"):
      break
    case ("t", _): break
    default: unknown.append("ESC [ \(String(body))\(final)")
    }
  }

  private mutating func select(_ numbers: ArraySlice<Int>) {
    var rest = numbers.isEmpty ? [0] : numbers
    while let number = rest.popFirst() {
      switch number {
      case 0, 10: look = TextAttributes()
      case 1: look.bold = true
      case 2: look.dim = true
      case 7: look.reverse = true
      case 30...37: look.foreground = number - 30
      case 40...47: look.background = number - 40
      case 90...97: look.foreground = number - 82
      case 100...107: look.background = number - 92
      case 38:
        look.foreground = rest.last
        rest = []
      case 48:
        look.background = rest.last
        rest = []
      default: unknown.append("SGR \(number)")
      }
    }
  }

  private mutating func erase(_ row: Int, _ columns: Range<Int>) {
    var kept = TextAttributes()
    if erasesWithBackground { kept.background = look.background }
    for column in columns {
      halve(column)
      places[row][column] = Place(look: kept)
    }
  }

  /// What is left of a wide character of which a half is overwritten is blank.
  private mutating func halve(_ column: Int) {
    var start = column
    while start > 0, places[row][start].width == 0 { start -= 1 }
    let width = places[row][start].width
    guard width > 1 else { return }
    for place in start..<(start + width) { places[row][place].text = " " }
    for place in start..<(start + width) { places[row][place].width = 1 }
  }

  private mutating func put(_ character: Character) {
    let width = CharacterWidth.columns(of: character)
    guard row < size.rows else { return unknown.append("text below the screen") }
    if width == 0 {
      // Combines with the place before, as terminals do.
      var before = column - 1
      while before > 0, places[row][before].width == 0 { before -= 1 }
      if before >= 0 { places[row][before].text += String(character) }
      return
    }
    guard column + width <= size.columns else { return unknown.append("text beyond the line") }
    for place in column..<(column + width) { halve(place) }
    places[row][column] = Place(
      text: String(character), width: width, look: look)
    for rest in 1..<max(1, width) { places[row][column + rest] = Place(text: "", width: 0) }
    column += width
  }
}
