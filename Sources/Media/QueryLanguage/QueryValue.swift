/// Reads values, ranges and comparisons of numbers. Each value stands for all numbers that are written so: `1984` as a
/// date is all of that year.
struct QueryValue {
  let unit: QueryUnit
  let now: Timestamp

  enum Failure: Error {
    case unreadable
    case empty
  }

  func range(_ text: String) throws(Failure) -> ClosedRange<Int64> {
    for sign in [">=", "<=", ">", "<", "="] where text.hasPrefix(sign) {
      return try compared(String(text.dropFirst(sign.count)), sign)
    }
    guard let dots = text.firstRange(of: "..") else { return try value(text) }
    let (from, to) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    guard !from.isEmpty || !to.isEmpty else { throw .unreadable }
    let lower = from.isEmpty ? Int64.min : try value(from).lowerBound
    let upper = to.isEmpty ? Int64.max : try value(to).upperBound
    guard lower <= upper else { throw .empty }
    return lower...upper
  }

  private func compared(_ text: String, _ sign: String) throws(Failure) -> ClosedRange<Int64> {
    if unit == .time, let age = Self.age(text) {
      let (moment, overflow) = now.nanoseconds.subtractingReportingOverflow(age)
      guard !overflow, sign != "=" else { throw .unreadable }
      // Younger is later.
      return sign.hasPrefix("<") ? moment...Int64.max : Int64.min...moment
    }
    let value = try value(text)
    switch sign {
    case ">=": return value.lowerBound...Int64.max
    case "<=": return Int64.min...value.upperBound
    case ">":
      guard value.upperBound < Int64.max else { throw .empty }
      return (value.upperBound + 1)...Int64.max
    case "<":
      guard value.lowerBound > Int64.min else { throw .empty }
      return Int64.min...(value.lowerBound - 1)
    default: return value
    }
  }

  /// All numbers that are written so.
  private func value(_ text: String) throws(Failure) -> ClosedRange<Int64> {
    let found: ClosedRange<Int64>? =
      switch unit {
      case .plain: Self.digits(text).map { $0...$0 }
      case .date: Self.dates(text).map { $0.first.ordinal...($0.last.ordinal) }
      case .length: Self.seconds(text).map { ($0 * 1000)...($0 * 1000 + 999) }
      case .rate: Self.scaled(text, ["k": 1000]).map { $0...$0 }
      case .size:
        Self.scaled(text, ["k": 1000, "M": 1_000_000, "G": 1_000_000_000]).map { $0...$0 }
      case .time: Self.times(text)
      }
    guard let found else { throw .unreadable }
    return found
  }

  /// A whole number that is not negative and far from any limit.
  private static func digits(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// A number, with a fraction where a letter multiplies it.
  private static func scaled(_ text: String, _ letters: [Character: Int64]) -> Int64? {
    guard let letter = text.last, let factor = letters[letter] else { return digits(text) }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.flatMap({ digits($0) }), whole < 1_000_000_000
    else { return nil }
    var result = whole * factor
    guard parts.count == 2 else { return result }
    guard digits(parts[1]) != nil else { return nil }
    var unit = factor
    for digit in parts[1].utf8 {
      unit /= 10
      result += Int64(digit - 0x30) * unit
    }
    return result
  }

  private static func seconds(_ text: String) -> Int64? {
    let letters: [Character: Int64] = ["s": 1, "m": 60, "h": 3600]
    if let letter = text.last, let factor = letters[letter] {
      return digits(text.dropLast()).flatMap { $0 < 1_000_000_000 ? $0 * factor : nil }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total: Int64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = digits(part), number < 1_000_000_000,
        index == 0 || part.utf8.count == 2 && number < 60
      else { return nil }
      total = total * 60 + number
    }
    return total
  }

  /// In nanoseconds; months have 30 days, years 365.
  private static func age(_ text: String) -> Int64? {
    let hours: [Character: Int64] = ["h": 1, "d": 24, "w": 168, "m": 720, "y": 8760]
    guard let factor = text.last.flatMap({ hours[$0] }), let number = digits(text.dropLast()),
      number <= 100_000
    else { return nil }
    let (age, overflow) = (number * factor).multipliedReportingOverflow(by: 3_600_000_000_000)
    return overflow ? nil : age
  }

  /// The first and the last of the dates that a date as people write it stands for: itself as a tag has it, and the
  /// last day in it.
  private static func dates(_ text: String) -> (first: MediaDate, last: MediaDate)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { digits($0).map { Int($0) } }
    guard numbers.count == parts.count, (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      let first = MediaDate(
        year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
        day: numbers.count > 2 ? numbers[2] : nil)
    else { return nil }
    let month = first.month ?? 12
    let days = first.day.map { [$0] } ?? [31, 30, 29, 28]
    let last = days.lazy.compactMap { MediaDate(year: first.year, month: month, day: $0) }.first
    return last.map { (first, $0) }
  }

  /// The time that dates take, in UTC.
  private static func times(_ text: String) -> ClosedRange<Int64>? {
    guard let (first, last) = dates(text), first.year >= 1700, first.year <= 2200 else {
      return nil
    }
    let day: Int64 = 86_400_000_000_000
    let start = Timestamp.day(year: first.year, month: first.month ?? 1, day: first.day ?? 1) * day
    let end = Timestamp.day(year: last.year, month: last.month ?? 12, day: last.day ?? 31) * day
    return start...(end + day - 1)
  }
}

extension Timestamp {
  /// The days from 1970-01-01 to a date in the Gregorian calendar.
  static func day(year: Int, month: Int, day: Int) -> Int64 {
    // Counted from March, so that the leap day comes last.
    let shifted = Int64(month <= 2 ? year - 1 : year)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let ofEra = shifted - era * 400
    let ofYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
