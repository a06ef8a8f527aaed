/// Texts that many rows have, each kept once and known by a number.
struct TextPool: Sendable {
  /// No text at all.
  static let none: UInt32 = 0

  private var texts: [String] = [""]
  private var numbers: [Key: UInt32] = [:]

  /// The number of a text.
  mutating func number(of text: String?) -> UInt32 {
    guard let text else { return Self.none }
    if let number = numbers[Key(text: text)] { return number }
    let number = UInt32(texts.count)
    texts.append(text)
    numbers[Key(text: text)] = number
    return number
  }

  /// The text with a number; `nil` for `none`.
  subscript(number: UInt32) -> String? {
    number == Self.none ? nil : texts[Int(number)]
  }

  /// Texts that only look the same are not the same.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

/// Lists of texts, each kept once and known by a number; 0 is the empty one.
struct TextListPool: Sendable {
  private var lists: [[UInt32]] = [[]]
  private var numbers: [[UInt32]: UInt32] = [:]

  mutating func number(of texts: [String], _ pool: inout TextPool) -> UInt32 {
    if texts.isEmpty { return 0 }
    let list = texts.map { pool.number(of: $0) }
    if let number = numbers[list] { return number }
    let number = UInt32(lists.count)
    lists.append(list)
    numbers[list] = number
    return number
  }

  func texts(_ number: UInt32, _ pool: TextPool) -> [String] {
    lists[Int(number)].compactMap { pool[$0] }
  }
}
