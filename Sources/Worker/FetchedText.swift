import Media

/// Lists of a file that are fetched as bytes: how a tagger writes them and its parent reads them, trusting nothing.
public enum FetchedText {
  /// The most entries of a list, and bytes of one text in it.
  public static let maximumEntries = 20_000
  public static let maximumText = 16_000

  public static func encoded(_ lines: [LyricLine]) -> [UInt8] {
    list(lines) { writer, line in
      writer.put(line.milliseconds)
      writer.put(line.text, limit: maximumText)
    }
  }

  public static func encoded(_ chapters: [Chapter]) -> [UInt8] {
    list(chapters) { writer, chapter in
      writer.put(chapter.start)
      writer.put(chapter.end) { $0.put($1) }
      writer.put(chapter.title, limit: maximumText)
    }
  }

  public static func encoded(_ locations: [PlaylistLocation]) -> [UInt8] {
    list(locations) { writer, entry in
      writer.put(entry.location, limit: maximumText)
      writer.put(entry.title) { $0.put($1, limit: maximumText) }
      writer.put(entry.duration) { $0.put($1) }
    }
  }

  public static func lines(_ bytes: [UInt8]) throws(WireError) -> [LyricLine] {
    try list(bytes) { reader throws(WireError) in
      LyricLine(milliseconds: try time(&reader), text: try reader.text(limit: maximumText))
    }
  }

  public static func chapters(_ bytes: [UInt8]) throws(WireError) -> [Chapter] {
    try list(bytes) { reader throws(WireError) in
      Chapter(
        start: try time(&reader), end: try reader.optional(time),
        title: try reader.text(limit: maximumText))
    }
  }

  public static func locations(_ bytes: [UInt8]) throws(WireError) -> [PlaylistLocation] {
    try list(bytes) { reader throws(WireError) in
      PlaylistLocation(
        location: try reader.text(limit: maximumText),
        title: try reader.optional { reader throws(WireError) in
          try reader.text(limit: maximumText)
        },
        duration: try reader.optional(time))
    }
  }

  private static func list<Entry>(
    _ entries: [Entry], _ put: (inout WireWriter, Entry) -> Void
  ) -> [UInt8] {
    var writer = WireWriter()
    let entries = entries.prefix(maximumEntries)
    writer.put(UInt32(entries.count))
    for entry in entries { put(&writer, entry) }
    return writer.bytes
  }

  private static func list<Entry>(
    _ bytes: [UInt8], _ take: (inout WireReader) throws(WireError) -> Entry
  ) throws(WireError) -> [Entry] {
    var reader = WireReader(bytes[...])
    let count = try reader.number(UInt32.self, in: 0...maximumEntries)
    var entries: [Entry] = []
    for _ in 0..<count { entries.append(try take(&reader)) }
    try reader.finish()
    return entries
  }

  /// Milliseconds within a file.
  private static func time(_ reader: inout WireReader) throws(WireError) -> Int64 {
    Int64(try reader.number(Int64.self, in: 0...Int(Int32.max) * 1000))
  }
}
