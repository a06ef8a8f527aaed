import Dispatch
import Glibc

/// The texts of all rows one after another, to be searched byte by byte.
///
/// They lie in pieces that do not change once they are full, so that a copy, to be searched elsewhere while more come,
/// costs next to nothing.
struct FoldedText: Sendable {
  /// Some of the texts.
  struct Piece: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each text begins, and at the end where the next one will.
    private(set) var starts: [UInt32] = [0]
    /// Its words, once it is full.
    private(set) var words: PieceWords?

    var count: Int { starts.count - 1 }

    func range(_ text: Int) -> Range<Int> { Int(starts[text])..<Int(starts[text + 1]) }
  }

  /// Texts in a piece.
  static let pieceSize = 4096

  private(set) var pieces: [Piece] = []
  /// How often each byte occurs: the rarest of a word is the one worth looking for.
  private var occurrences = [Int](repeating: 0, count: 256)

  var count: Int {
    pieces.isEmpty ? 0 : (pieces.count - 1) * Self.pieceSize + pieces[pieces.count - 1].count
  }

  mutating func append(_ text: String) {
    if pieces.isEmpty || pieces[pieces.count - 1].count == Self.pieceSize {
      pieces.append(Piece())
    }
    for byte in pieces[pieces.count - 1].append(text) { occurrences[Int(byte)] += 1 }
    if pieces[pieces.count - 1].count == Self.pieceSize { finishPiece() }
  }

  /// Has the words of the last piece gathered, so that the first search does not have to.
  private mutating func finishPiece() {
    pieces[pieces.count - 1].finish()
    let piece = pieces[pieces.count - 1]
    Self.gatherer.async { _ = piece.words?.index(of: piece) }
  }

  private static let gatherer = DispatchQueue(label: "segue.picker.words", qos: .utility)

  /// Which texts of a piece, from one of them on, contain every one of the words, in order.
  ///
  /// - Parameter words: Not empty; at least one.
  func search(_ words: [[UInt8]], in number: Int, from first: Int, _ take: (Int) -> Void) {
    let words = words.sorted { $0.count > $1.count }
    guard let longest = words.first else { return }
    let rest = words.dropFirst().map { (word: $0, pivot: pivot(of: $0)) }
    let piece = pieces[number]
    piece.scan(longest, pivot: pivot(of: longest), from: first) { text in
      let range = piece.range(text)
      guard rest.allSatisfy({ piece.find($0.word, pivot: $0.pivot, in: range) != nil }) else {
        return
      }
      take(number * Self.pieceSize + text)
    }
  }

  /// Those of the texts that contain every one of the words.
  func narrow(_ texts: [Int], to words: [[UInt8]]) -> [Int] {
    words.isEmpty ? texts : texts.filter { contains($0, words) }
  }

  func contains(_ text: Int, _ words: [[UInt8]]) -> Bool {
    let piece = pieces[text / Self.pieceSize]
    let range = piece.range(text % Self.pieceSize)
    return words.allSatisfy { piece.find($0, pivot: pivot(of: $0), in: range) != nil }
  }

  func contains(_ text: Int, _ word: [UInt8]) -> Bool {
    let piece = pieces[text / Self.pieceSize]
    return piece.find(word, pivot: pivot(of: word), in: piece.range(text % Self.pieceSize)) != nil
  }

  /// The bytes of a text with the line's end behind it, for as long as `body` takes.
  func withBytes<Result>(
    of text: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let piece = pieces[text / Self.pieceSize]
    let range = piece.range(text % Self.pieceSize)
    return piece.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// The place of the word's rarest byte in the word.
  func pivot(of word: [UInt8]) -> Int {
    word.indices.min { occurrences[Int(word[$0])] < occurrences[Int(word[$1])] } ?? 0
  }
}

extension FoldedText.Piece {
  /// - Returns: Its bytes.
  fileprivate mutating func append(_ text: String) -> ArraySlice<UInt8> {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    let end = bytes.count
    // Keeps words from being found across two texts.
    bytes.append(UInt8(ascii: "\n"))
    starts.append(UInt32(bytes.count))
    return bytes[start..<end]
  }

  /// Gives back the room for what does not come any more.
  fileprivate mutating func finish() {
    words = PieceWords()
    bytes = bytes.withUnsafeBufferPointer { all in
      Array(unsafeUninitializedCapacity: all.count) { room, count in
        count = room.initialize(fromContentsOf: all)
      }
    }
  }

  fileprivate func scan(_ word: [UInt8], pivot: Int, from first: Int, _ take: (Int) -> Void) {
    var text = first
    while text < count, let place = find(word, pivot: pivot, in: Int(starts[text])..<bytes.count) {
      while starts[text + 1] <= place { text += 1 }
      take(text)
      text += 1
    }
  }

  fileprivate func find(_ word: [UInt8], pivot: Int, in part: Range<Int>) -> Int? {
    ByteSearch.find(word, pivot: pivot, in: bytes, part)
  }
}

enum ByteSearch {
  /// Where a word begins for the first time in a part of some bytes.
  ///
  /// - Parameter pivot: The place in it of the byte that is worth looking for.
  static func find(_ word: [UInt8], pivot: Int, in bytes: [UInt8], _ part: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { text -> Int? in
      guard let base = text.baseAddress, part.count >= word.count, !word.isEmpty else { return nil }
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
