import Glibc

/// The lines of a text file as bytes, whatever ends them, without the mark that UTF-8 files may begin with.
struct TextLines {
  /// The most bytes of a cue sheet, playlist or lyrics file that are looked at.
  static let maximumBytes = 8 << 20

  /// The most lines.
  private static let maximumLines = 200_000

  let lines: [ArraySlice<UInt8>]
  /// Whether there are more of them.
  let isCut: Bool

  init(_ bytes: [UInt8]) {
    var rest = bytes.prefix(Self.maximumBytes)
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    let found = rest.split(
      maxSplits: Self.maximumLines, omittingEmptySubsequences: true,
      whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    // Who reads a file reads no more of it.
    isCut = bytes.count >= Self.maximumBytes || found.count > Self.maximumLines
    lines = found.prefix(Self.maximumLines).map { Self.trimmed($0) }.filter { !$0.isEmpty }
  }

  /// As much of an open file as is looked at; `nil` when it cannot be read.
  static func read(_ raw: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < maximumBytes {
      let count = pread(raw, &chunk, chunk.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Without blanks, tabs and zeros at the ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0 }
    var bytes = bytes
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes.drop(while: isBlank)
  }

  /// UTF-16 with its mark becomes UTF-8; all else stays as it is.
  static func withoutUTF16(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let body = bytes.prefix(maximumBytes).dropFirst(2)
    var units: [UInt16] = []
    units.reserveCapacity(body.count / 2)
    var index = body.startIndex
    while index + 1 < body.endIndex {
      let (first, second) = (UInt16(body[index]), UInt16(body[index + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
