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

  /// What a mouse tells: `ESC [ < BUTTON ; COLUMN ; ROW` and `M`, or `m` for a release.
  static func mouse(_ parameters: some Collection<UInt8>, final: UInt8) -> PickerKey? {
    let parts = String(decoding: parameters, as: UTF8.self).split(separator: ";")
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3, numbers.count == parts.count else { return nil }
    let isRelease = final == UInt8(ascii: "m")
    return mouse(numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
  }

  /// - Parameter button: As xterm counts them: 0 to 2, 64 and 65 for the wheel, 32 more while it moves, 4, 8 and 16
  ///   with keys held. Only the first one means anything.
  static func mouse(_ button: Int, column: Int, row: Int, isRelease: Bool) -> PickerKey? {
    guard (1...10_000).contains(column), (1...10_000).contains(row) else { return nil }
    let kind: PickerMouse.Kind
    switch button & ~28 {
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    case _ where isRelease: kind = .release
    case 0: kind = .press
    case 32: kind = .drag
    default: return nil
    }
    return .mouse(PickerMouse(kind, row: row - 1, column: column - 1))
  }

  static let pasteBegins = Array("\u{1B}[200~".utf8)
  static let pasteEnds = Array("\u{1B}[201~".utf8)
}
