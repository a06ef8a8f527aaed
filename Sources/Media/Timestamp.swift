/// A moment in time, as files have it: nanoseconds since 1970-01-01 UTC.
public struct Timestamp: Sendable, Hashable, Comparable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Seconds since 1970, rounded down.
  public var seconds: Int64 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? whole - 1 : whole
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601 in UTC, to the second: `2004-11-09T08:07:06Z`.
  public var description: String {
    let second = ((seconds % 86400) + 86400) % 86400
    let (year, month, day) = Self.civil(day: (seconds - second) / 86400)
    // 1677 to 2262 is what nanoseconds reach.
    return String(unsafeUninitializedCapacity: 20) { text in
      func put(_ number: Int64, at place: Int, _ width: Int) {
        var rest = number
        for index in (place..<place + width).reversed() {
          text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
      }
      for (place, mark) in zip([4, 7, 10, 13, 16, 19], "--T::Z".utf8) { text[place] = mark }
      put(year, at: 0, 4)
      put(month, at: 5, 2)
      put(day, at: 8, 2)
      put(second / 3600, at: 11, 2)
      put(second / 60 % 60, at: 14, 2)
      put(second % 60, at: 17, 2)
      return 20
    }
  }

  /// The date in UTC: `2004-11-09`.
  var day: String { String(description.prefix { $0 != "T" }) }

  /// The week in UTC, which belongs to the year that has its Thursday: `2004-W46`. Source: ISO 8601.
  var week: String {
    let second = ((seconds % 86400) + 86400) % 86400
    let day = (seconds - second) / 86400
    // 1970-01-01 was a Thursday.
    let weekday = ((day + 3) % 7 + 7) % 7
    let thursday = Self.civil(day: day - weekday + 3)
    let first = Self.day(thursday.year, 1, 1)
    let number = (day - weekday + 3 - first) / 7 + 1
    return "\(thursday.year)-W\(number < 10 ? "0" : "")\(number)"
  }

  /// Reads what `description` writes; a fraction of a second is left out.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      Int64(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1970...2261).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let days = Self.day(year, month, day)
    self.init(nanoseconds: (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000_000)
  }

  /// Counts days from 1970-01-01, the other way round than `civil`.
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }

  /// The date of a day counted from 1970-01-01 in the Gregorian calendar.
  ///
  /// Counts in eras of 400 years (146097 days) from March, so that the leap day comes last.
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * ofYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1)
  }
}
