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
    let text = text.prefix(Self.shown)
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

  /// No screen is wider, in characters.
  private static let shown = 1000

  private static func isOfWords(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// The characters in which the words were found, in order and without overlaps.
  ///
  /// - Parameters:
  ///   - words: Folded.
  ///   - similar: Whether what is only like a word counts where it is not there itself.
  func ranges(of words: [[UInt8]], similar: Bool = false) -> [Range<Int>] {
    var (found, like): ([Range<Int>], [Range<Int>]) = ([], [])
    for word in words where !word.isEmpty {
      let places = places(of: word)
      found += places
      if similar, places.isEmpty { like += self.similar(to: word) }
    }
    return Self.joined(characters(of: Self.joined(found)) + like)
  }

  /// Where in the folded text a word stands.
  private func places(of word: [UInt8]) -> [Range<Int>] {
    var (place, found) = (0, [Range<Int>]())
    while place + word.count <= folded.count {
      if folded[place...].starts(with: word) {
        found.append(place..<(place + word.count))
        place += word.count
      } else {
        place += 1
      }
    }
    return found
  }

  private func similar(to word: [UInt8]) -> [Range<Int>] {
    folded.withUnsafeBytes { folded in
      word.withUnsafeBytes { word in
        parts.filter { Slip(word, folded).matches(at: $0.bytes.lowerBound) }.map(\.characters)
      }
    }
  }

  /// What of the text some bytes of the folded text come from.
  ///
  /// - Parameter ranges: In order and without overlaps.
  private func characters(of ranges: [Range<Int>]) -> [Range<Int>] {
    var first = 0
    return parts.flatMap { part in
      while first < ranges.count, ranges[first].upperBound <= part.bytes.lowerBound { first += 1 }
      let inside = ranges[first...].prefix { $0.lowerBound < part.bytes.upperBound }
      return characters(of: inside.map { $0.clamped(to: part.bytes) }, in: part)
    }
  }

  private func characters(of ranges: [Range<Int>], in part: Part) -> [Range<Int>] {
    if ranges.isEmpty { return [] }
    guard ranges != [part.bytes], let starts = starts(in: part) else { return [part.characters] }
    return ranges.map { bytes in
      let (lower, upper) = (bytes.lowerBound, bytes.upperBound)
      let start = max(0, Self.count(of: starts) { $0 <= lower } - 1) + part.characters.lowerBound
      let end = Self.count(of: starts) { $0 < upper } + part.characters.lowerBound
      return start..<max(start + 1, end)
    }
  }

  /// The bytes at which the characters of a word begin in the folded text; `nil` where that takes long to find out.
  private func starts(in part: Part) -> [Int]? {
    // A letter can become none or several.
    let made = part.text.map { Self.isOfWords($0) ? Array(fold(String($0)).utf8) : [] }
    if made.joined().elementsEqual(folded[part.bytes]) {
      var start = part.bytes.lowerBound
      return made.map { bytes in
        defer { start += bytes.count }
        return start
      }
    }
    if made.count > Self.longest { return nil }
    return counts(ofPrefixesOf: part).map { part.bytes.lowerBound + $0 }
  }

  /// A letter can become another one beside others; which bytes are its own shows when the text up to it is folded.
  private func counts(ofPrefixesOf part: Part) -> [Int] {
    var (prefix, count) = ("", 0)
    return part.text.map { character in
      defer { prefix.append(character) }
      let made = prefix.isEmpty ? [] : Array(fold(prefix).utf8)
      // What is nothing but punctuation is folded otherwise when it stands alone.
      if folded[part.bytes].starts(with: made) { count = max(count, made.count) }
      return count
    }
  }

  /// Of a longer word, in characters, that is folded otherwise than letter by letter, all is shown as found.
  private static let longest = 64

  /// How many of some numbers that grow are as wanted, where those are the first ones.
  private static func count(of numbers: [Int], _ isWanted: (Int) -> Bool) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(numbers[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
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
