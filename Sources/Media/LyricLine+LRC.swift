extension LyricLine {
  /// The lines of lyrics in the form of an .lrc file, in the order of their times; empty when none has a time.
  ///
  /// `[mm:ss.xx]` once or more before a line; `[offset:±ms]` moves all lines, positive ones earlier. Other marks in
  /// brackets are notes, and marks of single words (`<mm:ss.xx>`) are left out. At most 20,000 lines are read.
  public static func lines(lrc text: String) -> [LyricLine] {
    var lines: [LyricLine] = []
    var offset: Int64 = 0
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = Substring(line).drop { $0 == " " || $0 == "\u{FEFF}" }
      var times: [Int64] = []
      while let mark = takeMark(&rest) {
        if let time = time(mark) { times.append(time) }
        if mark.lowercased().hasPrefix("offset:") {
          offset = milliseconds(mark.dropFirst(7)) ?? offset
        }
      }
      let words = withoutWordMarks(rest)
      for time in times.prefix(100) { lines.append(LyricLine(milliseconds: time, text: words)) }
      if lines.count > 20_000 { break }
    }
    for index in lines.indices {
      lines[index].milliseconds = max(0, lines[index].milliseconds - offset)
    }
    return lines.enumerated().sorted {
      ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
    }
    .map(\.element)
  }

  /// Takes `[…]` off the start.
  private static func takeMark(_ rest: inout Substring) -> Substring? {
    guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
    defer { rest = rest[rest.index(after: end)...].drop { $0 == " " } }
    return rest[rest.index(after: rest.startIndex)..<end]
  }

  /// `mm:ss`, `mm:ss.x`, `mm:ss.xx`, `mm:ss.xxx` or `mm:ss:xx`, in milliseconds.
  private static func time(_ mark: Substring) -> Int64? {
    let parts = mark.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...4).contains($0.count) }) else {
      return nil
    }
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(part) : nil
    }
    guard numbers.count == parts.count, numbers[1] < 60 else { return nil }
    var fraction: Int64 = 0
    if numbers.count == 3 {
      let scale: [Int64] = [0, 100, 10, 1]
      guard parts[2].count <= 3 else { return nil }
      fraction = numbers[2] * scale[parts[2].count]
    }
    return (numbers[0] * 60 + numbers[1]) * 1000 + fraction
  }

  private static func milliseconds(_ text: Substring) -> Int64? {
    guard let number = Int64(text.filter { $0 != " " && $0 != "+" }), abs(number) < 3_600_000 else {
      return nil
    }
    return number
  }

  private static func withoutWordMarks(_ line: Substring) -> String {
    var words = ""
    var rest = line
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      words += rest[..<start]
      let mark = rest[rest.index(after: start)..<end]
      if time(mark) == nil { words += rest[start...end] }
      rest = rest[rest.index(after: end)...]
    }
    return (words + rest).split(separator: " ").joined(separator: " ")
  }
}

extension Lyrics {
  /// Words as an .lrc file has them, or plain ones; `nil` for none.
  ///
  /// A line that is sung more than once is in the text as often; lines without a time are no words in a file that has
  /// times.
  public init?(lrc text: String) {
    let lines = LyricLine.lines(lrc: text)
    self.init(lines: lines, text: lines.isEmpty ? Self.plain(text) : nil)
    if self.text.allSatisfy(\.isWhitespace) { return nil }
  }

  /// All lines as they are, without a mark at the start of the text and without control characters.
  private static func plain(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let clean = lines.prefix(20_000).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter(isWord)))
    }
    return clean.joined(separator: "\n")
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || (scalar.properties.generalCategory != .control && scalar != "\u{FEFF}")
  }
}
