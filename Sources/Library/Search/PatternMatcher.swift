import CPCRE2
import Media

/// A regular expression ready to be looked for, used by one thread at a time.
///
/// One that needs too many steps for a text is not found in it, and none where its budget is used up.
public struct PatternMatcher: ~Copyable {
  private let handle: UnsafeMutableRawPointer
  private let budget: PatternBudget

  /// Steps from one place of a text: about a millisecond.
  private static let steps: UInt32 = 100_000

  /// Why a text is no pattern.
  public struct Mistake: Error, Equatable {
    /// In bytes of the pattern.
    public let offset: Int
    public let reason: String
  }

  public init(
    _ pattern: MediaPattern, _ budget: PatternBudget = PatternBudget()
  ) throws(Mistake) {
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
    self.budget = budget
  }

  deinit { segue_pattern_close(handle) }

  public mutating func finds(in text: UnsafeRawBufferPointer) -> Bool {
    guard !budget.isExhausted else { return false }
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    let found = start.map { segue_pattern_find(handle, $0, text.count, &budget.left) }
    // An empty text has no address.
    switch found ?? segue_pattern_find(handle, "", 0, &budget.left) {
    case 0: return false
    case 1...: return true
    default:
      budget.failures += 1
      return false
    }
  }

  public mutating func finds(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { finds(in: UnsafeRawBufferPointer($0)) }
  }
}

/// What the regular expressions of one query may take together, used by one thread at a time.
public final class PatternBudget {
  /// In nanoseconds.
  fileprivate var left: Int64
  /// Texts on which was given up.
  fileprivate var failures = 0
  private let whole: Int64

  /// Far more than sensible patterns need for a large library.
  public static let usual = Duration.seconds(2)
  private static let patience = 32

  /// - Parameter time: How long they may take.
  public init(_ time: Duration = usual) {
    whole = time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000
    left = whole
  }

  /// Whether so much was given up that what is said is worth nothing.
  public var isExhausted: Bool { left <= 0 || failures >= Self.patience }

  /// Begins anew, for another query.
  func renew() { (left, failures) = (whole, 0) }
}

/// Patterns that are looked for in many texts, each made once.
private final class PatternMatchers {
  /// A pattern; `nil` for what is none.
  private final class Box {
    var matcher: PatternMatcher?

    init(_ pattern: MediaPattern, _ budget: PatternBudget) {
      matcher = try? PatternMatcher(pattern, budget)
    }
  }

  private var known: [MediaPattern: Box] = [:]
  let budget: PatternBudget

  init(_ budget: PatternBudget) { self.budget = budget }

  /// Whether a pattern is found in a text; what is no pattern never is.
  func finds(_ pattern: MediaPattern, in text: String) -> Bool {
    let box = known[pattern] ?? Box(pattern, budget)
    known[pattern] = box
    return box.matcher?.finds(in: text) ?? false
  }
}

extension MediaMatching {
  /// As the library judges conditions; each different text is folded once.
  public static func library(_ budget: PatternBudget = PatternBudget()) -> MediaMatching {
    let patterns = PatternMatchers(budget)
    var known: [String: String] = [:]
    return MediaMatching { text in
      if let folded = known[text] { return folded }
      let folded = TextFolding.fold(text)
      known[text] = folded
      return folded
    } finds: { pattern, text in
      patterns.finds(pattern, in: text)
    } hasGivenUp: {
      budget.isExhausted
    }
  }

  /// Refuses what was found where a regular expression took too long.
  public func check() throws(LibraryError) {
    if hasGivenUp() { throw .patternTakesTooLong }
  }
}
