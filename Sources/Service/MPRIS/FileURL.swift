import Glibc
import Media

/// Files as desktops name them.
enum FileURL {
  /// The URL of an absolute path.
  static func text(_ path: FilePath) -> String { "file://" + escaped(path.bytes) }

  /// The path that a URL names; `nil` where it names no file of this machine. A plain absolute path names itself.
  static func path(_ text: String) -> FilePath? {
    if text.hasPrefix("/") { return FilePath(text) }
    guard text.prefix(7).lowercased() == "file://" else { return nil }
    var rest = Array(text.utf8.dropFirst(7))
    if rest.starts(with: "localhost/".utf8) { rest.removeFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/"), let bytes = decoded(rest), !bytes.contains(0) else {
      return nil
    }
    return FilePath(bytes: bytes)
  }

  /// All but letters, digits and a few marks as `%HH`.
  static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-_./".utf8.contains(byte)
    }
  }

  /// - Returns: `nil` where a `%` is followed by something else than two digits.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ isxdigit(Int32($0)) != 0 }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return result
  }
}
