import Glibc

/// The texts of all rows one after another, to be searched byte by byte.
struct FoldedText: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Where each text begins, and at the end where the next one will.
  private(set) var starts: [Int] = [0]
  /// How often each byte occurs: the rarest of a word is the one worth looking for.
  private var occurrences = [Int](repeating: 0, count: 256)

  var count: Int { starts.count - 1 }

  mutating func append(_ text: String) {
    for byte in text.utf8 {
      bytes.append(byte)
      occurrences[Int(byte)] += 1
    }
    // Keeps words from being found across two texts.
    bytes.append(UInt8(ascii: "\n"))
    starts.append(bytes.count)
  }

  /// Which texts, from `first` on, contain every one of the words, in order.
  ///
  /// - Parameter words: Not empty, without spaces; at least one.
  func search(_ words: [[UInt8]], from first: Int = 0) -> [Int] {
    let words = words.sorted { $0.count > $1.count }
    guard let longest = words.first else { return Array(first..<count) }
    return narrow(scan(longest, from: first), to: Array(words.dropFirst()))
  }

  /// Those of the texts that contain every one of the words.
  func narrow(_ texts: [Int], to words: [[UInt8]]) -> [Int] {
    words.isEmpty ? texts : texts.filter { text in words.allSatisfy { contains(text, $0) } }
  }

  func contains(_ text: Int, _ words: [[UInt8]]) -> Bool { words.allSatisfy { contains(text, $0) } }

  func contains(_ text: Int, _ word: [UInt8]) -> Bool {
    find(word, pivot: pivot(of: word), in: starts[text]..<starts[text + 1]) != nil
  }

  private func scan(_ word: [UInt8], from first: Int) -> [Int] {
    var found: [Int] = []
    let pivot = pivot(of: word)
    var text = first
    while text < count, let place = find(word, pivot: pivot, in: starts[text]..<bytes.count) {
      while starts[text + 1] <= place { text += 1 }
      found.append(text)
      text += 1
    }
    return found
  }

  /// The place of the word's rarest byte in the word.
  private func pivot(of word: [UInt8]) -> Int {
    word.indices.min { occurrences[Int(word[$0])] < occurrences[Int(word[$1])] } ?? 0
  }

  /// Where the word begins for the first time in a part of the bytes.
  private func find(_ word: [UInt8], pivot: Int, in part: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { text -> Int? in
      guard let base = text.baseAddress, part.count >= word.count else { return nil }
      var place = part.lowerBound + pivot
      let end = part.upperBound - (word.count - 1 - pivot)
      while place < end, let hit = memchr(base + place, Int32(word[pivot]), end - place) {
        place = base.distance(to: UnsafeRawPointer(hit))
        if memcmp(base + (place - pivot), word, word.count) == 0 { return place - pivot }
        place += 1
      }
      return nil
    }
  }
}
