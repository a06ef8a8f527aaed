import CSQLite
import Glibc
import Media

/// What queries need and SQL has not: folded comparisons, keys of order, extensions of names.
enum QueryFunctions {
  /// Makes them known to a connection, which keeps `keys`.
  static func register(_ database: OpaquePointer, keys: KeyOrder) -> Int32 {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    for (name, count, body) in [
      ("segue_field", Int32(4), field), ("segue_folded", 4, folded),
      ("segue_extension", 1, fileExtension),
    ] {
      let code = sqlite3_create_function_v2(
        database, name, count, flags, nil, body, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    return sqlite3_create_function_v2(
      database, "segue_key", 1, flags, Unmanaged.passRetained(keys).toOpaque(), key, nil, nil
    ) { Unmanaged<KeyOrder>.fromOpaque($0.unsafelyUnwrapped).release() }
  }

  private typealias Body =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  /// `segue_field(text, number, comparison, folded)`: whether a value in a field of an item's search text compares
  /// so; in any field where the number is -1.
  private static let field: Body = { context, _, values in
    guard let context, let values else { return }
    let text = bytes(values[0])
    let number = Int(sqlite3_value_int64(values[1]))
    let needle = bytes(values[3])
    let comparison = comparison(values[2])
    if number < 0, needle.count > 0, comparison == .contains {
      // Separators are in no folded text, so that nothing is found across them.
      sqlite3_result_int(context, comparison.finds(needle, in: text[...]) ? 1 : 0)
      return
    }
    let parts = text.split(separator: SearchText.field, omittingEmptySubsequences: false)
    let chosen = number < 0 ? parts[...] : parts.dropFirst(number).prefix(1)
    let holds = chosen.contains { field in
      field.split(separator: SearchText.value).contains { comparison.finds(needle, in: $0) }
    }
    sqlite3_result_int(context, holds ? 1 : 0)
  }

  /// `segue_folded(values, 'single' | 'list' | 'path', comparison, folded)`: whether one of the values compares so.
  private static let folded: Body = { context, _, values in
    guard let context, let values else { return }
    let kind = String(decoding: bytes(values[1]), as: UTF8.self)
    let needle = bytes(values[3])
    let comparison = comparison(values[2])
    let texts = text(values[0]).map { kind == "list" ? TextList.split($0) : [$0] } ?? []
    let property: MediaTextProperty = kind == "path" ? .path : .comment
    let holds = texts.contains { text in
      let value = Array(property.folded(text, TextFolding.fold).utf8)
      return !value.isEmpty
        && value.withUnsafeBytes { comparison.finds(needle, in: $0[...]) }
    }
    sqlite3_result_int(context, holds ? 1 : 0)
  }

  /// `segue_extension(name)`: as `FilePath.fileExtension`.
  private static let fileExtension: Body = { context, _, values in
    guard let context, let values else { return }
    var text = FilePath(bytes: bytes(values[0])).fileExtension
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        if let start = $0.baseAddress {
          segue_result_text(context, start, Int32($0.count))
        } else {
          segue_result_text(context, "", 0)
        }
      }
    }
  }

  /// `segue_key(values)`: what they are ordered by; NULL for none.
  private static let key: Body = { context, _, values in
    guard let context, let values, let text = text(values[0]), !text.isEmpty,
      let data = sqlite3_user_data(context)
    else { return }
    let key = Unmanaged<KeyOrder>.fromOpaque(data).takeUnretainedValue().key(text)
    key.withUnsafeBytes { segue_result_blob(context, $0.baseAddress, Int32($0.count)) }
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    guard sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    return String(decoding: bytes(value), as: UTF8.self)
  }

  private static func comparison(_ value: OpaquePointer?) -> MediaTextComparison {
    MediaTextComparison(rawValue: text(value) ?? "") ?? .equals
  }
}

extension MediaTextComparison {
  /// As `holds`, over memory.
  fileprivate func finds(
    _ needle: UnsafeRawBufferPointer, in value: Slice<UnsafeRawBufferPointer>
  ) -> Bool {
    guard needle.count > 0 else { return self != .equals }
    guard value.count >= needle.count, let start = needle.baseAddress else { return false }
    let value = UnsafeRawBufferPointer(rebasing: value)
    guard let base = value.baseAddress else { return false }
    switch self {
    case .equals: return value.count == needle.count && memcmp(base, start, needle.count) == 0
    case .startsWith: return memcmp(base, start, needle.count) == 0
    case .contains: return Self.isPart(start, needle.count, of: base, value.count)
    }
  }

  private static func isPart(
    _ needle: UnsafeRawPointer, _ size: Int, of base: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    let first = Int32(needle.load(as: UInt8.self))
    var place = 0
    while place <= count - size, let hit = memchr(base + place, first, count - size - place + 1) {
      if memcmp(hit, needle, size) == 0 { return true }
      place = base.distance(to: UnsafeRawPointer(hit)) + 1
    }
    return false
  }
}

/// The order of a library's texts, for a connection to its database.
///
/// `@unchecked Sendable` is fine because it is used by who uses the connection, one thread at a time.
final class KeyOrder: @unchecked Sendable {
  private var collator: Collator?
  private var locale: String?

  /// Must be called before keys are asked for.
  func use(locale: String) throws(LibraryError) {
    guard self.locale != locale else { return }
    collator = try Collator(locale: locale)
    self.locale = locale
  }

  /// The key of a text, or of a list's values one after the other.
  func key(_ text: String) -> [UInt8] {
    collator?.key(Self.joined(TextList.split(text))) ?? []
  }

  /// Values of a list as one text for order.
  static func joined(_ values: [String]) -> String { values.joined(separator: "; ") }
}
