/// Where in a text as it is shown a search found its words, which are looked for in it folded.
struct MatchRanges {
  /// A word of the text.
  private struct Part {
    /// Its characters in the text.
    let characters: Range<Int>
    /// Its bytes in the folded text.
    let bytes: Range<Int>
    let text: Substring
  }

  private let fold: (String) -> String
  private var parts: [Part] = []
  private var folded: [UInt8] = []

  /// - Parameter text: As it is shown.
  init(_ text: String, fold: @escaping (String) -> String) {
    self.fold = fold
    var place = 0
    // What is no word does not count beside words, as in the library.
    let hasWords = text.contains(where: Self.isOfWords)
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let count = word.count
      let isWord = !hasWords || word.contains(where: Self.isOfWords)
      let bytes = isWord ? Array(fold(String(word)).utf8) : []
      if !bytes.isEmpty {
        if !folded.isEmpty { folded.append(0x20) }
        parts.append(
          Part(
            characters: place..<(place + count), bytes: folded.count..<(folded.count + bytes.count),
            text: word))
        folded += bytes
      }
      place += count + 1
    }
  }

  private static func isOfWords(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// The characters in which the words were found, in order and without overlaps.
  ///
  /// - Parameters:
  ///   - words: Folded.
  ///   - similar: Whether what is only like a word counts where it is not there itself.
  func ranges(of words: [[UInt8]], similar: Bool = false) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for word in words where !word.isEmpty {
      var place = 0
      let before = found.count
      while place + word.count <= folded.count {
        if folded[place...].starts(with: word) {
          found += characters(of: place..<(place + word.count))
          place += word.count
        } else {
          place += 1
        }
      }
      if similar, found.count == before { found += self.similar(to: word) }
    }
    return Self.joined(found)
  }

  private func similar(to word: [UInt8]) -> [Range<Int>] {
    folded.withUnsafeBytes { folded in
      word.withUnsafeBytes { word in
        parts.filter { Slip(word, folded).matches(at: $0.bytes.lowerBound) }.map(\.characters)
      }
    }
  }

  /// What of the text a part of the folded text comes from.
  private func characters(of bytes: Range<Int>) -> [Range<Int>] {
    parts.filter { $0.bytes.overlaps(bytes) }.map { part in
      let inside = bytes.clamped(to: part.bytes)
      if inside == part.bytes { return part.characters }
      return characters(
        of: (inside.lowerBound - part.bytes.lowerBound)..<(inside.upperBound - part.bytes.lowerBound),
        in: part)
    }
  }

  /// A letter can become none or several; which bytes are its own shows when the text up to it is folded.
  private func characters(of bytes: Range<Int>, in part: Part) -> Range<Int> {
    var (start, end) = (0, part.characters.count)
    var isEnded = false
    var prefix = ""
    var before = 0
    for (number, character) in part.text.enumerated() {
      let made = prefix.isEmpty ? [] : Array(fold(prefix).utf8)
      // What is nothing but punctuation is folded otherwise when it stands alone.
      if folded[part.bytes].starts(with: made) { before = made.count }
      if before <= bytes.lowerBound { start = number }
      if before >= bytes.upperBound, !isEnded {
        end = number
        isEnded = true
      }
      prefix.append(character)
    }
    start += part.characters.lowerBound
    return start..<max(start + 1, end + part.characters.lowerBound)
  }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound >= range.lowerBound {
        joined[joined.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
