/// Cyrillic in the Latin letters that people type for it: Цой is `tsoi`, Чайковский `chaikovsky`.
///
/// ICU writes Cyrillic by ISO 9, which has one letter for each and which nobody types (`Coj`, `Čajkovskij`).
enum CyrillicLetters {
  static func romanized(_ text: String) -> String {
    // Cyrillic letters begin with these bytes, and few others do.
    guard text.utf8.contains(where: { (0xD0...0xD3).contains($0) }) else { return text }
    let scalars = Array(text.lowercased().unicodeScalars)
    var result = ""
    var index = 0
    while index < scalars.count {
      let (letters, length) = letters(scalars, at: index)
      result += letters
      index += length
    }
    return result
  }

  /// What stands for the letter at a place, and how many scalars it is made of.
  private static func letters(
    _ scalars: [Unicode.Scalar], at index: Int
  ) -> (letters: String, length: Int) {
    let scalar = scalars[index]
    guard let letters = table[scalar] else { return (String(scalar), 1) }
    var length = 1
    // й may be written as и with a breve.
    var isShort = scalar == "й"
    if scalar == "и", index + 1 < scalars.count, scalars[index + 1] == "\u{306}" {
      isShort = true
      length = 2
    }
    // The endings of names: -ский is -sky.
    let isEnding = index + length >= scalars.count || !isLetter(scalars[index + length])
    if isShort, isEnding, index > 0, scalars[index - 1] == "и" || scalars[index - 1] == "ы" {
      return ("", length)
    }
    if scalar == "и", length == 1, endsWithShort(scalars, index) { return ("y", 1) }
    return (isShort ? "i" : letters, length)
  }

  /// Whether a word ends in -ий, of which the first letter is at a place.
  private static func endsWithShort(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index > 0, isLetter(scalars[index - 1]), index + 1 < scalars.count else { return false }
    var end = index + 2
    if scalars[index + 1] == "и", index + 2 < scalars.count, scalars[index + 2] == "\u{306}" {
      end += 1
    } else if scalars[index + 1] != "й" {
      return false
    }
    return end >= scalars.count || !isLetter(scalars[end])
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  private static let table: [Unicode.Scalar: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "ѓ": "g", "д": "d", "ђ": "dj", "е": "e",
    "ё": "e", "є": "ye", "ж": "zh", "з": "z", "ѕ": "dz", "и": "i", "і": "i", "ї": "i", "й": "i",
    "ј": "j", "к": "k", "ќ": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o",
    "п": "p", "р": "r", "с": "s", "т": "t", "ћ": "c", "у": "u", "ў": "u", "ф": "f", "х": "kh",
    "ц": "ts", "ч": "ch", "џ": "dz", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e",
    "ю": "yu", "я": "ya",
  ]
}
