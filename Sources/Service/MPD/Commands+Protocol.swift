import MPDProtocol

// What a client and the daemon agree on: features of the protocol, partitions, of which there is one.
extension Command {
  static let agreement = [
    Command("protocol", [], many(from: 0), protocolFeatures),
    Command("partition", .read, 1...1) { _, call throws(MPDError) in
      guard call[0] == "default" else {
        throw MPDError(.noExist, "partition does not exist")
      }
      return .done
    },
    Command("listpartitions", .read, 0...0) { _, _ in
      .answer { $0.line("partition", "default") }
    },
  ]

  /// The only one: stored playlists are left out where the top of the library is listed.
  private static let feature = "hide_playlists_in_root"

  @MainActor
  private static func protocolFeatures(
    _ daemon: Daemon, _ call: Call
  ) throws(MPDError) -> Outcome {
    let session = call.session
    guard let word = call.optional(0) else { return features(session.hidesPlaylistsInRoot) }
    let names = call.arguments.dropFirst()
    switch word {
    case "available", "all", "clear":
      guard names.isEmpty else { throw MPDError(.argument, "Too many arguments") }
      if word == "available" { return features(true) }
      session.hidesPlaylistsInRoot = word == "all"
    case "enable", "disable":
      guard !names.isEmpty else { throw MPDError(.argument, "Not enough arguments") }
      guard names.allSatisfy({ $0 == feature }) else {
        throw MPDError(.argument, "Unknown protocol feature")
      }
      session.hidesPlaylistsInRoot = word == "enable"
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }

  private static func features(_ isListed: Bool) -> Outcome {
    .answer { if isListed { $0.line("feature", feature) } }
  }
}
