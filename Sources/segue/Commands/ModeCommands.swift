import Glibc
import MPDProtocol
import Media

// How the queue is gone through, and where playing ends.
extension Command {
  static let random = mode(
    "random", "[on|albums|off]", "Play in random order, track by track or album by album"
  ) { client, word in
    switch word {
    case "on", "albums":
      try client.send([
        MPDCommand("segue_albums", word == "albums" ? "1" : "0"), MPDCommand("random", "1"),
      ])
    case "off": try client.send("random", "0")
    default: return false
    }
    return true
  }

  static let `repeat` = mode(
    "repeat", "[on|off]", "Begin again after the last entry; with single on, repeat one"
  ) { client, word in
    guard ["on", "off"].contains(word) else { return false }
    try client.send("repeat", word == "on" ? "1" : "0")
    return true
  }

  static let single = mode(
    "single", "[on|off|oneshot]", "Pause after each track, or after this one"
  ) { client, word in try set("single", word, client) }

  static let consume = mode(
    "consume", "[on|off|oneshot]", "Take tracks out of the queue when they have played"
  ) { client, word in try set("consume", word, client) }

  static let sleep = Command(
    name: "sleep", usage: "[TIME | off]",
    summary: "Fade out and pause after a while, or at a time of the day",
    details: """
      TIME is 30m, 1h30m, 90s, minutes (30) or h:mm:ss. Alone it prints how long it goes on.
      """,
    options: [
      .init("at", value: "HH:MM", "Pause when the clock shows this next"),
      .init("fade", value: "SECONDS", "How long it takes to become silent (default: 10)"),
    ],
    arguments: 0...1
  ) { arguments in
    let word = arguments.positional.first
    if arguments.has("at"), let word { throw UsageError.unexpectedArgument(word, of: "sleep") }
    let wallTime = try arguments.value("at").map { try WallTime($0) }
    let client = try DaemonConnection.open(UserEnvironment(arguments))
    if word != nil || wallTime != nil {
      let time =
        try wallTime.map { String($0.seconds(after: Glibc.time(nil))) }
        ?? (word == "off" ? "off" : String(SleepTime(word ?? "").seconds))
      let fade = try arguments.value("fade").map { text in
        guard let seconds = Int(text), (0...600).contains(seconds) else {
          throw UsageError.badArgument(text, allowed: "a number of seconds up to 600")
        }
        return [text]
      }
      try client.send([MPDCommand("segue_sleep", [time] + (fade ?? []))])
    }
    Console.standard.line(try PlayerStatus(of: client).sleepLine)
  }

  private static func mode(
    _ name: String, _ usage: String, _ summary: String,
    set: @escaping @MainActor @Sendable (MPDClient, String) throws -> Bool
  ) -> Command {
    let allowed = usage.dropFirst().dropLast().replacing("|", with: ", ")
    return Command(
      name: name, usage: usage, summary: summary,
      details: "Alone it prints what holds.", arguments: 0...1
    ) { arguments in
      let client = try DaemonConnection.open(UserEnvironment(arguments))
      if let word = arguments.positional.first, try !set(client, word) {
        throw UsageError.badArgument(word, allowed: "one of \(allowed)")
      }
      let status = try PlayerStatus(of: client)
      Console.standard.line("\(name) \(status.word(of: name))")
    }
  }

  @MainActor
  private static func set(_ name: String, _ word: String, _ client: MPDClient) throws -> Bool {
    let values = ["on": "1", "off": "0", "oneshot": "oneshot", "once": "oneshot"]
    guard let value = values[word] else { return false }
    try client.send(name, value)
    return true
  }
}

extension PlayerStatus {
  /// A mode as people set it.
  func word(of name: String) -> String {
    if name == "random", option(name) == "1", option("segue_albums") == "1" { return "albums" }
    return ["0": "off", "1": "on"][option(name)] ?? option(name)
  }

  var sleepLine: String {
    let seconds = Int64(option("segue_sleep")) ?? 0
    return seconds > 0 ? "pauses in \(PlaybackTime(.seconds(seconds)))" : "no end is set"
  }

  /// What ends playing by itself, if anything does.
  var endLine: String? {
    let sleep = option("segue_sleep") == "0" ? nil : sleepLine
    let stop = ["track": "this track", "album": "this album", "queue": "the queue's last"][
      option("segue_stop")
    ].map { "stops after \($0)" }
    let ends = [stop, sleep].compactMap { $0 }
    return ends.isEmpty ? nil : ends.joined(separator: " · ")
  }
}

/// A time to go as people write it.
struct SleepTime {
  let seconds: Int64

  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let seconds = parts.count > 1 ? Self.clock(parts) : Self.units(text)
    guard let seconds, (1...7 * 86400).contains(seconds) else {
      throw .badArgument(text, allowed: "a time such as 30m, 1h30m, 90s, 1:30:00, or off")
    }
    self.seconds = seconds
  }

  private static func clock(_ parts: [Substring]) -> Int64? {
    let numbers = parts.compactMap { Int64($0) }
    guard numbers.count == parts.count, numbers.count <= 3,
      numbers.allSatisfy({ (0...100_000).contains($0) })
    else { return nil }
    return numbers.reduce(0) { $0 * 60 + $1 }
  }

  private static func units(_ text: String) -> Int64? {
    let lengths: [Character: Int64] = ["h": 3600, "m": 60, "s": 1]
    var sum: Int64 = 0
    var number = ""
    for letter in text {
      if letter.isNumber {
        number.append(letter)
      } else {
        guard let length = lengths[letter], let count = Int64(number), count < 1_000_000 else {
          return nil
        }
        sum += count * length
        number = ""
      }
    }
    guard !number.isEmpty else { return text.isEmpty ? nil : sum }
    // A number alone is minutes, as on every clock radio.
    guard sum == 0, let minutes = Int64(number), minutes < 100_000 else { return nil }
    return minutes * 60
  }
}

/// A time of the day, by the clock on the wall.
struct WallTime {
  private let hour: Int32
  private let minute: Int32

  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
      let hour = Int32(parts[0]), let minute = Int32(parts[1]), hour < 24, minute < 60
    else { throw .badArgument(text, allowed: "a time of the day such as 7:30 or 23:30") }
    (self.hour, self.minute) = (hour, minute)
  }

  /// How long it is until then, where we are; a day has 23 hours at times.
  func seconds(after now: time_t) -> Int64 {
    var start = now
    var parts = tm()
    localtime_r(&start, &parts)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, 0)
    var day = parts
    day.tm_isdst = -1
    var then = mktime(&day)
    if then <= now {
      parts.tm_mday += 1
      parts.tm_isdst = -1
      then = mktime(&parts)
    }
    return Int64(max(1, then - now))
  }
}
