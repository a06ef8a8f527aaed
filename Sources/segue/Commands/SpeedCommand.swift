import MPDProtocol

extension Command {
  static let speed = Command(
    name: "speed", usage: "[FACTOR | normal]",
    summary: "Play slower or faster at the same pitch, from 0.5 to 2",
    details: "Positions and lengths stay those of the tracks. Alone it prints what holds.",
    arguments: 0...1
  ) { arguments in
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    if let word = arguments.positional.first {
      guard let speed = word == "normal" ? 1 : Double(word), (0.5...2).contains(speed) else {
        throw UsageError.badArgument(word, allowed: "a number from 0.5 to 2, or normal")
      }
      try client.send("segue_speed", "\(speed)")
    }
    Console.standard.line("speed \(try PlayerStatus(of: client).speed)")
  }
}

extension PlayerStatus {
  /// `1` where it is the usual one.
  var speed: String { option("segue_speed") == "0" ? "1" : option("segue_speed") }
}
