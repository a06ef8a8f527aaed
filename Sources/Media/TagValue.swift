/// The values that tags hold as text; what makes no sense is `nil`.
public enum TagValue {
  /// A place in an album, with the number of places where it is told: `3`, `03`, `3/12`. `A1` is none.
  public static func place(_ text: String?) -> (number: Int?, count: Int?) {
    guard let text else { return (nil, nil) }
    if let number = digits(text) { return (number, nil) }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first.flatMap(wholeNumber), parts.count > 1 ? wholeNumber(parts[1]) : nil)
  }

  /// A place in an album as tags have it that may count the places elsewhere. There is no place 0, and no album has
  /// 0 places.
  public static func place(_ text: String?, count: String?) -> (number: Int?, count: Int?) {
    let told = place(text)
    let count = place(count).number ?? told.count
    return (told.number == 0 ? nil : told.number, count == 0 ? nil : count)
  }

  /// Beats per minute, rounded.
  public static func tempo(_ text: String?) -> Int? {
    guard let value = number(text), (0.5..<100_000).contains(value) else { return nil }
    return Int(value.rounded())
  }

  public static func flag(_ text: String?) -> Bool {
    ["1", "true", "yes"].contains(text?.lowercased())
  }

  /// A gain in decibels: `-6.20 dB`.
  public static func gain(_ text: String?) -> Double? {
    guard var text = text?.lowercased() else { return nil }
    if text.hasSuffix("db") { text.removeLast(2) }
    guard let gain = number(text), (-100...100).contains(gain) else { return nil }
    return gain
  }

  /// The gain of an Opus file, in 256ths of a decibel to -23 LUFS; ReplayGain's reference is -18 LUFS.
  ///
  /// Sources: RFC 7845, section 5.2.1; ReplayGain 2.0 specification, "Reference level".
  public static func r128Gain(_ text: String?) -> Double? {
    guard let text, let value = Int(text), (-32768...32767).contains(value) else { return nil }
    return Double(value) / 256 + 5
  }

  /// The largest absolute sample value, where 1 is full scale.
  public static func peak(_ text: String?) -> Double? {
    guard let peak = number(text), (0...1000).contains(peak) else { return nil }
    return peak
  }

  /// A rating of 0 to 10 from that of a POPM frame, 1 to 255, whose whole stars are 1, 64, 128, 196 and 255.
  ///
  /// Source: what Windows writes, and MediaMonkey between its stars.
  public static func rating(of255 text: String?) -> Int? {
    guard let text, let value = Int(text), (1...255).contains(value) else { return nil }
    if value == 1 { return 2 }
    return 1 + [22, 42, 59, 91, 123, 157, 191, 219, 249].count { value > $0 }
  }

  /// A rating of 0 to 10 from that of Windows Media, whose stars are 1, 25, 50, 75 and 99.
  public static func rating(of99 text: String?) -> Int? {
    guard let text, let value = Int(text), (1...99).contains(value) else { return nil }
    return 2 * (1 + [12, 37, 62, 87].count { value > $0 })
  }

  /// A rating of 0 to 10 from a share of 1; negative is none. Source: FMPS metadata specification.
  public static func rating(of1 text: String?) -> Int? {
    guard let value = number(text), (0...1).contains(value) else { return nil }
    return Int((value * 10).rounded())
  }

  /// A rating of 0 to 10 from one whose scale is not told: a fraction is of 1, and whole numbers are of 5, 10 or
  /// 100, whichever is the first they fit. 0 is not rated.
  public static func rating(_ text: String?) -> Int? {
    guard let text, let value = number(text), (0...100).contains(value), value > 0 else {
      return nil
    }
    if value < 1 || (value == 1 && text.contains(".")) { return rating(of1: text) }
    if value <= 5 { return Int((value * 2).rounded()) }
    return Int((value <= 10 ? value : value / 10).rounded())
  }

  /// A MusicBrainz identifier in lower case; what is no UUID is none.
  public static func uuid(_ text: String?) -> String? {
    guard let text = text?.lowercased(), text.utf8.count == 36 else { return nil }
    let isUUID = text.utf8.enumerated().allSatisfy { place, byte in
      [8, 13, 18, 23].contains(place)
        ? byte == UInt8(ascii: "-")
        : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return isUUID ? text : nil
  }

  /// Several identifiers, which in one value are parted by slashes or semicolons.
  public static func uuids(_ values: [String]) -> [String] {
    values.flatMap { $0.split { "/; ,".contains($0) } }.compactMap { uuid(String($0)) }
  }

  /// The number that a few digits and nothing else are.
  static func digits(_ text: String) -> Int? {
    guard (1...6).contains(text.utf8.count) else { return nil }
    var number = 0
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
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

extension ReplayGain.Correction {
  /// What two tags say, the gain in decibels; `nil` without a gain that makes sense.
  public init?(gain: String?, peak: String?) {
    guard let gain = TagValue.gain(gain) else { return nil }
    self.init(gain: gain, peak: TagValue.peak(peak))
  }
}
