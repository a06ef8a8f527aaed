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
    let folded = ascii(text) ?? latin(CyrillicLetters.romanized(text))
    return folded.isEmpty ? bare(text) : folded
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
    guard text.utf8.first == 0x20 || text.utf8.last == 0x20 || text.contains("  ") else {
      return text
    }
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
