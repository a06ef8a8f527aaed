import Media

/// A line of what is known of a track.
public struct PickerDetail: Sendable, Hashable {
  public var name: String
  public var text: String

  /// All that the library knows of an item.
  static func lines(of item: MediaItem) -> [PickerDetail] {
    var lines: [PickerDetail] = []
    func add(_ name: String, _ text: String?) {
      guard let text, !text.isEmpty else { return }
      lines.append(PickerDetail(name: name, text: text))
    }
    for (name, value) in item.comments { add(name.description.lowercased(), value) }
    for (name, text) in item.statistics.texts(fileRating: item.tags.rating) { add(name, text) }
    add("time", item.time.description)
    add("sound", AudioFormatText.text(item.audio))
    add("bit rate", item.audio.bitRate.map { "\($0) kbit/s" })
    add("channels", item.audio.channels.map { String($0) })
    add("file", item.path.uri)
    add("size", "\(item.size) bytes")
    add(artwork, item.tags.artworkSource.map { $0 == .file ? "beside the file" : "in the file" })
    add("lyrics", item.lyricsSource.map { $0 == .file ? "beside the file" : "in the file" })
    add("changed", item.modified.description)
    add("added", item.added.description)
    if !item.isAvailable { add("missing", "The disk with the file is not there.") }
    return lines
  }
}
