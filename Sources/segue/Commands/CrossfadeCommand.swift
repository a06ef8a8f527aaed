import MPDProtocol

extension Command {
  static let crossfade = Command(
    name: "crossfade", usage: "[SECONDS | off]",
    summary: "Have tracks go over into each other",
    details: """
      Tracks that follow one another on their album, and those of less than 20 seconds, are not mixed. With
      --mixramp-delay, tracks that have MixRamp tags overlap where both are quieter than --mixramp-db says,
      by so many seconds less. Alone it prints what holds.
      """,
    options: [
      .init("mixramp-db", value: "DECIBELS", "Where tracks overlap by MixRamp tags, such as -17"),
      .init("mixramp-delay", value: "SECONDS", "Have MixRamp used (0.1, say), or not (off)"),
    ],
    arguments: 0...1
  ) { arguments in
    var commands: [MPDCommand] = []
    if let word = arguments.positional.first {
      guard let seconds = word == "off" ? 0 : Int(word), (0...60).contains(seconds) else {
        throw UsageError.badArgument(word, allowed: "a number of seconds up to 60, or off")
      }
      commands.append(MPDCommand("crossfade", "\(seconds)"))
    }
    if let text = arguments.value("mixramp-db") {
      guard let decibels = Double(text), (-100...100).contains(decibels) else {
        throw UsageError.badArgument(text, allowed: "a number of decibels")
      }
      commands.append(MPDCommand("mixrampdb", text))
    }
    if let text = arguments.value("mixramp-delay") {
      guard text == "off" || Double(text).map({ (0...60).contains($0) }) == true else {
        throw UsageError.badArgument(text, allowed: "a number of seconds, or off")
      }
      commands.append(MPDCommand("mixrampdelay", text == "off" ? "nan" : text))
    }
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    if !commands.isEmpty { try client.send(commands) }
    Console.standard.line(try PlayerStatus(of: client).crossfadeLine)
  }
}

extension PlayerStatus {
  var crossfadeLine: String {
    let seconds = Int(option("xfade")) ?? 0
    let line = "crossfade \(seconds > 0 ? "\(seconds) s" : "off")"
    let delay = option("mixrampdelay")
    guard Double(delay).map({ $0 > 0 }) == true else { return line }
    return "\(line), MixRamp at \(option("mixrampdb")) dB less \(delay) s"
  }
}
