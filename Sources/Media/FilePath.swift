/// The name of a file as the kernel has it: bytes without NUL, in no promised encoding.
public struct FilePath: Hashable, Sendable {
  public let bytes: [UInt8]

  /// - Parameter bytes: Anything up to the first NUL.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  // As the general one, for what scans hand over by the ten thousand.

  public init(bytes: [UInt8]) {
    self.bytes = bytes.contains(0) ? Array(bytes.prefix { $0 != 0 }) : bytes
  }

  public init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = Array(
      UnsafeBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)]))
  }

  public init(_ string: String) { self.init(bytes: string.utf8) }

  /// The path that has this `uri`.
  public init(uri: String) {
    var (bytes, rest) = ([UInt8](), Array(uri.utf8)[...])
    while let byte = rest.first {
      let isEscaped = Self.looksEscaped(rest)
      let digits = String(decoding: rest.dropFirst(2).prefix(2), as: UTF8.self)
      bytes.append(isEscaped ? UInt8(digits, radix: 16) ?? byte : byte)
      rest.removeFirst(isEscaped ? 4 : 1)
    }
    self.init(bytes: bytes)
  }

  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The text of the path, or `nil` where it is not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// The path for people and for keys: UTF-8 as it is; bytes that are not, and control characters, as `\xHH`.
  ///
  /// No two paths have the same: where a path itself has what looks like that, its `\` becomes `\x5C`.
  public var uri: String {
    // Most paths are plain, and libraries ask for very many of them.
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != Self.backslash }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let (scalar, length) = Self.scalar(at: rest), !DisplayText.isControl(scalar),
        !Self.looksEscaped(rest)
      else {
        text += Self.escape(rest.removeFirst())
        continue
      }
      text.unicodeScalars.append(scalar)
      rest.removeFirst(length)
    }
    return text
  }

  /// The last component; empty for `/`.
  public var lastComponent: FilePath {
    FilePath(bytes: trimmed.split(separator: UInt8(ascii: "/")).last ?? [])
  }

  /// The path without its last component; `/` for what lies directly in it, empty for a bare name.
  public var parent: FilePath {
    let bytes = trimmed
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(bytes: []) }
    return FilePath(bytes: slash == bytes.startIndex ? bytes[...slash] : bytes[..<slash])
  }

  /// The lower-case extension without its dot; empty where there is none or it is not ASCII.
  public var fileExtension: String {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    let suffix = name[(dot + 1)...]
    guard suffix.allSatisfy({ $0 < 0x80 }) else { return "" }
    return String(decoding: suffix, as: UTF8.self).lowercased()
  }

  public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The path of `name` inside this folder.
  public func appending(_ name: FilePath) -> FilePath {
    if bytes.isEmpty { return name }
    if name.bytes.isEmpty { return self }
    let slash: [UInt8] = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + slash + name.bytes)
  }

  public func appending(_ name: String) -> FilePath { appending(FilePath(name)) }

  /// Whether this path is `folder` or lies inside it.
  public func isInside(_ folder: FilePath) -> Bool {
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || folder.bytes.last == UInt8(ascii: "/")
      || bytes[folder.bytes.count] == UInt8(ascii: "/") || folder.bytes.isEmpty
  }

  /// What `folder` must be followed by to give this path; `nil` when the path is not inside it.
  public func relative(to folder: FilePath) -> FilePath? {
    guard isInside(folder) else { return nil }
    let rest = bytes.dropFirst(folder.bytes.count)
    return FilePath(bytes: rest.drop { $0 == UInt8(ascii: "/") })
  }

  /// Calls `body` with the path as C wants it.
  public func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return try terminated.withUnsafeBufferPointer { buffer throws(Failure) -> Result in
      // Never empty, so it has an address.
      try body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  /// The bytes without slashes at the end, save the root's own.
  private var trimmed: ArraySlice<UInt8> {
    var bytes = self.bytes[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes
  }

  private static let backslash = UInt8(ascii: "\\")

  /// Whether the bytes begin as an escaped byte is written.
  private static func looksEscaped(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes.first == backslash, bytes.count >= 4, bytes[start + 1] == UInt8(ascii: "x") else {
      return false
    }
    return bytes[(start + 2)..<(start + 4)].allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x46).contains($0)
    }
  }

  private static func escape(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
  }

  /// The first scalar of valid UTF-8 and its length in bytes.
  private static func scalar(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return (scalar, UTF8.width(scalar))
  }
}

extension FilePath: CustomStringConvertible {
  /// The path for a message: as `uri`.
  public var description: String { uri }
}
