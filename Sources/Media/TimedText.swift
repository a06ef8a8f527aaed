/// A line of lyrics with the time at which it is sung.
public struct LyricLine: Sendable, Hashable {
  /// From the start of the track, in milliseconds.
  public var milliseconds: Int64
  public var text: String

  public init(milliseconds: Int64, text: String) {
    self.milliseconds = milliseconds
    self.text = text
  }
}

/// The words of a track.
public struct Lyrics: Sendable, Hashable {
  /// With the times at which they are sung, in that order; empty where nobody told.
  public var lines: [LyricLine]
  /// All words, lines parted by line feeds.
  public var text: String

  /// - Parameter text: `nil` for the text of the lines.
  public init(lines: [LyricLine], text: String? = nil) {
    self.lines = lines
    self.text = text ?? lines.map(\.text).joined(separator: "\n")
  }
}

/// A part of a file with a name of its own, as audio books have.
public struct Chapter: Sendable, Hashable {
  /// From the start of the file, in milliseconds.
  public var start: Int64
  /// `nil` where the file does not say: then the next chapter's start, or the end of the file.
  public var end: Int64?
  /// Empty where it has none.
  public var title: String

  public init(start: Int64, end: Int64? = nil, title: String) {
    self.start = start
    self.end = end
    self.title = title
  }
}

/// One entry of a playlist as its file has it, not looked for yet.
public struct PlaylistLocation: Sendable, Hashable {
  /// A URI or a path, its XML escapes undone and nothing else.
  public var location: String
  public var title: String?
  /// In milliseconds.
  public var duration: Int64?

  public init(location: String, title: String? = nil, duration: Int64? = nil) {
    self.location = location
    self.title = title
    self.duration = duration
  }
}
