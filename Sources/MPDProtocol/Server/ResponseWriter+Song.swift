import Media

extension ResponseWriter {
  /// An item as the protocol prints songs: `file`, times, format, tags, length.
  public mutating func song(_ item: MediaItem, tags: MPDTagSet = .usual) {
    line("file", item.uri)
    if let range = item.range { line("Range", Self.range(range)) }
    line("Last-Modified", item.modified.description)
    line("added", item.added.description)
    if let format = item.audio.format { line("Format", format) }
    tagLines(item.tags, tags)
    if let milliseconds = item.audio.milliseconds {
      line("Time", (milliseconds + 500) / 1000)
      line("duration", Self.decimal(milliseconds: milliseconds))
    }
  }

  /// `START-END` in seconds; no end is that of the file.
  private static func range(_ range: CueRange) -> String {
    func seconds(_ place: Int64) -> String {
      decimal(milliseconds: CueRange.milliseconds(place))
    }
    return "\(seconds(range.start))-\(range.end.map(seconds) ?? "")"
  }

  /// An item with its place in the queue.
  public mutating func song(_ item: MediaItem, tags: MPDTagSet, position: Int, id: UInt32) {
    song(item, tags: tags)
    place(position: position, id: id)
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
