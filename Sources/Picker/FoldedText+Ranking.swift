import Dispatch
import Glibc
import Synchronization

/// How well a text matches.
extension FoldedText {
  /// How many ranks there are.
  static let ranks = 3 * fields

  /// Title, artists, album, all others.
  static let fields = 4

  /// The rank of a text that contains all words, 0 for the best: a word that stands there before one that only begins so,
  /// and that before one that has it inside; then the title before artists, album and the rest. Of several words
  /// the worst counts.
  func rank(_ text: Int, _ words: [[UInt8]]) -> Int {
    withBytes(of: text) { text in words.reduce(0) { max($0, Self.rank(of: $1, in: text)) } }
  }

  private static func rank(of word: [UInt8], in text: UnsafeRawBufferPointer) -> Int {
    guard let base = text.baseAddress, let first = word.first else { return 0 }
    var best = ranks - 1
    var (place, field, seen) = (0, 0, 0)
    while place + word.count <= text.count,
      let hit = memchr(base + place, Int32(first), text.count - place - word.count + 1)
    {
      place = base.distance(to: UnsafeRawPointer(hit))
      if memcmp(hit, word, word.count) == 0 {
        while seen < place {
          if text[seen] == 0x1F { field += 1 }
          seen += 1
        }
        let isBegun = place == 0 || isBoundary(text[place - 1])
        let isEnded = place + word.count == text.count || isBoundary(text[place + word.count])
        let kind = isBegun ? isEnded ? 0 : 1 : 2
        best = min(best, kind * fields + importance(field))
        if best == 0 { return best }
      }
      place += 1
    }
    return best
  }

  /// Spaces, what stands between fields and values, and the end of a text.
  private static func isBoundary(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// The fields are `MediaTextProperty.searched`.
  static func importance(_ field: Int) -> Int {
    switch field {
    case 0: 0
    case 1, 2: 1
    case 3: 2
    default: 3
    }
  }
}

/// Searching for what was typed with a slip.
extension FoldedText {
  /// What a search finds from `first` on, the best first; where nothing is as it was typed, what is like it.
  ///
  /// - Parameter similar: Whether that is wanted.
  func hits(_ words: [[UInt8]], from first: Int = 0, similar: Bool = true) -> PickerHits {
    let exact = allHits(words, from: first, similar: false)
    if exact.count > 0 || !similar { return exact }
    guard words.contains(where: Self.isLong) else {
      return PickerHits([], isExact: false) { _ in 0 }
    }
    return allHits(words, from: first, similar: true)
  }

  /// The pieces below which one thread is enough.
  private static let fewPieces = 8

