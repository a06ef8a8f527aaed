import CPCRE2
import Media

/// A regular expression ready to be looked for, used by one thread at a time.
///
/// One that needs too many steps for a text is not found in it; after that has happened often, in none any more.
public struct PatternMatcher: ~Copyable {
  private let handle: UnsafeMutableRawPointer
  /// Texts for which it has given up.
  private var failures = 0

  /// Steps for one text, and how often they may not suffice: together some tenths of a second.
  private static let steps: UInt32 = 100_000
  private static let patience = 32

  /// Why a text is no pattern.
  public struct Mistake: Error, Equatable {
    /// In bytes of the pattern.
    public let offset: Int
    public let reason: String
  }

  public init(_ pattern: MediaPattern) throws(Mistake) {
    var offset = 0
    var reason = [CChar](repeating: 0, count: 128)
    let text = pattern.text
    let handle = segue_pattern_open(
      text, text.utf8.count, pattern.ignoresCase ? 1 : 0, Self.steps, &offset, &reason)
    guard let handle else {
      let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw Mistake(offset: offset, reason: String(decoding: bytes, as: UTF8.self))
    }
    self.handle = handle
  }

  deinit { segue_pattern_close(handle) }

  /// Whether it has given up on so many texts that what it says is worth nothing.
  public var isExhausted: Bool { failures >= Self.patience }

  public mutating func finds(in text: UnsafeRawBufferPointer) -> Bool {
    guard !isExhausted else { return false }
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    let found = start.map { segue_pattern_find(handle, $0, text.count) }
    // An empty text has no address.
    switch found ?? segue_pattern_find(handle, "", 0) {
    case 0: return false
    case 1...: return true
    default:
      failures += 1
      return false
    }
  }

  public mutating func finds(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { finds(in: UnsafeRawBufferPointer($0)) }
  }
}

/// Patterns that are looked for in many texts, each made once.
public final class PatternMatchers {
  private final class Box {
    var matcher: PatternMatcher
    init(_ pattern: MediaPattern) throws(PatternMatcher.Mistake) {
      matcher = try PatternMatcher(pattern)
    }
  }

  private var known: [MediaPattern: Box?] = [:]

  public init() {}

  /// Whether a pattern is found in a text; what is no pattern never is.
  public func finds(_ pattern: MediaPattern, in text: String) -> Bool {
    if known[pattern] == nil { known[pattern] = .some(try? Box(pattern)) }
    guard case .some(.some(let box)) = known[pattern] else { return false }
    return box.matcher.finds(in: text)
  }
}

extension MediaMatching {
  /// As the library judges conditions; each different text is folded once.
  public static func library(priority: Int = 0) -> MediaMatching {
    let patterns = PatternMatchers()
    var known: [String: String] = [:]
    return MediaMatching(priority: priority) { text in
      if let folded = known[text] { return folded }
      let folded = TextFolding.fold(text)
      known[text] = folded
      return folded
    } finds: { pattern, text in
      patterns.finds(pattern, in: text)
    }
  }
}
