import CICU
import Media

/// The order of texts in a locale: case and marks count after letters, numbers by their value.
struct Collator: ~Copyable {
  private let handle: UnsafeMutableRawPointer
  private let articles: LeadingArticles
  private var buffer = [UInt8](repeating: 0, count: 1024)

  /// ICU's version; keys of different versions cannot be compared.
  static var version: String {
    var text = [CChar](repeating: 0, count: 20)
    segue_icu_version(&text)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  init(_ order: LibraryOrder) throws(LibraryError) {
    guard let handle = segue_collator_open(order.locale) else {
      throw .text(reason: "ICU has no collation for the locale \"\(order.locale)\"")
    }
    self.handle = handle
    articles = order.articles
  }

  deinit { segue_collator_close(handle) }

  /// Bytes that compare as the texts do, none of them zero. Only the first characters of long texts
  /// count.
  mutating func key(_ text: String) -> [UInt8] {
    var text = text
    let handle = handle
    let size = text.withUTF8 { bytes in
      buffer.withUnsafeMutableBufferPointer { key in
        bytes.withMemoryRebound(to: CChar.self) { text in
          guard let start = text.baseAddress, let room = key.baseAddress else { return 0 }
          let size = segue_collator_key(handle, start, min(text.count, 400), room, key.count)
          return min(size, key.count)
        }
      }
    }
    return Array(buffer[..<size])
  }

  /// As `key`, of a name whose article does not count.
  mutating func nameKey(_ name: String) -> [UInt8] { key(articles.skipped(in: name)) }

  /// What ICU calls a locale that the environment names: `pl_PL.UTF-8@euro` is `pl_PL`.
  static func name(ofEnvironment locale: String?) -> String {
    let name = (locale ?? "").prefix { $0 != "." && $0 != "@" }
    return name == "C" || name == "POSIX" ? "" : String(name)
  }
}
