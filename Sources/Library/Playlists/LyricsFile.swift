import Media

/// The lines of an `.lrc` file: lyrics with times.
enum LyricsFile {
  static let maximumLines = 20_000

  /// The lines in the order of their times. `[mm:ss.xx]`, several before a line that comes again; `[offset:±ms]`
  /// moves them all; other tags and times inside of lines (`<mm:ss.xx>`) are left out.
  static func lines(_ text: String) -> [LyricLine] {
    var found: [LyricLine] = []
    var offset: Int64 = 0
    for line in TextLines(Array(text.utf8)).lines {
      var rest = line
      var times: [Int64] = []
      while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
        let tag = rest[(rest.startIndex + 1)..<end]
        if let time = time(tag) {
          times.append(time)
        } else if let moved = shift(tag) {
          offset = moved
        } else if times.isEmpty {
          break
        } else {
          break
        }
        rest = TextLines.trimmed(rest[(end + 1)...])
      }
      let words = plain(rest)
      for time in times where found.count < maximumLines {
        found.append(LyricLine(milliseconds: time, text: words))
      }
    }
    let moved = found.map {
      LyricLine(milliseconds: max(0, $0.milliseconds - offset), text: $0.text)
    }
    return moved.enumerated().sorted {
      ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
    }.map(\.element)
  }

  /// `mm:ss`, `mm:ss.xx`, `mm:ss:xx` in milliseconds.
  static func time(_ tag: ArraySlice<UInt8>) -> Int64? {
    guard tag.count <= 16, tag.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
    let parts = tag.split(omittingEmptySubsequences: false) { $0 == 0x3A || $0 == 0x2E }
    guard parts.count == 2 || parts.count == 3, let minutes = number(parts[0], digits: 1...4),
      let seconds = number(parts[1], digits: 1...2), seconds < 60
    else { return nil }
    var time = (minutes * 60 + seconds) * 1000
    if parts.count == 3 {
      guard let fraction = number(parts[2], digits: 1...3) else { return nil }
      time += [100, 10, 1][parts[2].count - 1] * fraction
    }
    return time
  }

  private static func number(_ digits: ArraySlice<UInt8>, digits count: ClosedRange<Int>) -> Int64?
  {
    guard count.contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func shift(_ tag: ArraySlice<UInt8>) -> Int64? {
    guard tag.count < 24, tag.starts(with: Array("offset:".utf8)) else { return nil }
    let text = String(decoding: TextLines.trimmed(tag.dropFirst(7)), as: UTF8.self)
    guard let value = Int64(text), abs(value) < 3_600_000 else { return nil }
    return value
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    var kept: [UInt8] = []
    var rest = bytes.prefix(4096)
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")),
        time(rest[(rest.startIndex + 1)..<end]) != nil
      {
        rest = rest[(end + 1)...]
      } else {
        kept.append(byte)
        rest.removeFirst()
      }
    }
    return String(decoding: TextLines.trimmed(kept[...]), as: UTF8.self)
  }
}
