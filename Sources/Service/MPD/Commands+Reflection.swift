import Library
import MPDProtocol

// What the daemon can do.
extension Command {
  static let reflection = [
    Command("commands", [], 0...0) { _, call in
      names { call.session.permissions.isSuperset(of: $0.permission) }
    },
    Command("notcommands", [], 0...0) { _, call in
      names { !call.session.permissions.isSuperset(of: $0.permission) }
    },
    Command("urlhandlers", .read, 0...0) { _, call in
      .answer { answer in
        if call.session.isLocal { answer.line("handler", "file://") }
      }
    },
    Command("decoders", .read, 0...0) { _, _ in
      .answer { answer in
        answer.line("plugin", "segue-decoder")
        for suffix in suffixes { answer.line("suffix", suffix) }
        for type in types { answer.line("mime_type", type) }
      }
    },
    Command("config", [], 0...0, configuration),
  ]

  @MainActor
  private static func names(_ isMeant: (Command) -> Bool) -> Outcome {
    .answer { answer in
      for command in CommandTable.commands where isMeant(command) {
        answer.line("command", command.name)
      }
    }
  }

  @MainActor
  private static func configuration(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard call.session.isLocal else {
      throw MPDError(.permission, "Command only permitted to local clients")
    }
    let roots = try MPDError.reading { () throws(LibraryError) in try daemon.store.roots() }
    return .answer { answer in
      // With several roots, URIs lie in no one folder.
      if roots.count == 1 { answer.line("music_directory", roots[0].path.uri) }
      answer.line("pcre", true)
    }
  }

  /// What names of music files end with.
  private static let suffixes = [
    "aac", "aif", "aifc", "aiff", "ape", "flac", "m4a", "m4b", "mka", "mp2", "mp3", "mp4", "mpc",
    "oga", "ogg", "opus", "spx", "tta", "wav", "wma", "wv",
  ]

  private static let types = [
    "audio/aac", "audio/aiff", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus",
    "audio/wav", "audio/x-ape", "audio/x-flac", "audio/x-ms-wma", "audio/x-wavpack",
  ]
}
