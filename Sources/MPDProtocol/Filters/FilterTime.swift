/// Times as clients write them: seconds since 1970, or ISO 8601 in UTC.
enum FilterTime {
  private static let mistake = MPDError(.argument, "Failed to parse date")

  /// Seconds since 1970.
  static func seconds(_ text: String) throws(MPDError) -> Int64 {
    let text = text.drop { $0 == " " }
    if let whole = whole(text) { return whole }
    let (date, time) = halves(text)
    var seconds = try day(date) * 86400
    guard let time else { return seconds }
    let (clock, zone) = Self.zone(time)
    let parts =
      clock.contains(":")
      ? clock.split(separator: ":", omittingEmptySubsequences: false)
      : pairs(clock)
    guard (1...3).contains(parts.count) else {
      throw MPDError(.argument, "Failed to parse time of day")
    }
    for (part, (unit, limit)) in zip(parts, [(3600, 23), (60, 59), (1, 60)]) {
      guard let number = number(part), number <= limit else {
        throw MPDError(.argument, "Failed to parse time of day")
      }
      seconds += Int64(number * unit)
    }
    return seconds - (try offset(zone))
  }

  /// A number that is all of the text; too large ones are the largest.
  private static func whole(_ text: Substring) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let value = Int64(digits) ?? .max
    return isNegative ? -value : value
  }

  private static func halves(_ text: Substring) -> (Substring, Substring?) {
    guard let place = text.firstIndex(of: "T") else { return (text, nil) }
    return (text[..<place], text[text.index(after: place)...])
  }

  /// `2004`, `2004-11`, `2004-11-09` or `20041109`, as days since 1970.
  private static func day(_ text: Substring) throws(MPDError) -> Int64 {
    var fields = text.split(separator: "-", omittingEmptySubsequences: false)
    if fields.count == 1, text.count == 8 {
      fields = [text.prefix(4), text.dropFirst(4).prefix(2), text.suffix(2)]
    }
    let numbers = fields.compactMap { number($0) }
    guard numbers.count == fields.count, (1...3).contains(numbers.count) else { throw mistake }
    let (month, day) = (numbers.count > 1 ? numbers[1] : 1, numbers.count > 2 ? numbers[2] : 1)
    guard numbers[0] <= 9999, (1...12).contains(month), (1...31).contains(day) else {
      throw mistake
    }
    // In years that begin in March, so that the leap day comes last.
    let year = Int64(numbers[0]) - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let ofYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }

  /// A time of day and what follows it.
  private static func zone(_ time: Substring) -> (Substring, Substring) {
    let place = time.firstIndex { !($0.isASCII && $0.isNumber) && $0 != ":" } ?? time.endIndex
    return (time[..<place], time[place...])
  }

  /// Seconds before UTC, of `Z`, `+01`, `+01:00` or nothing.
  private static func offset(_ zone: Substring) throws(MPDError) -> Int64 {
    guard let sign = zone.first else { return 0 }
    let rest = zone.dropFirst()
    if sign == "Z", rest.isEmpty { return 0 }
    let digits = rest.filter { $0 != ":" }
    guard sign == "+" || sign == "-", digits.count == 2 || digits.count == 4,
      let hours = number(digits.prefix(2)), let minutes = number("0" + digits.dropFirst(2))
    else { throw MPDError(.argument, "Garbage at end of time stamp") }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return sign == "-" ? -seconds : seconds
  }

  /// `0102` as `01` and `02`.
  private static func pairs(_ text: Substring) -> [Substring] {
    var (parts, rest): ([Substring], Substring) = ([], text)
    while !rest.isEmpty {
      parts.append(rest.prefix(2))
      rest = rest.dropFirst(2)
    }
    return parts
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard (1...4).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }
}
