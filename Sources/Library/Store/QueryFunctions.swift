import CSQLite
import Glibc
import Media

/// What queries need and SQL has not: folded comparisons, keys of order, extensions of names.
enum QueryFunctions {
  /// Makes them known to a connection, which keeps `keys` and `patterns`.
  static func register(
    _ database: OpaquePointer, keys: KeyOrder, patterns: PatternBudget
  ) -> Int32 {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    for (name, count, body) in [
      ("segue_field", Int32(4), field), ("segue_fields", 4, fields), ("segue_folded", 4, folded),
      ("segue_exact", 4, exact), ("segue_first", 1, first), ("segue_line", 1, line),
      ("segue_extension", 1, fileExtension),
    ] {
      let code = sqlite3_create_function_v2(
        database, name, count, flags, nil, body, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    for (name, count, body) in [
      ("segue_key", Int32(1), key), ("segue_name_key", 1, nameKey),
      ("segue_place", 5, place),
    ] {
      let code = sqlite3_create_function_v2(
        database, name, count, flags, Unmanaged.passRetained(keys).toOpaque(), body, nil, nil
      ) { Unmanaged<KeyOrder>.fromOpaque($0.unsafelyUnwrapped).release() }
      guard code == SQLITE_OK else { return code }
    }
    return sqlite3_create_function_v2(
      database, "segue_pattern", 4, flags, Unmanaged.passRetained(patterns).toOpaque(), pattern,
      nil, nil
    ) { Unmanaged<PatternBudget>.fromOpaque($0.unsafelyUnwrapped).release() }
  }

  /// What SQLite says when the regular expressions of a query took too long: an error of our own.
  static let patternTakesTooLong = SQLITE_ERROR | 0x5E << 8

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

  /// `segue_fields(text, mask, comparison, folded)`: as `segue_field`, in any of the fields whose bits are set.
  private static let fields: Body = { context, _, values in
    guard let context, let values else { return }
    let text = bytes(values[0])
    let mask = sqlite3_value_int64(values[1])
    let needle = bytes(values[3])
    let comparison = comparison(values[2])
    // Mostly it is nowhere, which is told soonest of all fields at once.
    if needle.count > 0, !MediaTextComparison.contains.finds(needle, in: text[...]) {
      return sqlite3_result_int(context, 0)
    }
    let parts = text.split(separator: SearchText.field, omittingEmptySubsequences: false)
    let holds = parts.enumerated().contains { number, field in
      mask & 1 << Int64(number) != 0
        && field.split(separator: SearchText.value).contains { comparison.finds(needle, in: $0) }
    }
    sqlite3_result_int(context, holds ? 1 : 0)
  }

  /// `segue_exact(values, 'single' | 'list', comparison, text)`: whether one of the values compares so as it is.
  private static let exact: Body = { context, _, values in
    guard let context, let values else { return }
    let needle = bytes(values[3])
    let comparison = comparison(values[2])
    let holds = pieces(values).contains { comparison.finds(needle, in: $0) }
    sqlite3_result_int(context, holds ? 1 : 0)
  }

  /// `segue_pattern(values, 'single' | 'list', ignores case, pattern)`: whether it is found in one of the values.
  private static let pattern: Body = { context, _, values in
    guard let context, let values, let data = sqlite3_user_data(context) else { return }
    let budget = Unmanaged<PatternBudget>.fromOpaque(data).takeUnretainedValue()
    let use = PatternUse.of(context, argument: 3) { () throws(PatternMatcher.Mistake) in
      let ignoresCase = sqlite3_value_int64(values[2]) != 0
      return try PatternMatcher(
        MediaPattern(text(values[3]) ?? "", ignoresCase: ignoresCase), budget)
    }
    guard let use else { return sqlite3_result_int(context, 0) }
    let holds = pieces(values).contains { use.finds(in: UnsafeRawBufferPointer(rebasing: $0)) }
    if budget.isExhausted { return sqlite3_result_error_code(context, patternTakesTooLong) }
    sqlite3_result_int(context, holds ? 1 : 0)
  }

  /// The values of a text, or of a list where the second argument says so; none of NULL.
  private static func pieces(
    _ values: UnsafeMutablePointer<OpaquePointer?>
  ) -> [Slice<UnsafeRawBufferPointer>] {
    guard sqlite3_value_type(values[0]) != SQLITE_NULL else { return [] }
    let all = bytes(values[0])
    guard bytes(values[1]).elementsEqual("list".utf8) else { return [all[...]] }
    return all.split(separator: 0x1F, omittingEmptySubsequences: false)
  }

  /// `segue_first(values)`: the first value of a list; NULL for none.
  private static let first: Body = { context, _, values in
    guard let context, let values, sqlite3_value_type(values[0]) != SQLITE_NULL else { return }
    let all = bytes(values[0])
    let count = all.firstIndex(of: 0x1F) ?? all.count
    guard count > 0, let start = all.baseAddress else { return segue_result_text(context, "", 0) }
    segue_result_text(context, start.assumingMemoryBound(to: CChar.self), Int32(count))
  }

  /// `segue_line(values)`: the values of a list as one text; NULL for none.
  private static let line: Body = { context, _, values in
    guard let context, let values, sqlite3_value_type(values[0]) != SQLITE_NULL else { return }
    let all = bytes(values[0])
    // Most have one value.
    guard all.contains(0x1F) else { return sqlite3_result_value(context, values[0]) }
    var text = KeyOrder.joined(TextList.split(String(decoding: all, as: UTF8.self)))
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        if let start = $0.baseAddress { segue_result_text(context, start, Int32($0.count)) }
      }
    }
  }

