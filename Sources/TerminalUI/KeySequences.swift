import Picker

/// What keys send that are not characters.
enum KeySequences {
  /// The keys that terminfo has a name for.
  static let capabilities: [String: PickerKey] = [
    "kcuu1": .up, "kcud1": .down, "kcub1": .left, "kcuf1": .right, "khome": .home, "kend": .end,
    "kpp": .pageUp, "knp": .pageDown, "kdch1": .delete, "kbs": .backspace, "kcbt": .backTab,
    "kent": .enter,
  ]

  /// The last byte of a control sequence (`ESC [ A`, `ESC O A`) as xterm and its kin send them.
  static func key(final: UInt8) -> PickerKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "M"): .enter
    default: nil
    }
  }

  /// The number of a control sequence that ends in `~`.
  static func key(number: Int) -> PickerKey? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  static let pasteBegins = Array("\u{1B}[200~".utf8)
  static let pasteEnds = Array("\u{1B}[201~".utf8)
}
