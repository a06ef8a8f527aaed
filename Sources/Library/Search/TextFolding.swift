import CICU
import Posix

/// Makes texts that people take for the same the same: in search, the library's text and the query
/// both go through here.
public enum TextFolding {
  /// Grows when the same text is folded to another one than before.
  static let version = 2

  /// The text without case, marks, width and punctuation, words one space apart, in Latin letters where its script is
  /// not that of Chinese or Korean.
  ///
  /// Text that is nothing but punctuation keeps it, without control characters.
  public static func fold(_ text: String) -> String {
    let folded = ascii(text) ?? words(text)
    return folded.isEmpty ? bare(text) : folded
  }

  /// Folds word by word, and each different one once: nothing in a word depends on the words around it, and those of a
  /// title come again in the name of its file.
  private static func words(_ text: String) -> String {
    guard text.unicodeScalars.allSatisfy(isPlain) else { return whole(text) }
    var words: [String] = []
    for bytes in text.utf8.split(separator: 0x20) {
      let word = Word(bytes: Array(bytes))
      if let known = known.withLock({ $0[word] }) {
        words.append(known)
        continue
      }
      let folded = whole(String(Substring(bytes)))
      words.append(folded)
      // Of words that are no words, such as a client may ask for, none comes twice.
      if word.bytes.count > longest { continue }
      known.withLock { known in
        if known.count >= limit { known.removeAll(keepingCapacity: true) }
        known[word] = folded
      }
    }
    return spaced(words.joined(separator: " "))
  }

  /// Whether a letter is one of those that the words around its own are nothing to: the usual ones of Latin, Cyrillic,
  /// Arabic, Han, kana and Hangul. Marks and rarer scripts are not.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xC0...0x24F, 0x410...0x44F, 0x401, 0x451, 0x621...0x63A, 0x641...0x64A,
      0x671...0x6D3, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }

  /// Folds a text at once.
  static func whole(_ text: String) -> String {
    ascii(text) ?? latin(CyrillicLetters.romanized(text))
  }

  /// A word by its bytes: texts are compared by their letters, which takes long.
  private struct Word: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Words that are remembered, and bytes of each.
  private static let limit = 4096
  private static let longest = 64
  private static let known = Guarded<[Word: String]>([:])

  /// Whether a word is remembered.
  static func remembers(_ word: String) -> Bool {
    known.withLock { $0[Word(bytes: Array(word.utf8))] != nil }
  }

  /// What is no word, without case.
  private static func bare(_ text: String) -> String {
    let scalars = text.lowercased().unicodeScalars.filter {
      $0.properties.generalCategory != .control
    }
    return spaced(String(String.UnicodeScalarView(scalars)))
  }

  /// Words one space apart, and none around them.
  private static func spaced(_ text: String) -> String {
    var before: UInt8 = 0x20
    var isSpaced = true
    for byte in text.utf8 {
      if byte == 0x20, before == 0x20 { isSpaced = false }
      before = byte
    }
    if text.isEmpty || isSpaced && before != 0x20 { return text }
    return text.split(separator: " ").joined(separator: " ")
  }

  /// Folds what is ASCII; `nil` for what is not.
  private static func ascii(_ text: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case 0x20: if let last = bytes.last, last != 0x20 { bytes.append(byte) }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case 0x80...: return nil
      default: break
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Folds Latin letters one by one, and leaves the rest to ICU.
  private static func latin(_ text: String) -> String {
    if let folded = ascii(text) { return folded }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x80: bytes.append(UInt8(scalar.value))
      case LatinLetters.range:
        bytes += letters.folded[Int(scalar.value - LatinLetters.range.lowerBound)]
      default: return withICU(text)
      }
    }
    return ascii(String(decoding: bytes, as: UTF8.self)) ?? withICU(text)
  }

  static func withICU(_ text: String) -> String {
    spaced(folder.withLock { $0.fold(text) })
  }

  /// Letters that mean the same to ICU whatever stands beside them: é, ł, ø, ß and so on.
  private struct LatinLetters {
    static let range: ClosedRange<UInt32> = 0xA0...0x24F
    /// What ICU makes of each.
    let folded: [[UInt8]]
  }

  private static let letters = LatinLetters(
    folded: LatinLetters.range.map { value in
      let letter = Unicode.Scalar(value).map { String($0) } ?? ""
      return Array(folder.withLock { $0.fold(letter) }.utf8)
    })

  private static let folder = Guarded(Folder())

  /// ICU's own folding. Kana are composed before they are romanized; Latin-ASCII knows the letters
  /// that do not decompose, such as ł and ø.
  private static let rules = """
    NFKC; [[:Cyrillic:][:Greek:][:Arabic:][:Hebrew:][:Hiragana:][:Katakana:]ー[:Armenian:]\
    [:Georgian:][:Devanagari:][:Bengali:][:Gurmukhi:][:Gujarati:][:Oriya:][:Tamil:][:Telugu:]\
    [:Kannada:][:Malayalam:][:Thai:]] Any-Latin; \
    Latin-ASCII; NFD; [:Mn:] Remove; Lower; [[:P:][:S:][:Cc:]] Remove; NFC
    """

  /// An ICU transliterator, made when it is first needed: that takes some 40 ms.
  private struct Folder: ~Copyable {
    private var handle: UnsafeMutableRawPointer?
    private var wasTried = false

    mutating func fold(_ text: String) -> String {
      if !wasTried { handle = segue_folder_open(rules) }
      wasTried = true
      guard let handle else { return text.lowercased() }
      return Self.fold(text, handle, room: text.utf8.count * 3 + 16) ?? text.lowercased()
    }

    private static func fold(
      _ text: String, _ handle: UnsafeMutableRawPointer, room: Int
    ) -> String? {
      var size = 0
      let folded = String(unsafeUninitializedCapacity: room) { result in
        result.withMemoryRebound(to: CChar.self) { result in
          guard let start = result.baseAddress else { return 0 }
          size = segue_folder_fold(handle, text, text.utf8.count, start, room)
          return size < 0 || size > room ? 0 : size
        }
      }
      if size > room { return fold(text, handle, room: size) }
      return size < 0 ? nil : folded
    }

    deinit { if let handle { segue_folder_close(handle) } }
  }
}