  /// `segue_place(folder, cue track, disc, track, name)`: as `PlaceKey.item`.
  private static let place: Body = { context, _, values in
    guard let context, let values, let data = sqlite3_user_data(context) else { return }
    let order = Unmanaged<KeyOrder>.fromOpaque(data).takeUnretainedValue()
    let folder = order.folder(text(values[0]) ?? "")
    let isTrack = sqlite3_value_type(values[1]) != SQLITE_NULL
    let key = PlaceKey.item(
      folder, disc: isTrack ? 0 : Int(sqlite3_value_int64(values[2])),
      track: Int(sqlite3_value_int64(values[isTrack ? 1 : 3])),
      name: isTrack ? [] : order.key(text(values[4]) ?? ""))
    key.withUnsafeBytes { segue_result_blob(context, $0.baseAddress, Int32($0.count)) }
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

  /// `segue_key(text)`: what it is ordered by; NULL for none.
  private static let key: Body = { context, _, values in
    guard let context, let values, let text = text(values[0]), !text.isEmpty,
      let data = sqlite3_user_data(context)
    else { return }
    let key = Unmanaged<KeyOrder>.fromOpaque(data).takeUnretainedValue().key(text)
    key.withUnsafeBytes { segue_result_blob(context, $0.baseAddress, Int32($0.count)) }
  }

  /// `segue_name_key(text)`: as `segue_key`, of names whose articles do not count.
  private static let nameKey: Body = { context, _, values in
    guard let context, let values, let text = text(values[0]), !text.isEmpty,
      let data = sqlite3_user_data(context)
    else { return }
    let key = Unmanaged<KeyOrder>.fromOpaque(data).takeUnretainedValue().nameKey(text)
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
    // Called for each row: no text is made of it.
    switch bytes(value).first {
    case UInt8(ascii: "c"): .contains
    case UInt8(ascii: "s"): .startsWith
    default: .equals
    }
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

/// A pattern that a statement looks for, kept with it.
private final class PatternUse {
  private var matcher: PatternMatcher

  private init(_ matcher: consuming PatternMatcher) { self.matcher = matcher }

  func finds(in text: UnsafeRawBufferPointer) -> Bool { matcher.finds(in: text) }

  /// That of a statement's argument, made for its first row; `nil` where it is no pattern.
  static func of(
    _ context: OpaquePointer, argument: Int32,
    _ make: () throws(PatternMatcher.Mistake) -> PatternMatcher
  ) -> PatternUse? {
    if let known = sqlite3_get_auxdata(context, argument) {
      return Unmanaged<PatternUse>.fromOpaque(known).takeUnretainedValue()
    }
    guard let made = try? PatternUse(make()) else { return nil }
    sqlite3_set_auxdata(context, argument, Unmanaged.passRetained(made).toOpaque()) {
      if let known = $0 { Unmanaged<PatternUse>.fromOpaque(known).release() }
    }
    return made
  }
}

/// The order of a library's texts, for a connection to its database.
///
/// `@unchecked Sendable` is fine because it is used by who uses the connection, one thread at a time.
final class KeyOrder: @unchecked Sendable {
  private var collator: Collator?
  private var order: LibraryOrder?
  /// Keys of folders, which come again with each of their items.
  private var folders: [String: [UInt8]] = [:]
  private static let limit = 4096

  /// Must be called before keys are asked for.
  func use(_ order: LibraryOrder) throws(LibraryError) {
    guard self.order != order else { return }
    collator = try Collator(order)
    self.order = order
    folders = [:]
  }

  /// The key of a text.
  func key(_ text: String) -> [UInt8] { collator?.key(text) ?? [] }

  /// As `PlaceKey.folder`.
  func folder(_ uri: String) -> [UInt8] {
    if let known = folders[uri] { return known }
    if folders.count >= Self.limit { folders.removeAll(keepingCapacity: true) }
    let key = PlaceKey.folder(uri) { self.key($0) }
    folders[uri] = key
    return key
  }

  /// The key of a name whose article does not count.
  func nameKey(_ text: String) -> [UInt8] { collator?.nameKey(text) ?? [] }

  /// Values of a list as one text for order.
  static func joined(_ values: [String]) -> String { values.joined(separator: "; ") }
}
