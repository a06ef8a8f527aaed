import MPDProtocol
import Playback

// Play, pause, stop, next, previous, seek.
extension Command {
  static let playback = [
    Command("play", .player, 0...1, play),
    Command("playid", .player, 0...1, playID),
    Command("pause", .player, 0...1, pause),
    Command("stop", .player, 0...0) { daemon, _ in
      daemon.player.stop()
      return .done
    },
    Command("next", .player, 0...0) { daemon, _ throws(MPDError) in
      try perform { () throws(PlayerError) in try daemon.player.next() }
    },
    Command("previous", .player, 0...0) { daemon, _ throws(MPDError) in
      try perform { () throws(PlayerError) in try daemon.player.previous() }
    },
    Command("seek", .player, 2...2) { daemon, call throws(MPDError) in
      let position = try Argument.unsigned(call[0])
      let time = try Argument.seconds(call[1])
      return try perform { () throws(PlayerError) in
        try daemon.player.seek(position: position, to: time)
      }
    },
    Command("seekid", .player, 2...2) { daemon, call throws(MPDError) in
      let id = try entryID(call[0])
      let time = try Argument.seconds(call[1])
      return try perform { () throws(PlayerError) in try daemon.player.seek(id: id, to: time) }
    },
    Command("seekcur", .player, 1...1) { daemon, call throws(MPDError) in
      let (time, isRelative) = try Argument.jump(call[0])
      return try perform { () throws(PlayerError) in
        if isRelative { try daemon.player.seek(by: time) } else { try daemon.player.seek(to: time) }
      }
    },
  ]

  /// Does what the player may refuse; there is nothing to answer.
  @MainActor
  static func perform(_ body: () throws(PlayerError) -> Void) throws(MPDError) -> Outcome {
    try MPDError.translating(body)
    return .done
  }

  static func entryID(_ text: String) throws(MPDError) -> EntryID {
    EntryID(rawValue: UInt32(try Argument.unsigned(text)))
  }

  @MainActor
  private static func play(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard let text = call.optional(0) else { return playOn(daemon) }
    let position = try Argument.integer(text)
    if position == -1 { return playOn(daemon) }
    return try perform { () throws(PlayerError) in try daemon.player.play(at: position) }
  }

  @MainActor
  private static func playID(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard let text = call.optional(0) else { return playOn(daemon) }
    let id = try Argument.integer(text)
    if id == -1 { return playOn(daemon) }
    guard let raw = UInt32(exactly: id) else { throw MPDError(.noExist, "No such song") }
    return try perform { () throws(PlayerError) in
      try daemon.player.play(id: EntryID(rawValue: raw))
    }
  }

  @MainActor
  private static func playOn(_ daemon: Daemon) -> Outcome {
    daemon.player.play()
    return .done
  }

  @MainActor
  private static func pause(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    if let text = call.optional(0) {
      daemon.player.pause(try Argument.bool(text))
    } else if daemon.player.state != .stopped {
      // Without an argument it turns over; what is stopped stays so, as in MPD.
      daemon.player.togglePause()
    }
    return .done
  }
}
