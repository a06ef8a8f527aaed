/// A date as precise as a tag gives it: a year, a month, or a day.
public struct MediaDate: Sendable, Hashable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12; `nil` when the tag has only the year.
  public let month: Int?
  /// 1 to 31; `nil` when the tag has no day.
  public let day: Int?

  /// `nil` for a date that no calendar has.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (1...9999).contains(year) else { return nil }
    guard let month else {
      guard day == nil else { return nil }
      (self.year, self.month, self.day) = (year, nil, nil)
      return
    }
    guard (1...12).contains(month) else { return nil }
    if let day, !(1...Self.days(of: month, in: year)).contains(day) { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads the start of a tag: `2004`, `2004-11`, `2004-11-09`, `2004-11-09T12:30`, `20041109`.
  ///
  /// Parts that make no sense are left out (`2004-00-00` is 2004); without a year there is no date.
  public init?(tag text: String) {
    let parts = Self.parts(of: text)
    guard let year = parts.first else { return nil }
    let month = parts.count > 1 ? parts[1] : nil
    let day = parts.count > 2 ? parts[2] : nil
    guard
      let date = MediaDate(year: year, month: month, day: day)
        ?? MediaDate(year: year, month: month) ?? MediaDate(year: year)
    else { return nil }
    self = date
  }

  /// Year, month and day of a tag as numbers, as far as they follow one another.
  private static func parts(of text: String) -> [Int] {
    // Most are a year.
    if text.utf8.count == 4, let year = TagValue.digits(text) { return [year] }
    let text = text.drop { $0 == " " }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    if digits.count == 8, let all = Int(digits) {
      return [all / 10000, all / 100 % 100, all % 100]
    }
    guard digits.count == 4 else { return [] }
    let fields = text.prefix { $0.isASCII && ($0.isNumber || "-/.".contains($0)) }
      .split(whereSeparator: { "-/.".contains($0) }).prefix(3)
    return fields.prefix { $0.count <= 4 }.compactMap { Int($0) }
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension MediaDate: CustomStringConvertible {
  /// ISO 8601, as precise as the date: `2004`, `2004-11`, `2004-11-09`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].compactMap { number, width in
      number.map { String(repeating: "0", count: max(0, width - String($0).count)) + String($0) }
    }.joined(separator: "-")
  }
}

extension MediaDate: Comparable {
  /// A year comes before its months, a month before its days.
  public static func < (left: MediaDate, right: MediaDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}
