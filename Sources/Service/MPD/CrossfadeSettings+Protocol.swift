import Playback

extension CrossfadeSettings {
  /// A number as the protocol writes those: without a fraction where there is none.
  static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e6 { return String(Int(value)) }
    // Six digits, as MPD.
    let scale = 1e5 / max(1, abs(value) < 10 ? 1 : abs(value) < 100 ? 10 : 100)
    return "\((value * scale).rounded() / scale)"
  }
}
