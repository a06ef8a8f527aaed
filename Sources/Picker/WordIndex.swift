import Synchronization

/// The words of some texts, each once, with the texts that have it: whatever is looked for within words is looked for
/// in few of them.
struct WordIndex: Sendable {
  /// The words one after another, with a line's end behind each.
  let bytes: [UInt8]
  /// Where each word begins, and at the end where the next one would.
  private let starts: [UInt32]
  /// Where the places of each word begin, and at the end where the next one's would.
  private let firstPlaces: [UInt32]
  /// A text, and how important the field is in which it has the word.
  private let places: [UInt16]

  /// What stands for a text that does not have a word.
  static let none = UInt8.max

  init(_ piece: FoldedText.Piece) { self = builders.withLock { Self(piece, &$0) } }

  private init(_ piece: FoldedText.Piece, _ builder: inout Builder) {
    builder.begin()
    piece.bytes.withUnsafeBytes { all in
      for text in 0..<piece.count {
        builder.add(text, UnsafeRawBufferPointer(rebasing: all[piece.range(text)]))
      }
    }
    let (words, found) = (builder.starts.count - 1, builder.found)
    var firstPlaces = [UInt32](repeating: 0, count: words + 1)
    for place in found { firstPlaces[Int(place.word) + 1] += 1 }
    for word in 0..<words { firstPlaces[word + 1] += firstPlaces[word] }
    var next = firstPlaces
    var places = [UInt16](repeating: 0, count: found.count)
    for place in found {
      places[Int(next[Int(place.word)])] = place.place
      next[Int(place.word)] += 1
    }
    // No more room than that.
    bytes = Array(builder.bytes[...])
    starts = Array(builder.starts[...])
    self.firstPlaces = firstPlaces
    self.places = places
  }

  /// For each text, as in `FoldedText.rank`, how well it has what was typed; `none` where it has not.
  ///
  /// - Parameters:
  ///   - word: Without spaces, not empty.
  ///   - pivot: The place in it of the byte that is worth looking for.
  ///   - similar: Whether words that are like it count too, as the worst.
  func ranks(
    of word: [UInt8], pivot: Int, similar: Bool, worst: UInt8, count: Int
  ) -> [UInt8] {
    var ranks = [UInt8](repeating: Self.none, count: count)
    if similar { markSimilar(word, worst, &ranks) }
    var number = 0
    var start = 0
    while let place = ByteSearch.find(word, pivot: pivot, in: bytes, start..<bytes.count) {
      while starts[number + 1] <= place { number += 1 }
      let (begin, end) = (Int(starts[number]), Int(starts[number + 1]) - 1)
      let kind: UInt8 = place > begin ? 2 : end - begin > word.count ? 1 : 0
      mark(number, &ranks) { kind * UInt8(FoldedText.fields) + $0 }
      number += 1
      start = end + 1
    }
    return ranks
  }

  private func markSimilar(_ word: [UInt8], _ worst: UInt8, _ ranks: inout [UInt8]) {
    bytes.withUnsafeBytes { text in
      word.withUnsafeBytes { word in
        let slip = Slip(word, text)
        for number in 0..<(starts.count - 1) where slip.matches(at: Int(starts[number])) {
          mark(number, &ranks) { _ in worst }
        }
      }
    }
  }

  private func mark(_ word: Int, _ ranks: inout [UInt8], _ rank: (UInt8) -> UInt8) {
    for index in Int(firstPlaces[word])..<Int(firstPlaces[word + 1]) {
      let place = places[index]
      let text = Int(place >> 2)
      ranks[text] = min(ranks[text], rank(UInt8(place & 3)))
    }
  }
}

/// One for all: the room that each would take anew would be scattered among what stays.
private let builders = Mutex(Builder())

/// Gathers the words of texts.
private struct Builder {
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [UInt32] = [0]
  /// In the order of the texts.
  private(set) var found: [(word: UInt32, place: UInt16)] = []
  /// The newest of those for each word.
  private var newest: [Int32] = []
  private var hashes: [UInt32] = []
  /// Numbers of words by their hashes; -1 where there is none.
  private var slots = [Int32](repeating: -1, count: 1 << 13)

  /// Forgets what it has gathered.
  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    found.removeAll(keepingCapacity: true)
    newest.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = -1 }
  }

  mutating func add(_ text: Int, _ bytes: UnsafeRawBufferPointer) {
    var (place, field) = (0, 0)
    while place < bytes.count {
      guard bytes[place] > 0x20 else {
        if bytes[place] == 0x1F { field += 1 }
        place += 1
        continue
      }
      let start = place
      var hash: UInt32 = 2_166_136_261
      while place < bytes.count, bytes[place] > 0x20 {
        hash = (hash ^ UInt32(bytes[place])) &* 16_777_619
        place += 1
      }
      let word = number(of: UnsafeRawBufferPointer(rebasing: bytes[start..<place]), hash)
      note(word, UInt16(text << 2 | FoldedText.importance(field)))
    }
  }

  /// Of several fields of a text the most important counts.
  private mutating func note(_ word: Int, _ place: UInt16) {
    let last = Int(newest[word])
    if last >= 0, found[last].place >> 2 == place >> 2 {
      found[last].place = min(found[last].place, place)
    } else {
      newest[word] = Int32(found.count)
      found.append((UInt32(word), place))
    }
  }

  private mutating func number(of word: UnsafeRawBufferPointer, _ hash: UInt32) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, isWord(number, word) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(hashes.count)
    hashes.append(hash)
    newest.append(-1)
    bytes.append(contentsOf: word)
    bytes.append(UInt8(ascii: "\n"))
    starts.append(UInt32(bytes.count))
    if hashes.count > slots.count / 2 { grow() }
    return hashes.count - 1
  }

  private func isWord(_ number: Int, _ word: UnsafeRawBufferPointer) -> Bool {
    let range = Int(starts[number])..<(Int(starts[number + 1]) - 1)
    return range.count == word.count && bytes[range].elementsEqual(word)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for number in hashes.indices {
      var slot = Int(hashes[number]) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}

/// The words of a piece that is full, gathered by who first needs them.
final class PieceWords: Sendable {
  private let known = Mutex<WordIndex?>(nil)

  func index(of piece: FoldedText.Piece) -> WordIndex {
    known.withLock { known in
      if let known { return known }
      let made = WordIndex(piece)
      known = made
      return made
    }
  }
}
