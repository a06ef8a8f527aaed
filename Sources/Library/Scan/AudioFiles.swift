import Media

/// Which files are looked at, by their names.
enum AudioFiles {
  /// The formats that TagLib reads and that hold no pictures that move.
  private static let extensions = packed([
    "mp3", "mp2", "aac", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4p", "m4r", "wav",
    "aif", "aiff", "aifc", "afc", "wv", "ape", "mpc", "tta", "wma", "asf", "mod", "s3m", "it", "xm",
  ])

  private static let coverNames: Set = ["cover", "folder", "front", "albumart"]
  private static let coverExtensions = packed(["jpg", "jpeg", "png", "webp", "gif"])

  /// Whether a file claims to be audio.
  static func isAudio(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let suffix = suffix(name) else { return false }
    return extensions.contains(suffix)
  }

  /// Whether a picture stands for the album it lies beside.
  static func isCover(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let suffix = suffix(name), coverExtensions.contains(suffix) else { return false }
    let stem = name.prefix { $0 != UInt8(ascii: ".") }
    return coverNames.contains(String(decoding: stem, as: UTF8.self).lowercased())
  }

  /// Hidden files, and what macOS leaves beside files (`._x`).
  static func isHidden(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.first == UInt8(ascii: ".")
  }

  /// The extension in lower case as a number; `nil` where there is none or a long one.
  private static func suffix(_ name: UnsafeBufferPointer<UInt8>) -> UInt64? {
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    for byte in name.reversed() {
      if byte == UInt8(ascii: ".") { return packed }
      guard shift < 64 else { return nil }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      packed |= UInt64(isUpper ? byte | 0x20 : byte) << shift
      shift += 8
    }
    return nil
  }

  private static func packed(_ names: [String]) -> Set<UInt64> {
    Set(names.map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } })
  }
}
