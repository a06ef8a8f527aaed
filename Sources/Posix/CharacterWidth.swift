import CLinux

/// How many columns text takes in a terminal.
public enum CharacterWidth {
  /// The columns of one scalar: 0 to 2, 0 for control characters.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F ? 1 : 0 }
    return max(0, Int(segue_character_width(scalar.value)))
  }

  /// The columns of what a reader takes for one character.
  ///
  /// Sequences of emoji (joined, coloured, flags) take two. Other clusters, such as the conjuncts of
  /// Indic scripts, take what their scalars take.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return columns(of: first) }
    if scalars.contains(where: joinsEmoji) {
      let widest = scalars.reduce(0) { max($0, columns(of: $1)) }
      if widest == 2 || first.properties.isEmoji { return 2 }
    }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of a text.
  public static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The joiner, skin tones, the letters of flags, and the wish for a coloured picture.
  private static func joinsEmoji(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
    default: false
    }
  }
}
