import Configuration
import Posix

extension Command {
  static let config = Command(
    name: "config", summary: "Show the configuration in effect, and where each value comes from",
    details: """
      Behind each value stands where it comes from: the line of the file, or "default". Passwords are not shown. Then
      come the places that Segue uses, and what the environment says.
      """
  ) { arguments in
    let user = try UserEnvironment(arguments)
    let report = try ConfigurationReport(
      user.configurationFile ?? user.places.configurationFile,
      required: user.configurationFile != nil)
    try ConfigurationDisplay(report: report, user: user).print()
  }
}

/// The configuration as people read it.
@MainActor
private struct ConfigurationDisplay {
  let report: ConfigurationReport
  let user: UserEnvironment

  func print() throws {
    Console.standard.line("# \(report.file)\(report.isThere ? "" : ", which is not there")")
    var section = ""
    for line in report.lines {
      if line.section != section { Console.standard.line("\n[\(line.section)]") }
      section = line.section
      let source = line.line.map { "\(report.file):\($0)" } ?? "default"
      show("\(line.key) = \(line.value)", source)
    }
    Console.standard.line("\n# places")
    for (name, path, variable) in places { show("\(name): \(path)", origin(variable)) }
    Console.standard.line("\n# where clients are answered")
    show(user.places.socket, origin("XDG_RUNTIME_DIR"))
    for address in report.settings.addresses(user.places) {
      let isListed = report.settings.listen.contains(address)
      show("\(address)", isListed ? "listen" : "mpd-compatible")
    }
    guard let server = try ServerAddress() else { return }
    Console.standard.line("\n# the server that segue commands")
    show("\(server.address)", "environment \(server.variable)")
  }

  private var places: [(String, String, String)] {
    let places = user.places
    return [
      ("library", places.database, "XDG_DATA_HOME"),
      ("configuration", user.configurationFile ?? places.configurationFile, "XDG_CONFIG_HOME"),
      ("log", places.log, "XDG_STATE_HOME"),
    ]
  }

  private func origin(_ variable: String) -> String {
    Program.environment(variable).map { $0.hasPrefix("/") } == true
      ? "environment \(variable)" : "default"
  }

  private func show(_ text: String, _ source: String) {
    let gap = String(repeating: " ", count: max(2, 44 - text.count))
    Console.standard.line("\(text)\(gap)# \(source)")
  }
}
