/// What the audio of a file is, as its headers say.
public struct AudioProperties: Sendable, Hashable {
  /// In milliseconds; `nil` when it is not known, never 0.
  public var milliseconds: Int64?
  /// In Hz.
  public var sampleRate: Int?
  /// `nil` for lossy codecs, which have none.
  public var bitsPerSample: Int?
  public var channels: Int?
  /// In kbit/s.
  public var bitRate: Int?
  /// A short name in lower case: `flac`, `mp3`, `vorbis`, `opus`, `aac`, `alac`, `pcm`, `wavpack`.
  public var codec: String?

  public init() {}

  public var duration: Duration? { milliseconds.map { .milliseconds($0) } }
}
