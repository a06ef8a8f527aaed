/// Makes text from outside fit for a terminal.
public enum DisplayText {
  /// The text without control characters (C0, DEL, C1, line separators, directional overrides), each
  /// replaced by a space, and isolated where it runs from right to left, so that it cannot disturb
  /// what stands beside it.
  public static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    var rightToLeft = false
    for scalar in text.unicodeScalars {
      if isControl(scalar) || isDirectional(scalar) {
        result.append(" ")
      } else {
        rightToLeft = rightToLeft || isRightToLeft(scalar)
        result.append(scalar)
      }
    }
    return rightToLeft ? "\u{2068}\(String(result))\u{2069}" : String(result)
  }

  /// C0, DEL, C1 and the two separators that end a line.
  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Embeddings, overrides and isolates: they could turn around what follows them.
  private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Hebrew, Arabic and their neighbours with their presentation forms, and the planes beyond set
  /// aside for such scripts. Source: Unicode 15, DerivedBidiClass.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
    case 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
