import CICU

/// Encodings of 8-bit text that names none, and telling them apart by the letters they give.
///
/// ICU's own detection wants hundreds of bytes; the titles of an album are a few dozen. So ICU decodes, and
/// what comes out is judged: words are of one script, capitals begin them, and frequent letters are frequent.
enum LegacyCharset: String, Sendable, Hashable, CaseIterable {
  case western = "windows-1252"
  case cyrillic = "windows-1251"
  case koi8 = "KOI8-R"
  case dos = "IBM866"
  case central = "windows-1250"
  case greek = "windows-1253"
  case japanese = "Shift_JIS"
  case chinese = "GBK"
  case korean = "EUC-KR"

  /// The most bytes that are judged; more say nothing new.
  private static let enough = 8192

  /// What texts that belong together are most likely written in.
  ///
  /// - Parameter texts: At least one byte in all of them is not ASCII.
  static func guess(_ texts: [[UInt8]]) -> LegacyCharset {
    var best = (charset: LegacyCharset.western, score: -Double.infinity)
    for charset in allCases {
      guard let score = charset.score(texts) else { continue }
      if score > best.score { best = (charset, score) }
    }
    return best.charset
  }

  /// Text that may be UTF-8 and else is in an encoding that is guessed, or that was decided on.
  ///
  /// - Parameter forced: ICU's name of an encoding.
  static func text(_ bytes: [UInt8], forced: String? = nil) -> String {
    var bytes = TextLines.withoutUTF16(bytes)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // What calls itself UTF-8 and is none was put together from parts.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if let forced, let text = decode(bytes, forced) { return text }
    return decode(bytes, guess([bytes]).rawValue) ?? latin1(bytes)
  }

  /// `nil` where the bytes are not of the encoding, or ICU has none called so.
  static func decode(_ bytes: [UInt8], _ charset: String) -> String? {
    guard !bytes.isEmpty, bytes.count < 1 << 27 else { return bytes.isEmpty ? "" : nil }
    let room = bytes.count * 4 + 16
    var size = -1
    let text = String(unsafeUninitializedCapacity: room) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        size = segue_charset_decode(charset, bytes, bytes.count, start, room)
        return size < 0 || size > room ? 0 : size
      }
    }
    return size < 0 || size > room ? nil : text
  }

  /// Whether ICU has an encoding called so.
  static func isKnown(_ name: String) -> Bool { decode([0x41], name) != nil }

  private static func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// How likely it is; `nil` where the bytes are not of this encoding.
  private func score(_ texts: [[UInt8]]) -> Double? {
    // Of encodings that explain the bytes equally well, the most common.
    var score = self == .western ? 1.0 : self == .cyrillic ? 0.5 : 0
    var left = Self.enough
    for bytes in texts where left > 0 {
      // A cut in the middle of a letter is no mistake of the text's.
      guard let text = Self.decode(bytes, rawValue) else { return nil }
      score += isWide ? wideScore(bytes) : LetterScore.of(text)
      left -= bytes.count
    }
    return score
  }

  private var isWide: Bool { self == .japanese || self == .chinese || self == .korean }

  /// Judges pairs of bytes by where common letters lie in the tables of the encoding.
  private func wideScore(_ bytes: [UInt8]) -> Double {
    var score = 0.0
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      guard first >= 0x80 else {
        index += 1
        continue
      }
      if self == .japanese, (0xA1...0xDF).contains(first) {
        // Half-width kana: real ones are rare.
        score -= 0.5
        index += 1
        continue
      }
      let second = index + 1 < bytes.count ? bytes[index + 1] : 0
      score += pairScore(first, second)
      index += 2
    }
    return score
  }

  private func pairScore(_ first: UInt8, _ second: UInt8) -> Double {
    switch self {
    case .japanese:
      // Kana, then the common half of the kanji.
      if first == 0x82 || first == 0x83 { return second >= 0x40 ? 3 : -1 }
      if first == 0x81 { return 0.5 }
      return (0x88...0x97).contains(first) ? 2 : -0.5
    case .chinese:
      if second < 0xA1 { return -1 }
      return (0xB0...0xD7).contains(first) ? 2 : first == 0xA1 || first == 0xA3 ? 0.5 : -0.5
    default:
      if second < 0xA1 { return -1 }
      return (0xB0...0xC8).contains(first) ? 2.1 : -1
    }
  }
}

/// How much a text looks like one that somebody wrote, by its letters that are not ASCII.
enum LetterScore {
  private static let frequent = Set(
    "оеаинтсрвлкмдояьОЕАИНТСРВЛКМПαοιετσνηυρΑΟΙΕΤςάέήίόύώ".unicodeScalars)

  private enum Script { case ascii, latin, cyrillic, greek, none }

  static func of(_ text: String) -> Double {
    let letters = Array(text.unicodeScalars)
    var score = 0.0
    for (index, letter) in letters.enumerated() where letter.value >= 0x80 {
      let before = index > 0 ? letters[index - 1] : " "
      let after = index + 1 < letters.count ? letters[index + 1] : " "
      score += value(letter, before, after)
    }
    return score
  }

  private static func value(
    _ letter: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar
  ) -> Double {
    let (left, right) = (script(before), script(after))
    switch script(letter) {
    case .cyrillic, .greek:
      var value = frequent.contains(letter) ? 1.5 : 0.8
      let own = script(letter)
      // A word of one letter tells little; one of two scripts is none.
      if left != own, right != own { value = 0.2 }
      if (left != own && left != .none) || (right != own && right != .none) { value -= 4 }
      if letter.properties.isUppercase, left == own, before.properties.isLowercase { value -= 3 }
      if letter.properties.isUppercase, left == own, before.properties.isUppercase,
        right == own, after.properties.isLowercase
      {
        value -= 2
      }
      return value
    case .latin:
      if left == .latin && right == .latin { return -1.5 }
      if letter.properties.isUppercase, before.properties.isLowercase { return -1 }
      if left == .ascii || right == .ascii { return 1.2 }
      return left == .latin || right == .latin ? -0.5 : 0.3
    case .ascii, .none:
      if letter.properties.isAlphabetic { return -0.5 }
      // Typographic marks are ordinary at the borders of words, signs inside of them are not.
      let isMark = (0x2010...0x2026).contains(letter.value) || letter == "«" || letter == "»"
      if isMark { return 0.3 }
      return left != .none && right != .none ? -2 : -0.6
    }
  }

  private static func script(_ letter: Unicode.Scalar) -> Script {
    switch letter.value {
    case 0x41...0x5A, 0x61...0x7A: .ascii
    case 0xC0...0x24F where letter != "×" && letter != "÷": .latin
    case 0x370...0x3FF: letter.properties.isAlphabetic ? .greek : .none
    case 0x400...0x4FF: .cyrillic
    default: .none
    }
  }
}
