import Media

extension ResponseWriter {
  /// An item as the protocol prints songs: `file`, times, format, tags, length.
  ///
  /// - Parameter part: The part that is played of it, from its beginning; `nil` for all.
  public mutating func song(
    _ item: MediaItem, tags: MPDTagSet = .usual, part: PlayedRange? = nil
  ) {
    line("file", item.uri)
    if let part {
      line("Range", Self.range(part.start, part.end))
    } else if let range = item.range {
      line("Range", Self.range(range))
    }
    line("Last-Modified", item.modified.description)
    line("added", item.added.description)
    if let format = item.audio.format { line("Format", format) }
    tagLines(item.tags, tags)
    if let milliseconds = Self.length(item, part) {
      line("Time", (milliseconds + 500) / 1000)
      line("duration", milliseconds: milliseconds)
    }
  }

  /// `START-END` in seconds; no end is that of the file.
  private static func range(_ range: CueRange) -> String {
    Self.range(CueRange.milliseconds(range.start), range.end.map(CueRange.milliseconds))
  }

  private static func range(_ start: Int64, _ end: Int64?) -> String {
    "\(decimal(milliseconds: start))-\(end.map { decimal(milliseconds: $0) } ?? "")"
  }

  /// How long what is played of an item is.
  private static func length(
    _ item: MediaItem, _ part: PlayedRange?
  ) -> Int64? {
    guard let part else { return item.audio.milliseconds }
    let ends = [part.end, item.audio.milliseconds].compactMap { $0 }
    return ends.min().map { max(0, $0 - part.start) }
  }

  public mutating func place(position: Int, id: UInt32) {
    line("Pos", position)
    line("Id", id)
  }

  private mutating func tagLines(_ tags: MediaTags, _ wanted: MPDTagSet) {
    for tag in MPDTag.allCases where wanted.contains(tag) {
      for value in tag.values(of: tags) { line(tag.name, value) }
    }
  }
}

extension AudioProperties {
  /// As MPD writes it: rate, bits (`f` for codecs that have none), channels.
  fileprivate var format: String? {
    guard let sampleRate, let channels else { return nil }
    return "\(sampleRate):\(bitsPerSample.map { String($0) } ?? "f"):\(channels)"
  }
}
