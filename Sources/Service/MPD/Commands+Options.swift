import MPDProtocol
import Playback

// Modes, volume, and how tracks go over into each other.
extension Command {
  static let options = [
    Command("random", .player, 1...1) { daemon, call throws(MPDError) in
      daemon.player.setRandom(try Argument.bool(call[0]))
      return .done
    },
    Command("repeat", .player, 1...1) { daemon, call throws(MPDError) in
      daemon.player.setRepeat(try Argument.bool(call[0]))
      return .done
    },
    Command("single", .player, 1...1) { daemon, call throws(MPDError) in
      daemon.player.setSingle(try mode(call[0], of: "single"))
      return .done
    },
    Command("consume", .player, 1...1) { daemon, call throws(MPDError) in
      daemon.player.setConsume(try mode(call[0], of: "consume"))
      return .done
    },
    Command("setvol", .player, 1...1, setVolume),
    Command("volume", .player, 1...1, changeVolume),
    Command("getvol", .read, 0...0) { daemon, _ in
      .answer { answer in
        if let volume = daemon.player.volume { answer.line("volume", volume) }
      }
    },
    Command("crossfade", .player, 1...1) { daemon, call throws(MPDError) in
      let seconds = try Argument.unsigned(call[0])
      return set(daemon) { $0.duration = .seconds(seconds) }
    },
    Command("mixrampdb", .player, 1...1) { daemon, call throws(MPDError) in
      let decibels = try Argument.float(call[0])
      return set(daemon) { $0.mixRampThreshold = decibels }
    },
    Command("mixrampdelay", .player, 1...1) { daemon, call throws(MPDError) in
      let delay = call[0].lowercased() == "nan" ? nil : try Argument.float(call[0])
      return set(daemon) { $0.mixRampDelay = delay }
    },
    Command("replay_gain_mode", .player, 1...1, replayGainMode),
    Command("replay_gain_status", .read, 0...0) { daemon, _ in
      .answer { $0.line("replay_gain_mode", daemon.player.replayGain.mode.rawValue) }
    },
  ]

  @MainActor
  private static func set(
    _ daemon: Daemon, _ change: (inout CrossfadeSettings) -> Void
  ) -> Outcome {
    var settings = daemon.player.crossfade
    change(&settings)
    daemon.player.setCrossfade(settings)
    return .done
  }

  private static func mode(_ word: String, of name: String) throws(MPDError) -> OneShotMode {
    guard let mode = OneShotMode(word: word) else {
      throw MPDError(.argument, "Unrecognized \(name) mode, expected 0, 1, or oneshot")
    }
    return mode
  }

  @MainActor
  private static func setVolume(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let volume = try Argument.unsigned(call[0], maximum: 100)
    guard daemon.player.volume != nil else { throw MPDError(.unknown, "No mixer") }
    return try perform { () throws(PlayerError) in try daemon.player.setVolume(volume) }
  }

  @MainActor
  private static func changeVolume(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let change = try Argument.integer(call[0])
    guard (-100...100).contains(change) else {
      throw MPDError(.argument, "Number too large: \(call[0])")
    }
    guard let volume = daemon.player.volume else { throw MPDError(.system, "No mixer") }
    let wanted = min(100, max(0, volume + change))
    return try perform { () throws(PlayerError) in try daemon.player.setVolume(wanted) }
  }

  @MainActor
  private static func replayGainMode(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard let mode = ReplayGainSettings.Mode(rawValue: call[0]) else {
      throw MPDError(.argument, "Unrecognized replay gain mode")
    }
    daemon.player.setReplayGain(mode)
    return .done
  }
}
