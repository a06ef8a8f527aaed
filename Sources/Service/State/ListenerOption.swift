import Configuration
import Library
import Playback

/// Something that a configuration says, and that listeners change while the daemon runs: it stays as they have set
/// it, until the configuration says something else.
@MainActor
struct ListenerOption {
  let name: String
  /// As configured.
  let usual: String
  let value: (Player) -> String
  /// Sets it; what makes no sense is left alone.
  let set: (Player, String) -> Void

  static func all(_ player: Player, _ settings: Settings) -> [ListenerOption] {
    [
      ListenerOption(name: "speed", usual: "\(settings.speed)") {
        "\($0.speed)"
      } set: { player, text in
        if let speed = Int(text) { try? player.setSpeed(speed) }
      },
      ListenerOption(name: "replay-gain", usual: settings.replayGain.rawValue) {
        $0.replayGain.mode.rawValue
      } set: { player, text in
        ReplayGainSettings.Mode(rawValue: text).map { player.setReplayGain($0) }
      },
      crossfade("crossfade", usual: "\(settings.crossfade)") {
        "\($0.duration.components.seconds)"
      } set: { settings, text in
        if let seconds = Int64(text) { settings.duration = .seconds(seconds) }
      },
      crossfade("mixramp-db", usual: "0.0") {
        "\($0.mixRampThreshold)"
      } set: { settings, text in
        if let decibels = Double(text) { settings.mixRampThreshold = decibels }
      },
      crossfade("mixramp-delay", usual: "") {
        $0.mixRampDelay.map { "\($0)" } ?? ""
      } set: { settings, text in
        settings.mixRampDelay = Double(text)
      },
    ] + player.outputs.map { output($0.id, $0.name) }
  }

  private static func crossfade(
    _ name: String, usual: String, value: @escaping (CrossfadeSettings) -> String,
    set: @escaping (inout CrossfadeSettings, String) -> Void
  ) -> ListenerOption {
    ListenerOption(name: name, usual: usual) {
      value($0.crossfade)
    } set: { player, text in
      var settings = player.crossfade
      set(&settings, text)
      player.setCrossfade(settings)
    }
  }

  /// Whether an output is enabled, as all are at first.
  private static func output(_ id: Int, _ name: String) -> ListenerOption {
    ListenerOption(name: "output \(name)", usual: "1") {
      $0.outputs[id].isEnabled ? "1" : "0"
    } set: { player, text in
      try? player.setOutput(id, enabled: text == "1")
    }
  }

  /// What was set; `nil` where it is as configured.
  func choice(_ player: Player) -> SavedChoice? {
    let value = value(player)
    return value == usual ? nil : SavedChoice(name: name, value: value, usual: usual)
  }

  func restore(_ player: Player, _ choices: [SavedChoice]) {
    guard let choice = choices.first(where: { $0.name == name }), choice.usual == usual
    else { return }
    set(player, choice.value)
  }
}
