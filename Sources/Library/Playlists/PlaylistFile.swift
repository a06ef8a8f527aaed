import Media
import Worker

/// What a playlist file says, not looked for yet.
struct PlaylistFile: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    /// A path or URI as the file has it: bytes in no promised encoding.
    var location: [UInt8]
    var title: String?
    var milliseconds: Int64?
  }

  enum Kind: String, Sendable, Hashable, CaseIterable {
    case m3u, m3u8, pls, xspf, cue

    init?(_ name: FilePath) { self.init(rawValue: name.fileExtension) }
  }

  var entries: [Entry] = []
  /// Whether the file has more than is read of it.
  var isCut = false

  static let maximumEntries = 50_000
  private static let maximumLocation = 8192

  /// Reads M3U: lines, each a place; `#EXTINF` before one says what it is.
  static func m3u(_ bytes: [UInt8]) -> PlaylistFile {
    var list = PlaylistFile()
    var about: (title: String?, milliseconds: Int64?) = (nil, nil)
    let content = TextLines(TextLines.withoutUTF16(bytes))
    list.isCut = content.isCut || bytes.count >= TextLines.maximumBytes
    for line in content.lines {
      if line.first == UInt8(ascii: "#") {
        if let found = information(line) { about = found }
        continue
      }
      list.add(line, about.title, about.milliseconds)
      about = (nil, nil)
    }
    return list
  }

  /// `#EXTINF:123,Artist - Title`
  private static func information(_ line: ArraySlice<UInt8>) -> (String?, Int64?)? {
    let start = Array("#EXTINF:".utf8)
    guard line.count > start.count, line.starts(with: start) else { return nil }
    let rest = line.dropFirst(start.count)
    let comma = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
    let seconds = String(decoding: rest[..<comma].prefix { $0 != 0x20 }, as: UTF8.self)
    let title = TextLines.trimmed(rest[comma...].dropFirst())
    return (title.isEmpty ? nil : text(title), milliseconds(seconds))
  }

  /// Reads PLS: an INI file with `File1`, `Title1`, `Length1`.
  static func pls(_ bytes: [UInt8]) -> PlaylistFile {
    var found: [Int: Entry] = [:]
    var list = PlaylistFile()
    let content = TextLines(TextLines.withoutUTF16(bytes))
    list.isCut = content.isCut || bytes.count >= TextLines.maximumBytes
    for line in content.lines {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex,
        let (key, number) = numbered(line[..<equals])
      else { continue }
      if found[number] == nil, found.count >= maximumEntries {
        list.isCut = true
        continue
      }
      let value = TextLines.trimmed(line[(equals + 1)...])
      var entry = found[number] ?? Entry(location: [])
      switch key {
      case "file": entry.location = Array(value.prefix(maximumLocation))
      case "title": entry.title = value.isEmpty ? nil : text(value)
      case "length": entry.milliseconds = milliseconds(String(decoding: value, as: UTF8.self))
      default: continue
      }
      found[number] = entry
    }
    list.entries = found.sorted { $0.key < $1.key }.map(\.value).filter { !$0.location.isEmpty }
    return list
  }

  private static func numbered(_ key: ArraySlice<UInt8>) -> (String, Int)? {
    let word = String(decoding: TextLines.trimmed(key).prefix(40), as: UTF8.self).lowercased()
    let name = word.prefix { $0.isLetter }
    guard let number = Int(word.dropFirst(name.count)), (0...10_000_000).contains(number) else {
      return nil
    }
    return (String(name), number)
  }

  /// What the tagger found in an XSPF file.
  static func xspf(_ locations: [PlaylistLocation]) -> PlaylistFile {
    var list = PlaylistFile()
    for entry in locations {
      list.add(Array(entry.location.utf8)[...], entry.title, entry.duration)
    }
    // No more are sent.
    list.isCut = list.isCut || locations.count >= FetchedText.maximumEntries
    return list
  }

  private mutating func add(
    _ location: ArraySlice<UInt8>, _ title: String?, _ milliseconds: Int64?
  ) {
    let location = TextLines.trimmed(location).prefix(Self.maximumLocation)
    if location.isEmpty { return }
    guard entries.count < Self.maximumEntries else {
      isCut = true
      return
    }
    entries.append(
      Entry(location: Array(location), title: title, milliseconds: milliseconds))
  }

  /// Seconds, which may have a fraction; -1 and 0 say nothing.
  private static func milliseconds(_ text: String) -> Int64? {
    guard text.utf8.count < 20, let seconds = Double(text), seconds > 0, seconds < 4e6 else {
      return nil
    }
    return Int64((seconds * 1000).rounded())
  }

  /// UTF-8 where it is, else Latin-1.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = bytes.prefix(1000)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
