import Media

/// Which files are looked at, by their names.
enum AudioFiles {
  /// What holds recorded sound, read by TagLib or else by FFmpeg.
  private static let extensions = packed([
    "mp3", "mp2", "mpga", "aac", "flac", "fla", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4p",
    "m4r", "wav", "aif", "aiff", "aifc", "afc", "wv", "ape", "mpc", "mp+", "mpp", "tta", "wma",
    "mod", "s3m", "it", "xm", "dsf", "dff", "mka", "weba", "ac3", "eac3", "caf", "w64", "au",
    "snd", "amr", "tak", "shn", "voc", "dts", "oma", "rf64", "bwf", "adts", "thd", "mlp",
  ])

  /// What may hold films, and sound alone.
  private static let containers = packed([
    "mp4", "m4v", "mkv", "webm", "mov", "3gp", "3g2", "ogm", "ogx", "ogv", "avi", "wmv", "asf",
    "flv",
  ])

  /// What is plainly something else, and never opened.
  private static let others = packed([
    "jpg", "jpeg", "png", "gif", "webp", "bmp", "tif", "tiff", "svg", "ico", "psd", "heic", "avif",
    "jxl", "txt", "text", "log", "nfo", "md", "rtf", "doc", "docx", "odt", "pdf", "epub", "mobi",
    "htm", "html", "xml", "css", "js", "json", "yml", "yaml", "toml", "ini", "cfg", "conf", "csv",
    "url", "lnk", "desktop", "webloc", "db", "sqlite", "db-wal", "db-shm", "dat", "bak", "tmp",
    "temp", "part", "partial", "download", "swp", "lock", "pid", "zip", "rar", "7z", "gz", "bz2",
    "xz",
    "zst", "tar", "tgz", "iso", "img", "bin", "exe", "dll", "so", "o", "a", "msi", "apk", "deb",
    "rpm", "py", "sh", "pl", "rb", "c", "h", "cpp", "hpp", "java", "rs", "go", "swift", "md5",
    "sha1", "sha256", "sfv", "ffp", "st5", "accurip", "torrent", "par2", "sig", "asc", "cue", "m3u",
    "m3u8", "pls", "xspf", "asx", "wpl", "zpl", "b4s", "lrc", "srt", "sub", "idx", "ass", "vtt",
    "toc", "mpg", "mpeg", "m2v", "vob", "ts", "m2ts", "mts",
    "divx", "rm", "rmvb", "mid", "midi", "kar", "sf2", "sid", "nsf", "mxl", "musicxml", "gp3",
    "gp4", "gp5", "gpx", "ptb", "als", "flp", "cpr", "reapeaks", "rpp", "aup", "aup3", "asd", "pek",
    "plist", "itc", "itl", "itdb", "xmp", "exif", "thm", "lst", "old", "orig", "diz", "ttf", "otf",
    "dsp", "nomedia", "ignore", "sample", "test",
  ])

  /// The same, of more letters than are packed.
  private static let longOthers: Set = ["crdownload", "opdownload", "gitignore", "mpdignore"]

  /// What a name says of what is in a file.
  enum Claim: Sendable, Hashable {
    case audio
    /// A film, or sound alone.
    case container
    /// A cue sheet or playlist.
    case playlist
    case lyrics
    case other
    /// Nothing: its beginning has to be looked at.
    case none
  }

  private static let coverNames = ["cover", "folder", "front", "albumart"]
  private static let coverExtensions = packed(["jpg", "jpeg", "png", "webp", "gif"])
  private static let playlists = packed(["m3u", "m3u8", "pls", "xspf", "cue"])
  private static let lyrics = packed(["lrc"])

  static func claim(_ name: UnsafeBufferPointer<UInt8>) -> Claim {
    guard let suffix = suffix(name) else { return isLongOther(name) ? .other : .none }
    if extensions.contains(suffix) { return .audio }
    if containers.contains(suffix) { return .container }
    if playlists.contains(suffix) { return .playlist }
    if lyrics.contains(suffix) { return .lyrics }
    return others.contains(suffix) ? .other : .none
  }

  private static func isLongOther(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), (9...10).contains(name.count - dot - 1)
    else { return false }
    return longOthers.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  /// How well a picture's name says that it stands for the album it lies beside, 0 best; `nil` where it does
  /// not say so.
  static func coverRank(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let suffix = suffix(name), coverExtensions.contains(suffix),
      let dot = name.lastIndex(of: UInt8(ascii: "."))
    else { return nil }
    return coverNames.firstIndex(of: String(decoding: name[..<dot], as: UTF8.self).lowercased())
  }

  static func isCover(_ name: UnsafeBufferPointer<UInt8>) -> Bool { coverRank(name) != nil }

  /// Whether a file of this name can make a difference to the library.
  static func isOfInterest(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    !isHidden(name) && (claim(name) != .other || isCover(name))
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
    assert(names.allSatisfy { $0.utf8.count <= 8 }, "longer ones never match")
    return Set(names.map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } })
  }
}