  /// One for each processor. Global queues would wake the process once a second ever after.
  private static let searchers = (0..<max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))).map { _ in
    DispatchQueue(label: "segue.picker.search", qos: .userInitiated)
  }

  /// Looks in several parts at once where there is much to look at.
  private func allHits(_ words: [[UInt8]], from first: Int, similar: Bool) -> PickerHits {
    let start = first / Self.pieceSize
    let all = start..<max(start, pieces.count)
    let parts = min(all.count, Self.searchers.count)
    guard all.count > Self.fewPieces, parts > 1 else {
      return hits(words, all, from: first, similar: similar)
    }
    let found = Mutex([PickerHits?](repeating: nil, count: parts))
    let group = DispatchGroup()
    for part in 0..<parts {
      let (lower, upper) = (all.count * part / parts, all.count * (part + 1) / parts)
      Self.searchers[part].async(group: group) {
        let hits = hits(words, (start + lower)..<(start + upper), from: first, similar: similar)
        found.withLock { $0[part] = hits }
      }
    }
    group.wait()
    return found.withLock { found in
      found.compactMap(\.self).reduce(into: PickerHits([], isExact: !similar) { _ in 0 }) {
        $0.append($1)
      }
    }
  }

  private func hits(
    _ words: [[UInt8]], _ numbers: Range<Int>, from first: Int, similar: Bool
  ) -> PickerHits {
    var hits = PickerHits([], isExact: !similar) { _ in 0 }
    for number in numbers {
      let (start, from) = (number * Self.pieceSize, max(0, first - number * Self.pieceSize))
      if from == 0, let ranks = ranks(words, in: number, similar: similar) {
        for (text, rank) in ranks.enumerated() where rank != WordIndex.none {
          hits.append(start + text, rank: Int(rank))
        }
      } else if similar {
        let texts = (start + from)..<(start + pieces[number].count)
        for text in texts where isSimilar(text, words) {
          hits.append(text, rank: rank(text, words))
        }
      } else {
        search(words, in: number, from: from) { hits.append($0, rank: rank($0, words)) }
      }
    }
    return hits
  }

  /// The ranks of the texts of a piece, by its words; `nil` where these are not known, or something else is looked for.
  private func ranks(_ words: [[UInt8]], in number: Int, similar: Bool) -> [UInt8]? {
    let piece = pieces[number]
    guard let index = piece.words?.index(of: piece),
      words.allSatisfy({ !$0.contains { $0 <= 0x20 } })
    else { return nil }
    var all: [UInt8]?
    for word in words {
      let ranks = index.ranks(
        of: word, pivot: pivot(of: word), similar: similar && Self.isLong(word),
        worst: UInt8(Self.ranks - 1), count: piece.count)
      // Of several words the worst counts.
      guard var known = all else {
        all = ranks
        continue
      }
      all = nil
      for text in known.indices { known[text] = max(known[text], ranks[text]) }
      all = known
    }
    return all
  }

  /// In letters; shorter words have to be right.
  private static let shortest = 5

  func isSimilar(_ text: Int, _ words: [[UInt8]]) -> Bool {
    guard words.contains(where: Self.isLong) else { return false }
    return words.allSatisfy { word in
      contains(text, word) || Self.isLong(word) && hasSimilar(text, word)
    }
  }

  /// Whether what is like all the new words is like the earlier ones too, where nothing is as these were typed.
  static func narrows(_ earlier: [[UInt8]], to words: [[UInt8]]) -> Bool {
    earlier.count == words.count
      && zip(earlier, words).allSatisfy { $0 == $1 || isLong($0) && $1.starts(with: $0) }
  }

  private static func isLong(_ word: [UInt8]) -> Bool {
    word.count { $0 & 0xC0 != 0x80 } >= shortest && !word.contains(0x20)
  }

  private func hasSimilar(_ text: Int, _ word: [UInt8]) -> Bool {
    withBytes(of: text) { text in
      word.withUnsafeBytes { word in
        var isBegun = true
        for place in text.indices {
          if isBegun, Slip(word, text).matches(at: place) { return true }
          isBegun = text[place] <= 0x20
        }
        return false
      }
    }
  }
}

/// Compares a word with the beginning of another, one letter of which may be wrong, missing, too much, or have changed
/// places with the next.
struct Slip {
  private let word: UnsafeRawBufferPointer
  private let text: UnsafeRawBufferPointer

  init(_ word: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) {
    (self.word, self.text) = (word, text)
  }

  func matches(at place: Int) -> Bool {
    var (a, b) = (0, place)
    while a < word.count, b < text.count, word[a] == text[b] {
      a += 1
      b += 1
    }
    if a == word.count { return true }
    // Back to where the letter begins.
    while a > 0, word[a] & 0xC0 == 0x80 {
      a -= 1
      b -= 1
    }
    let (nextA, nextB) = (Self.next(word, a), Self.next(text, b))
    let isEnded = b >= text.count || text[b] <= 0x20
    if rest(nextA, b) { return true }
    if isEnded { return false }
    return rest(nextA, nextB) || rest(a, nextB) || isSwapped(a, nextA, b, nextB)
  }

  /// Whether the word goes on from a place as the text does.
  private func rest(_ a: Int, _ b: Int) -> Bool {
    let count = word.count - a
    guard b + count <= text.count else { return false }
    for step in 0..<count where word[a + step] != text[b + step] { return false }
    return true
  }

  private func isSwapped(_ a: Int, _ nextA: Int, _ b: Int, _ nextB: Int) -> Bool {
    let (afterA, afterB) = (Self.next(word, nextA), Self.next(text, nextB))
    guard nextA < word.count, nextB < text.count else { return false }
    return word[a..<nextA].elementsEqual(text[nextB..<afterB])
      && word[nextA..<afterA].elementsEqual(text[b..<nextB]) && rest(afterA, afterB)
  }

  /// Where the letter after the one at a place begins.
  private static func next(_ text: UnsafeRawBufferPointer, _ place: Int) -> Int {
    var next = min(place + 1, text.count)
    while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
