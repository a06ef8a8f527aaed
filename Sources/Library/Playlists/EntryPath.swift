import Media

/// What a location in a playlist may mean as a path.
enum EntryPath {
  /// Whether it leads to the network: nothing that a library holds.
  static func isStream(_ location: [UInt8]) -> Bool {
    guard let colon = location.prefix(16).firstIndex(of: UInt8(ascii: ":")), colon > 1 else {
      return false
    }
    let scheme = String(decoding: location[..<colon], as: UTF8.self).lowercased()
    return scheme != "file" && location[colon...].starts(with: Array("://".utf8))
  }

  /// Whether it leads to a place by itself: from the top of a disk, or by a scheme.
  static func isAbsolute(_ location: [UInt8]) -> Bool {
    guard let first = location.first else { return false }
    if first == UInt8(ascii: "/") || first == UInt8(ascii: "\\") || isStream(location) {
      return true
    }
    if String(decoding: location.prefix(5), as: UTF8.self).lowercased() == "file:" { return true }
    return location.count > 2 && (0x41...0x5A).contains(first & 0xDF)
      && location[1] == UInt8(ascii: ":") && "/\\".utf8.contains(location[2])
  }

  /// The paths that a location can stand for, the most likely first: as it is; from a URI; from Windows; from
  /// Latin-1.
  ///
  /// - Parameter isURI: Whether escapes come first, as in XSPF.
  static func candidates(_ location: [UInt8], isURI: Bool) -> [[UInt8]] {
    var found: [[UInt8]] = []
    func add(_ path: [UInt8]) {
      if !path.isEmpty, !path.contains(0), !found.contains(path) { found.append(path) }
    }
    if isStream(location) { return [] }
    let (path, isFileURI) = withoutScheme(location)
    let decoded = percentDecoded(path)
    for form in isURI || isFileURI ? [decoded, path] : [path, decoded] { add(form) }
    for form in found { add(fromWindows(form)) }
    for form in found where String(validating: form, as: UTF8.self) == nil {
      add(Array(LegacyCharset.text(form).utf8))
      add(fromWindows(Array(LegacyCharset.text(form).utf8)))
    }
    return found
  }

  /// Without `file://` and the host behind it.
  private static func withoutScheme(_ location: [UInt8]) -> ([UInt8], Bool) {
    let scheme = Array("file:".utf8)
    guard location.count > scheme.count,
      String(decoding: location.prefix(5), as: UTF8.self).lowercased() == "file:"
    else { return (location, false) }
    var rest = location[scheme.count...]
    if rest.starts(with: Array("//".utf8)) {
      rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") }
    }
    return (Array(rest), true)
  }

  /// `C:\a\b` is `/a/b`, `..\a` is `../a`.
  private static func fromWindows(_ path: [UInt8]) -> [UInt8] {
    var path = path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    if path.first == UInt8(ascii: "/"), path.count > 3, path[2] == UInt8(ascii: ":") {
      path.removeFirst()
    }
    if path.count > 2, path[1] == UInt8(ascii: ":"), path[2] == UInt8(ascii: "/"),
      (0x41...0x5A).contains(path[0] & 0xDF)
    {
      path.removeFirst(2)
    }
    return path
  }

  static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Without `.`, `..` and empty parts; `nil` where `..` leads above everything.
  static func normalized(_ path: FilePath) -> FilePath? {
    var parts: [ArraySlice<UInt8>] = []
    for part in path.bytes.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual([UInt8(ascii: ".")]) { continue }
      if part.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) {
        if parts.popLast() == nil { return nil }
        continue
      }
      parts.append(part)
    }
    let joined = Array(parts.joined(separator: [UInt8(ascii: "/")]))
    return FilePath(bytes: path.isAbsolute ? [UInt8(ascii: "/")] + joined : joined)
  }
}
