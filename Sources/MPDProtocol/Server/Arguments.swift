import Media

/// A part of a list as arguments name it: `START:END`, END exclusive, or left out for the end.
public struct ArgumentRange: Equatable, Sendable {
  public var start: Int
  /// `nil` for the end of the list, wherever that is.
  public var end: Int?

  public init(start: Int, end: Int?) {
    self.start = start
    self.end = end
  }

  public static let all = ArgumentRange(start: 0, end: nil)

  /// The places meant in a list of `count`; `nil` when it starts behind the end of the list.
  public func clamped(to count: Int) -> Range<Int>? {
    guard start <= count else { return nil }
    return start..<max(start, min(end ?? count, count))
  }
}

/// Where to put what is added: a place, or one counted from the current entry.
public enum ArgumentPosition: Equatable, Sendable {
  case absolute(Int)
  /// `+0` is right behind the current entry.
  case after(Int)
  /// `-0` is right before the current entry.
  case before(Int)
}

/// Reads arguments as MPD does, with its sentences where it does not accept them.
public enum Argument {
  /// A number that fits 32 bits, negative ones included.
  public static func integer(_ text: String) throws(MPDError) -> Int {
    guard let value = number(text) else {
      throw MPDError(.argument, "Integer expected: \(text)")
    }
    guard let value = Int32(exactly: value) else {
      throw MPDError(.argument, "Number too large: \(text)")
    }
    return Int(value)
  }

  /// A number from 0 to `maximum`.
  public static func unsigned(
    _ text: String, maximum: Int = Int(UInt32.max)
  ) throws(MPDError) -> Int {
    guard let value = number(text) else {
      throw MPDError(.argument, "Integer expected: \(text)")
    }
    guard value >= 0, value <= maximum else {
      throw MPDError(.argument, "Number too large: \(text)")
    }
    return Int(value)
  }

  public static func bool(_ text: String) throws(MPDError) -> Bool {
    switch number(text) {
    case 0: false
    case 1: true
    default: throw MPDError(.argument, "Boolean (0/1) expected: \(text)")
    }
  }

  /// `START:END`, `START:`, or a single place. `-1` means everything, as it did long ago.
  public static func range(_ text: String) throws(MPDError) -> ArgumentRange {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = number(parts[0]) else {
      throw MPDError(.argument, "Integer or range expected: \(text)")
    }
    if first == -1, parts.count == 1 { return .all }
    let start = try place(first, text)
    guard parts.count == 2 else { return ArgumentRange(start: start, end: start + 1) }
    if parts[1].isEmpty { return ArgumentRange(start: start, end: nil) }
    guard let last = number(parts[1]) else {
      throw MPDError(.argument, "Integer or range expected: \(text)")
    }
    let end = try place(last, text)
    guard start <= end else { throw MPDError(.argument, "Malformed range: \(text)") }
    return ArgumentRange(start: start, end: end)
  }

  /// `N`, `+N` or `-N`.
  public static func position(_ text: String) throws(MPDError) -> ArgumentPosition {
    switch text.utf8.first {
    case UInt8(ascii: "+"): .after(try unsigned(String(text.dropFirst()), maximum: maximum))
    case UInt8(ascii: "-"): .before(try unsigned(String(text.dropFirst()), maximum: maximum))
    default: .absolute(try unsigned(text, maximum: maximum))
    }
  }

  /// A time in seconds, which may have a fraction.
  public static func seconds(_ text: String) throws(MPDError) -> Duration {
    let value = try float(text)
    guard value >= 0 else { throw MPDError(.argument, "Negative value not allowed: \(text)") }
    return .milliseconds(Int64(min(value, 1e9) * 1000))
  }

  /// `START:END` in seconds, both of which may be left out; `nil` for all.
  public static func timeRange(_ text: String) throws(MPDError) -> PlayedRange? {
    let bad = MPDError(.argument, "Bad range")
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw bad }
    var places: [Int64] = []
    for part in parts {
      guard let value = part.isEmpty ? 0 : Double(part), value.isFinite, value >= 0 else {
        throw bad
      }
      places.append(Int64((min(value, 1e9) * 1000).rounded()))
    }
    // As in MPD an end of nothing is that of the song.
    guard places != [0, 0] else { return nil }
    guard let range = PlayedRange(start: places[0], end: places[1] == 0 ? nil : places[1]) else {
      throw bad
    }
    return range
  }

  /// A time to go to: seconds, or with a sign, counted from here.
  public static func jump(_ text: String) throws(MPDError) -> (time: Duration, isRelative: Bool) {
    guard text.hasPrefix("+") || text.hasPrefix("-") else { return (try seconds(text), false) }
    return (.milliseconds(Int64(min(max(try float(text), -1e9), 1e9) * 1000)), true)
  }

  public static func float(_ text: String) throws(MPDError) -> Double {
    guard let value = Double(text), value.isFinite else {
      throw MPDError(.argument, "Float expected: \(text)")
    }
    return value
  }

  private static let maximum = Int(Int32.max)

  private static func place(_ value: Int64, _ text: String) throws(MPDError) -> Int {
    guard value >= 0 else { throw MPDError(.argument, "Number is negative: \(text)") }
    guard value <= maximum else { throw MPDError(.argument, "Number too large: \(text)") }
    return Int(value)
  }

  /// A decimal number with an optional sign; what does not fit becomes the nearest that does.
  private static func number(_ text: some StringProtocol) -> Int64? {
    if let value = Int64(text) { return value }
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return text.hasPrefix("-") ? .min : .max
  }
}
