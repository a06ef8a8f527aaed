import MPDProtocol
import Playback

// Where sound goes.
extension Command {
  static let outputs = [
    Command("outputs", .read, 0...0) { daemon, _ in
      .answer { answer in
        for output in daemon.player.outputs {
          answer.line("outputid", output.id)
          answer.line("outputname", output.name)
          answer.line("plugin", output.plugin)
          answer.line("outputenabled", output.isEnabled)
        }
      }
    },
    Command("enableoutput", .admin, 1...1) { daemon, call throws(MPDError) in
      try set(daemon, call) { _ in true }
    },
    Command("disableoutput", .admin, 1...1) { daemon, call throws(MPDError) in
      try set(daemon, call) { _ in false }
    },
    Command("toggleoutput", .admin, 1...1) { daemon, call throws(MPDError) in
      try set(daemon, call) { !$0 }
    },
    // No kind of output has anything to be set.
    Command("outputset", .admin, 3...3) { daemon, call throws(MPDError) in
      _ = try output(daemon, call)
      throw MPDError(.argument, "Unsupported attribute")
    },
  ]

  @MainActor
  private static func set(
    _ daemon: Daemon, _ call: Call, _ change: (Bool) -> Bool
  ) throws(MPDError) -> Outcome {
    let output = try output(daemon, call)
    let enabled = change(output.isEnabled)
    return try perform { () throws(PlayerError) in
      try daemon.player.setOutput(output.id, enabled: enabled)
    }
  }

  @MainActor
  private static func output(
    _ daemon: Daemon, _ call: Call
  ) throws(MPDError) -> OutputDescription {
    let id = try Argument.unsigned(call[0])
    guard let output = daemon.player.outputs.first(where: { $0.id == id }) else {
      throw MPDError(.noExist, "No such audio output")
    }
    return output
  }
}
