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
  /// How many frames there are to hear, at `sampleRate`; `nil` where the format does not say so exactly.
  public var frames: Int64?
  /// Frames that the encoder put before the first one to hear, as an MP3's or M4A's header says; where it
  /// does, a decoder leaves them out.
  public var encoderDelay: Int?
  /// Frames that the encoder put after the last one to hear.
  public var encoderPadding: Int?

  public init() {}

  public var duration: Duration? { milliseconds.map { .milliseconds($0) } }
}
