import Media

/// What stands in filters beside texts: places, times, formats, priorities.
enum FilterValue {
  /// At or after a time.
  static func since(
    _ property: MediaNumberProperty, _ text: String
  ) throws(MPDError) -> MediaPropertyPredicate {
    let seconds = try FilterTime.seconds(text)
    let (nanoseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let least = isTooLarge ? (seconds < 0 ? Int64.min : .max) : nanoseconds
    return .number(property, least...(.max))
  }

  /// `>= N`.
  static func priority(_ scanner: inout FilterScanner) throws(MPDError) -> MediaPropertyPredicate {
    guard scanner.skip(">=") else { throw MPDError(.argument, "'>=' expected") }
    return .priority(try scanner.number())
  }

  /// `== 'RATE:BITS:CHANNELS'`, or `=~` where each may be `*`.
  static func audioFormat(
    _ scanner: inout FilterScanner
  ) throws(MPDError) -> MediaPropertyPredicate {
    let isMask = scanner.skip("=~")
    guard isMask || scanner.skip("==") else {
      throw MPDError(.argument, "'==' or '=~' expected")
    }
    return try audioFormat(try scanner.quoted(), isMask: isMask)
  }

  static func audioFormat(
    _ text: String, isMask: Bool
  ) throws(MPDError) -> MediaPropertyPredicate {
    if text.hasPrefix("dsd") { return .any([]) }
    var rest = Substring(text)
    var parts: [MediaPropertyPredicate] = []
    func isAny() -> Bool {
      guard isMask, rest.first == "*" else { return false }
      rest = rest.dropFirst()
      return true
    }
    if !isAny() {
      let rate = try number(&rest, "sample rate")
      guard (1...1_000_000).contains(rate) else {
        throw MPDError(.argument, "Invalid sample rate: \(rate)")
      }
      parts.append(.number(.sampleRate, rate...rate))
    }
    guard rest.popFirst() == ":" else { throw MPDError(.argument, "Sample format missing") }
    if !isAny() { parts.append(try bits(&rest)) }
    guard rest.popFirst() == ":" else { throw MPDError(.argument, "Channel count missing") }
    if !isAny() {
      let channels = try number(&rest, "channel count")
      guard (1...8).contains(channels) else {
        throw MPDError(.argument, "Invalid channel count: \(channels)")
      }
      parts.append(.number(.channels, channels...channels))
    }
    guard rest.isEmpty else {
      throw MPDError(.argument, "Extra data after channel count: \(rest)")
    }
    // What has no format is not meant even where everything may be.
    return .all([.not(.isMissing(.number(.sampleRate)))] + parts)
  }

  /// `f` for codecs that have no bits.
  private static func bits(_ rest: inout Substring) throws(MPDError) -> MediaPropertyPredicate {
    if rest.first == "f" {
      rest = rest.dropFirst()
      return .isMissing(.number(.bitsPerSample))
    }
    if rest.hasPrefix("dsd") {
      rest = rest.dropFirst(3)
      return .any([])
    }
    let bits = try number(&rest, "sample format")
    if bits == 24, rest.hasPrefix("_3") { rest = rest.dropFirst(2) }
    guard [8, 16, 24, 32].contains(bits) else {
      throw MPDError(.argument, "Invalid sample format: \(bits)")
    }
    return .number(.bitsPerSample, bits...bits)
  }

  private static func number(_ rest: inout Substring, _ what: String) throws(MPDError) -> Int64 {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { throw MPDError(.argument, "Failed to parse the \(what)") }
    rest = rest.dropFirst(digits.count)
    return Int64(digits) ?? .max
  }
}
