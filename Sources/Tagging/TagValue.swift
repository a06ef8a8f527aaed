/// The values that tags hold as text; what makes no sense is `nil`.
enum TagValue {
  /// A place in an album, with the number of places where it is told: `3`, `03`, `3/12`. `A1` is none.
  static func place(_ text: String?) -> (number: Int?, count: Int?) {
    guard let text else { return (nil, nil) }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first.flatMap(wholeNumber), parts.count > 1 ? wholeNumber(parts[1]) : nil)
  }

  /// Beats per minute, rounded.
  static func tempo(_ text: String?) -> Int? {
    guard let value = number(text), (0.5..<100_000).contains(value) else { return nil }
    return Int(value.rounded())
  }

  static func flag(_ text: String?) -> Bool {
    ["1", "true", "yes"].contains(text?.lowercased())
  }

  /// A gain in decibels: `-6.20 dB`.
  static func gain(_ text: String?) -> Double? {
    guard var text = text?.lowercased() else { return nil }
    if text.hasSuffix("db") { text.removeLast(2) }
    guard let gain = number(text), (-100...100).contains(gain) else { return nil }
    return gain
  }

  /// The gain of an Opus file, in 256ths of a decibel to -23 LUFS; ReplayGain's reference is -18 LUFS.
  ///
  /// Sources: RFC 7845, section 5.2.1; ReplayGain 2.0 specification, "Reference level".
  static func r128Gain(_ text: String?) -> Double? {
    guard let text, let value = Int(text), (-32768...32767).contains(value) else { return nil }
    return Double(value) / 256 + 5
  }

  /// The largest absolute sample value, where 1 is full scale.
  static func peak(_ text: String?) -> Double? {
    guard let peak = number(text), (0...1000).contains(peak) else { return nil }
    return peak
  }

  /// A number that a message may carry.
  private static func wholeNumber(_ text: Substring) -> Int? {
    let digits = text.drop { $0 == " " }.prefix { $0 != " " }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
      return nil
    }
    return number <= 1_000_000 ? number : nil
  }

  private static func number(_ text: String?) -> Double? {
    guard let text, text.utf8.count <= 64 else { return nil }
    let plain = text.filter { $0 != " " }.map { $0 == "," ? "." : $0 }
    guard let value = Double(String(plain)), value.isFinite else { return nil }
    return value
  }
}
