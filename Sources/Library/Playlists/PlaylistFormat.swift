import Media

/// A format in which playlists are written for other programs.
public enum PlaylistFormat: String, Sendable, Hashable, CaseIterable {
  case m3u8, xspf, pls

  /// The bytes of a file.
  ///
  /// - Parameter folder: What paths are relative to; `nil` for absolute ones. What lies above it is written in full.
  public func bytes(_ entries: [LibraryPlaylistEntry], relativeTo folder: FilePath?) -> [UInt8] {
    switch self {
    case .m3u8: Self.m3u(entries, folder)
    case .xspf: Self.xspf(entries, folder)
    case .pls: Self.pls(entries, folder)
    }
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

  private static func label(_ entry: LibraryPlaylistEntry) -> String? {
    guard let item = entry.item, let title = item.tags.title else { return entry.title }
    return item.tags.artist.map { "\($0) - \(title)" } ?? title
  }

  /// The bytes of the file's path. A track of a cue sheet is named as the library names it, below its sheet.
  private static func place(_ entry: LibraryPlaylistEntry, _ folder: FilePath?) -> [UInt8] {
    guard let item = entry.item, item.range == nil else { return Array(entry.location.utf8) }
    return (folder.flatMap { item.path.relative(to: $0) } ?? item.path).bytes
  }

  private static func uri(_ entry: LibraryPlaylistEntry, _ folder: FilePath?) -> String {
    let place = place(entry, folder)
    let scheme = place.first == UInt8(ascii: "/") ? "file://" : ""
    return scheme
      + place.map { byte in isPlain(byte) ? String(Unicode.Scalar(byte)) : percent(byte) }.joined()
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
