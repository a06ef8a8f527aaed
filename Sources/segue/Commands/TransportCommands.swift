import MPDProtocol
import Media
import Posix

extension Command {
  static let play = Command(
    name: "play", usage: "[N | ITEM…]", summary: "Play: go on, from an entry, or these items",
    details: """
      Without an argument, music goes on where it stands. N is an entry of the queue, counted from 1.
      The queue is replaced by items. \(ItemArguments.details)
      """,
    options: [
      .init("wait", letter: "w", "Name each track as it starts, and end when the music does")
    ],
    arguments: 0...100_000
  ) { arguments in
    try PlayCommand(arguments).run()
  }

  static let pause = transport("pause", "Pause; what plays next goes on from here") { _, _ in
    [MPDCommand("pause", "1")]
  }

  static let toggle = transport("toggle", "Pause, or go on") { status, _ in
    status.state == "play" ? [MPDCommand("pause", "1")] : [MPDCommand("play")]
  }

  static let stop = transport(
    "stop", "Stop, now or later",
    options: [
      .init("after", value: "POINT", "Stop after this track or album, or the queue; off: go on")
    ]
  ) { _, arguments in
    guard let point = arguments.value("after") else { return [MPDCommand("stop")] }
    guard ["track", "album", "queue", "off"].contains(point) else {
      throw UsageError.badArgument(point, allowed: "track, album, queue or off")
    }
    return [MPDCommand("segue_stop", point)]
  }

  static let next = transport(
    "next", "Go to the next entry of the queue", options: [album]
  ) { _, arguments in
    [MPDCommand(arguments.has("album") ? "segue_next_album" : "next")]
  }

  static let previous = transport(
    "previous", "Go to the beginning of the track, or to the entry before", options: [album]
  ) { _, arguments in
    [MPDCommand(arguments.has("album") ? "segue_previous_album" : "previous")]
  }

  private static let album = Option("album", letter: "a", "Go to another album")

  static let seek = Command(
    name: "seek", usage: "TIME", summary: "Go to a place in the track",
    details: "TIME is 1:02:03, 2:03 or seconds; +TIME and -TIME go on and back; 50% is the middle.",
    arguments: 1...1
  ) { arguments in
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    let target = try SeekTarget(arguments.positional[0])
    let status = try PlayerStatus(of: client)
    try client.send("seekcur", target.argument(duration: status.duration))
    show(try PlayerStatus(of: client))
  }

  static let volume = Command(
    name: "volume", usage: "[N | +N | -N]", summary: "Print or change the volume, in percent",
    arguments: 0...1
  ) { arguments in
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    let before = try PlayerStatus(of: client).volume
    if let argument = arguments.positional.first {
      guard let number = Int(argument.drop { $0 == "+" }), (-100...100).contains(number) else {
        throw UsageError.badArgument(
          argument, allowed: "a volume: 0 to 100, or a change such as +5")
      }
      let isChange = argument.hasPrefix("+") || argument.hasPrefix("-")
      let wanted = isChange ? min(100, max(0, (before ?? 0) + number)) : number
      try client.send("setvol", String(wanted))
    }
    let volume = try PlayerStatus(of: client).volume
    Console.standard.line(volume.map { "\($0) %" } ?? "The volume cannot be changed.")
  }

  /// A command that changes what plays and shows it.
  private static func transport(
    _ name: String, _ summary: String, options: [Option] = [],
    _ commands: @escaping @Sendable (PlayerStatus, Arguments) throws -> [MPDCommand]
  ) -> Command {
    Command(name: name, summary: summary, options: options) { arguments in
      let client = try DaemonConnection.open(UserEnvironment(arguments))
      try client.send(commands(PlayerStatus(of: client), arguments))
      show(try PlayerStatus(of: client))
    }
  }

  /// What plays now, in two lines, and on standard error why it does not.
  @MainActor
  static func show(_ status: PlayerStatus) {
    for line in status.lines { Console.standard.line(line) }
    if let error = status.error { Program.complain("segue: \(DisplayText.line(error))") }
  }
}

/// `segue play` in its three forms.
@MainActor
private struct PlayCommand {
  private let user: UserEnvironment
  private let client: MPDClient
  private let items: [String]
  private let isWaiting: Bool

  init(_ arguments: Arguments) throws {
    user = try UserEnvironment(arguments)
    client = try DaemonConnection.open(user)
    items = arguments.positional
    isWaiting = arguments.has("wait")
  }

  func run() throws {
    if items.count == 1, let place = Int(items[0]) {
      let count = try PlayerStatus(of: client).queueCount
      guard (1...max(1, count)).contains(place), count > 0 else {
        throw ExitError(
          .failed,
          "The queue of \(Follower.tracks(count)) has no entry \(place); segue queue shows it."
        )
      }
      try client.send("play", String(place - 1))
    } else if items.isEmpty {
      guard try PlayerStatus(of: client).queueCount > 0 else {
        throw ExitError(.failed, "The queue is empty; fill it with segue pick or segue add.")
      }
      try client.send("play")
    } else if let found = try DaemonQueue.play(items, client, WordSearch(user)) {
      Console.standard.line("Playing \(found.description).")
    }
    if isWaiting {
      try Follower(client: client).run()
    } else {
      Command.show(try PlayerStatus(of: client))
    }
  }
}

/// A place in a track as people write it.
struct SeekTarget {
  private enum Kind { case absolute, forward, back, percent }
  private let kind: Kind
  /// Seconds, or percent.
  private let number: Double

  init(_ text: String) throws(UsageError) {
    let allowed = "a time: 1:02:03, 2:03, seconds, a change such as +10, or 50%"
    let digits = text.drop { "+-".contains($0) }
    guard text.count - digits.count <= 1 else { throw .badArgument(text, allowed: allowed) }
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else {
        throw .badArgument(text, allowed: allowed)
      }
      (kind, number) = (.percent, percent)
      return
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, (1...3).contains(parts.count),
      numbers.allSatisfy({ $0 >= 0 && $0 < 1e6 }), numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { throw .badArgument(text, allowed: allowed) }
    number = numbers.reduce(0) { $0 * 60 + $1 }
    kind = text.hasPrefix("+") ? .forward : text.hasPrefix("-") ? .back : .absolute
  }

  /// The argument of `seekcur`.
  func argument(duration: Duration?) throws(ExitError) -> String {
    switch kind {
    case .absolute: return "\(number)"
    case .forward: return "+\(number)"
    case .back: return "-\(number)"
    case .percent:
      guard let duration else {
        throw ExitError(.failed, "Nobody knows how long this track is, so there is no percentage.")
      }
      return "\(duration / .seconds(1) * number / 100)"
    }
  }
}
