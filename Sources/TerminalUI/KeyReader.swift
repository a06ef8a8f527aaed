import Picker

/// Makes keys of the bytes that a terminal sends, wherever they are cut.
///
/// A lone Esc cannot be told from the beginning of a sequence but by waiting: while
/// `isWaiting`, the owner calls `timeOut` when nothing came for some 40 ms.
struct KeyReader {
  private var bytes: ArraySlice<UInt8> = []
  /// Whether the rest of the sequence that the bytes begin is so late that it may not come at all.
  private var isLate = false
  /// What was pasted so far, while something is being pasted.
  private var paste: [UInt8]?
  private let sequences: [[UInt8]: PickerKey]

  /// More of a paste is left out.
  private static let maximumPaste = 4096
  /// Longer sequences are nobody's.
  private static let maximumSequence = 64

  /// - Parameter capabilities: What the keys send, by the names of terminfo.
  init(keys capabilities: [String: String] = [:]) {
    var sequences: [[UInt8]: PickerKey] = [:]
    for (name, text) in capabilities where text.utf8.count > 1 {
      sequences[Array(text.utf8)] = KeySequences.capabilities[name]
    }
    self.sequences = sequences
  }

  /// Whether what came may be the beginning of something longer.
  var isWaiting: Bool { paste == nil && !bytes.isEmpty && !isLate }

  mutating func read(_ new: some Collection<UInt8>) -> [PickerKey] {
    if isLate, let next = new.first, !carriesOn(next) { bytes = [] }
    isLate = false
    bytes.append(contentsOf: new)
    var keys: [PickerKey] = []
    while !bytes.isEmpty {
      guard let step = paste == nil ? next() : nextPasted() else { break }
      if let key = step.key { keys.append(key) }
      bytes.removeFirst(step.length)
    }
    bytes = ArraySlice(Array(bytes))
    return keys
  }

  /// Nothing followed: Esc stands for itself. A sequence that a slow line has cut can still go on.
  mutating func timeOut() -> [PickerKey] {
    guard isWaiting else { return [] }
    if bytes.count > 1, bytes.first == Self.escape, let second = bytes.dropFirst().first,
      second == UInt8(ascii: "[") || second == UInt8(ascii: "O")
    {
      isLate = true
      return []
    }
    defer { bytes = [] }
    return bytes.elementsEqual([Self.escape]) ? [.escape] : []
  }

  /// Whether a byte belongs to the sequence that is late. `ESC [` and `ESC O` alone can be keys held with Alt, which
  /// mean nothing; with more behind them they cannot.
  private func carriesOn(_ byte: UInt8) -> Bool {
    if bytes.count > 2 || KeySequences.key(final: byte) != nil { return true }
    switch byte {
    case 0x30...0x3F, UInt8(ascii: "["): return bytes.dropFirst().first == UInt8(ascii: "[")
    // Function keys.
    case UInt8(ascii: "P")...UInt8(ascii: "S"): return bytes.dropFirst().first == UInt8(ascii: "O")
    default: return false
    }
  }

  /// A key and how many bytes it is; no key for what is passed over.
  private typealias Step = (key: PickerKey?, length: Int)

  private static let escape: UInt8 = 0x1B

  /// The key at the start of the bytes; `nil` when more must come first.
  private mutating func next() -> Step? {
    let first = bytes[bytes.startIndex]
    switch first {
    case Self.escape: return nextEscaped()
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00, 0x1C...0x1F: return (nil, 1)
    default: return nextCharacter(at: bytes.startIndex)
    }
  }

  private mutating func nextEscaped() -> Step? {
    guard let second = bytes.dropFirst().first else { return nil }
    for (sequence, key) in sequences where bytes.starts(with: sequence) {
      return (key, sequence.count)
    }
    switch second {
    case UInt8(ascii: "["): return nextControlSequence()
    case UInt8(ascii: "O"):
      guard bytes.count >= 3 else { return nil }
      return (KeySequences.key(final: bytes[bytes.startIndex + 2]), 3)
    case Self.escape, 0x00...0x1F: return (.escape, 1)
    default: break
    }
    if sequences.keys.contains(where: { $0.starts(with: bytes) }) { return nil }
    guard let step = nextCharacter(at: bytes.startIndex + 1) else { return nil }
    guard case .character(let character)? = step.key else { return (nil, 1 + step.length) }
    return (.alt(character), 1 + step.length)
  }

  /// `ESC [`, parameters, a final byte.
  private mutating func nextControlSequence() -> Step? {
    let body = bytes.dropFirst(2)
    // The function keys of the Linux console: `ESC [ [ A`.
    if body.first == UInt8(ascii: "[") { return body.count < 2 ? nil : (nil, 4) }
    if body.first == UInt8(ascii: "M") { return nextOldMouse() }
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return body.count < Self.maximumSequence ? nil : (nil, bytes.count)
    }
    let length = end - bytes.startIndex + 1
    guard (0x40...0x7E).contains(bytes[end]) else { return (nil, length - 1) }
    if body.first == UInt8(ascii: "<") {
      return (KeySequences.mouse(body.dropFirst().prefix(upTo: end), final: bytes[end]), length)
    }
    guard bytes[end] == UInt8(ascii: "~") else {
      return (KeySequences.key(final: bytes[end]), length)
    }
    let text = body[..<end].prefix { $0 != UInt8(ascii: ";") }
    let number = Int(String(decoding: text, as: UTF8.self)) ?? 0
    if number == 200 { paste = [] }
    return (KeySequences.key(number: number), length)
  }

  /// `ESC [ M` and three bytes, from terminals that know no other way to tell of the mouse.
  private func nextOldMouse() -> Step? {
    guard bytes.count >= 6 else { return nil }
    let numbers = bytes.dropFirst(3).prefix(3).map { Int($0) - 32 }
    return (
      KeySequences.mouse(
        numbers[0], column: numbers[1], row: numbers[2], isRelease: numbers[0] & 3 == 3), 6
    )
  }

  private func nextCharacter(at start: Int) -> Step? {
    let length: Int
    switch bytes[start] {
    case 0x00..<0x80: length = 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return (nil, 1)
    }
    let part = bytes[start...].prefix(length)
    let good = part.dropFirst().prefix { (0x80...0xBF).contains($0) }.count + 1
    guard good == part.count else { return (nil, good) }
    guard part.count == length else { return nil }
    guard let text = String(validating: part, as: UTF8.self), let character = text.first,
      text.unicodeScalars.first?.properties.generalCategory != .control
    else { return (nil, length) }
    return (.character(character), length)
  }

  /// Takes in what is pasted up to its end. Ctrl-C ends it too: terminals do not paste it.
  private mutating func nextPasted() -> Step? {
    if bytes[bytes.startIndex] == 0x03 { return (endPaste(), 0) }
    let end = KeySequences.pasteEnds
    if bytes.starts(with: end) { return (endPaste(), end.count) }
    if end.starts(with: bytes) { return nil }
    if (paste?.count ?? 0) < Self.maximumPaste { paste?.append(bytes[bytes.startIndex]) }
    return (nil, 1)
  }

  private mutating func endPaste() -> PickerKey? {
    defer { paste = nil }
    return paste.map { .paste(String(decoding: $0, as: UTF8.self)) }
  }
}
