import MPDProtocol

// The connection itself.
extension Command {
  static let connection = [
    Command("ping", [], 0...0) { _, _ in .done },
    Command("close", [], many(from: 0)) { _, _ in .close },
    Command("kill", .admin, 0...0) { _, _ in .kill },
    Command("password", [], 1...1, password),
    Command("binarylimit", [], 1...1, binaryLimit),
    Command("idle", .read, many(from: 0), idle),
    Command("tagtypes", [], many(from: 0), tagTypes),
  ]

  @MainActor
  private static func password(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    daemon.access.trying(call[0], for: call.session)
  }

  @MainActor
  private static func binaryLimit(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let limit = try Argument.unsigned(call[0])
    guard limit >= 64 else { throw MPDError(.argument, "Value too small") }
    // What goes beyond would only cost memory.
    call.session.binaryLimit = min(limit, 5 << 20)
    return .done
  }

  @MainActor
  private static func idle(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    var wanted: Subsystems = []
    for name in call.arguments {
      guard let subsystem = Subsystems(named: name) else {
        throw MPDError(.argument, "Unrecognized idle event: \(name)")
      }
      wanted.formUnion(subsystem)
    }
    return .idle(wanted.isEmpty ? .all : wanted)
  }

  @MainActor
  private static func tagTypes(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard let word = call.optional(0) else { return tags { call.session.tags.contains($0) } }
    let names = call.arguments.dropFirst()
    switch word {
    case "clear", "all", "available":
      guard names.isEmpty else { throw MPDError(.argument, "Too many arguments") }
      if word == "available" { return tags { _ in true } }
      call.session.tags = word == "all" ? .usual : MPDTagSet([])
    case "enable": call.session.tags.formUnion(try tagSet(names))
    case "disable": call.session.tags.subtract(try tagSet(names))
    case "reset": call.session.tags = try tagSet(names)
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }

  private static func tags(_ isWanted: (MPDTag) -> Bool) -> Outcome {
    .answer { answer in
      for tag in MPDTag.allCases where isWanted(tag) { answer.line("tagtype", "\(tag.name)") }
    }
  }

  private static func tagSet(_ names: ArraySlice<String>) throws(MPDError) -> MPDTagSet {
    guard !names.isEmpty else { throw MPDError(.argument, "Not enough arguments") }
    var set = MPDTagSet([])
    for name in names {
      guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "Unknown tag type") }
      set.formUnion(MPDTagSet([tag]))
    }
    return set
  }
}
