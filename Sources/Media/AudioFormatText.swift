/// The format of a track's audio for people: `FLAC · 24 bit · 96 kHz`, `MP3 · 320 kbit/s`.
public enum AudioFormatText {
  public static func text(_ audio: AudioProperties) -> String {
    let codec = audio.codec.map { names[$0] ?? $0.uppercased() }
    let quality =
      audio.bitsPerSample.map { "\($0) bit" } ?? audio.bitRate.map { "\($0) kbit/s" }
    return [codec, quality, audio.sampleRate.map(rate)].compactMap { $0 }.joined(separator: " · ")
  }

  private static let names = ["wavpack": "WavPack", "vorbis": "Vorbis", "opus": "Opus"]

  /// A sample rate in kHz, with as many digits as it needs, two at most.
  private static func rate(_ hertz: Int) -> String {
    let hundredths = hertz / 10
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole) kHz" }
    return rest % 10 == 0
      ? "\(whole).\(rest / 10) kHz" : "\(whole).\(rest < 10 ? "0" : "")\(rest) kHz"
  }
}
