import Media

/// A format in which playlists are written for other programs.
public enum PlaylistFormat: String, Sendable, Hashable, CaseIterable {
  case m3u8, xspf, pls

  /// The bytes of a file, and how many entries are not in it, since the format has no way to write their paths.
  ///
  /// - Parameter folder: What paths are relative to; `nil` for absolute ones. What lies above it is written in full.
  public func file(
    _ entries: [LibraryPlaylistEntry], relativeTo folder: FilePath?
  ) -> (bytes: [UInt8], leftOut: Int) {
    if self == .xspf { return (Self.xspf(entries, folder), 0) }
    let kept = entries.filter { Self.holds($0, folder) }
    let bytes = self == .m3u8 ? Self.m3u(kept, folder) : Self.pls(kept, folder)
    return (bytes, entries.count - kept.count)
  }

  /// Whether a format of lines can hold an entry.
  static func holds(_ entry: LibraryPlaylistEntry, _ folder: FilePath?) -> Bool {
    isLine(place(entry, folder))
  }

  /// Whether a format of lines can hold a path: lines end, and blanks at their ends count for nothing.
  private static func isLine(_ place: [UInt8]) -> Bool {
    let isWhole = !place.contains { [0x0A, 0x0D, 0].contains($0) }
    return isWhole && !place.isEmpty && TextLines.trimmed(place[...]).count == place.count
  }

  private static func m3u(_ entries: [LibraryPlaylistEntry], _ folder: FilePath?) -> [UInt8] {
    var bytes = Array("#EXTM3U\n".utf8)
    for entry in entries {
      bytes += "#EXTINF:\(seconds(entry) ?? -1),\(line(label(entry) ?? ""))\n".utf8
      bytes += place(entry, folder) + [UInt8(ascii: "\n")]
    }
    return bytes
  }

  private static func pls(_ entries: [LibraryPlaylistEntry], _ folder: FilePath?) -> [UInt8] {
    var bytes = Array("[playlist]\n".utf8)
    for (index, entry) in entries.enumerated() {
      bytes += Array("File\(index + 1)=".utf8) + place(entry, folder) + [UInt8(ascii: "\n")]
      if let label = label(entry) { bytes += "Title\(index + 1)=\(line(label))\n".utf8 }
      bytes += "Length\(index + 1)=\(seconds(entry) ?? -1)\n".utf8
    }
    return bytes + Array("NumberOfEntries=\(entries.count)\nVersion=2\n".utf8)
  }

  private static func xspf(_ entries: [LibraryPlaylistEntry], _ folder: FilePath?) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">
        <trackList>

      """
    for entry in entries {
      text += "    <track>\n      <location>\(uri(entry, folder))</location>\n"
      let tags = entry.item?.tags
      for (name, value) in [
        ("title", tags?.title ?? entry.title), ("creator", tags?.artist), ("album", tags?.album),
      ] {
        if let value { text += "      <\(name)>\(escaped(value))</\(name)>\n" }
      }
      let milliseconds = entry.item?.audio.milliseconds ?? entry.milliseconds
      if let milliseconds { text += "      <duration>\(milliseconds)</duration>\n" }
      text += "    </track>\n"
    }
    return Array((text + "  </trackList>\n</playlist>\n").utf8)
  }

  private static func seconds(_ entry: LibraryPlaylistEntry) -> Int64? {
    (entry.item?.audio.milliseconds ?? entry.milliseconds).map { ($0 + 500) / 1000 }
  }

  static func label(_ entry: LibraryPlaylistEntry) -> String? {
    guard let item = entry.item, let title = item.tags.title else { return entry.title }
    return item.tags.artist.map { "\($0) - \(title)" } ?? title
  }

  /// The bytes of the file's path. A track of a cue sheet is named as the library names it, below its sheet.
  private static func path(_ entry: LibraryPlaylistEntry, _ folder: FilePath?) -> [UInt8] {
    if entry.item == nil, entry.isReference { return Array(entry.location.utf8) }
    guard entry.item?.range == nil else { return Array(entry.location.utf8) }
    let path = entry.item?.path ?? FilePath(uri: entry.location)
    return (folder.flatMap { path.relative(to: $0) } ?? path).bytes
  }

  /// The path for a line: one that would begin a comment, or lose its first blanks, begins with its folder.
  static func place(_ entry: LibraryPlaylistEntry, _ folder: FilePath?) -> [UInt8] {
    var path = path(entry, folder)
    if entry.isReference, !isWholeURI(path) { path = EntryPath.percentDecoded(path) }
    return path.first.map { "# \t".utf8.contains($0) } == true ? Array("./".utf8) + path : path
  }

  private static func uri(_ entry: LibraryPlaylistEntry, _ folder: FilePath?) -> String {
    let path = path(entry, folder)
    if entry.item == nil, entry.isReference || isWholeURI(path) {
      return escaped(path.map { isOfURI($0) ? String(Unicode.Scalar($0)) : percent($0) }.joined())
    }
    let scheme = path.first == UInt8(ascii: "/") ? "file://" : ""
    return scheme
      + path.map { byte in isPlain(byte) ? String(Unicode.Scalar(byte)) : percent(byte) }.joined()
  }

  /// Whether a location says by what it is reached.
  private static func isWholeURI(_ location: [UInt8]) -> Bool {
    EntryPath.isStream(location)
      || String(decoding: location.prefix(5), as: UTF8.self).lowercased() == "file:"
  }

  /// Whether a byte stands for itself in a URI that is one already.
  private static func isOfURI(_ byte: UInt8) -> Bool {
    isPlain(byte) || "%:?#[]@!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~/".utf8.contains(byte)
    }
  }

  private static func percent(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.count < 2 ? "0" : "") + digits
  }

  /// Text for XML, without what XML cannot hold.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
