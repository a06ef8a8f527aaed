import MPDProtocol
import Media

/// How what is heard comes from the file to the device.
struct AudioPathRecord: Encodable {
  let codec: String?
  /// Rate, bits and channels as in `44100:16:2`, of what the codec decodes to.
  let sourceFormat: String?
  /// In decibels.
  let replayGain: Double?
  let volume: Int?
  let resampler: String?
  let device: String?
  let format: String?
  let periodFrames: Int?
  let bufferFrames: Int?
  /// Absent when it is not.
  let bitPerfect: Bool?
  /// Why it is not.
  let changes: [String]?
  /// How it goes over into the next track; absent without crossfade.
  let crossfade: String?

  /// - Parameter response: The answer to `segue_audio`.
  init(_ response: MPDResponse) {
    codec = response["codec"]
    sourceFormat = response["source"]
    replayGain = response["replay_gain"].flatMap { Double($0) }
    volume = response["volume"].flatMap { Int($0) }
    resampler = response["resampler"]
    device = response["device"]
    format = response["format"]
    periodFrames = response["period"].flatMap { Int($0) }
    bufferFrames = response["buffer"].flatMap { Int($0) }
    bitPerfect = response["bit_perfect"] == "1" ? true : nil
    let changes = response.values("change")
    self.changes = changes.isEmpty ? nil : changes
    crossfade = response["crossfade"]
  }

  /// For people.
  var lines: [String] {
    guard let codec, let sourceFormat else { return ["Nothing is heard."] }
    var lines = ["file       \(DisplayText.line(codec)), \(Self.words(sourceFormat))"]
    let gain = replayGain.map { "ReplayGain \($0) dB" } ?? "no ReplayGain"
    lines.append("gain       \(gain), volume \(volume ?? 100) %")
    if let crossfade { lines.append("crossfade  \(DisplayText.line(crossfade))") }
    guard let device, let format else { return lines + ["device     closed for now"] }
    lines.append("resampler  \(resampler ?? "none")")
    lines.append("device     \(DisplayText.line(device)), \(Self.words(format))")
    let rate = format.split(separator: ":").first.flatMap { Int($0) } ?? 0
    if let periodFrames, let bufferFrames, rate > 0 {
      lines.append(
        "           period \(periodFrames * 1000 / rate) ms, buffer \(bufferFrames * 1000 / rate) ms"
      )
    }
    if bitPerfect == true { return lines + ["bit-perfect"] }
    return lines + ["not bit-perfect:"] + (changes ?? []).map { "  \(DisplayText.line($0))" }
  }

  /// `44100:16:2` in words.
  private static func words(_ format: String) -> String {
    let parts = format.split(separator: ":")
    guard parts.count == 3 else { return DisplayText.line(format) }
    let sample = parts[1] == "f" ? "floating point" : "\(parts[1]) bits"
    return "\(parts[0]) Hz, \(sample), \(parts[2]) \(parts[2] == "1" ? "channel" : "channels")"
  }
}
