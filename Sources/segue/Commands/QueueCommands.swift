import FoundationEssentials
import Library
import MPDProtocol
import Media

extension Command {
  static let status = Command(
    name: "status", summary: "Show what plays",
    options: [
      .init("audio", "Show how it comes from the file to the device"),
      .init("json", "Print one JSON object"),
    ]
  ) { arguments in
    let user = try UserEnvironment(arguments)
    if arguments.has("audio") {
      let path = AudioPathRecord(try DaemonConnection.open(user).send("segue_audio"))
      if arguments.has("json") {
        Console.standard.write(try JSONLines().line(path))
      } else {
        for line in path.lines { Console.standard.line(line) }
      }
      return
    }
    let status = try PlayerStatus(of: DaemonConnection.open(user))
    if arguments.has("json") {
      let item = try status.uri.flatMap { try user.library().item(uri: $0) }
      Console.standard.write(try JSONLines().line(StatusRecord(status: status, item: item)))
      return
    }
    for line in status.lines + [status.optionLine] { Console.standard.line(line) }
    if let line = status.endLine { Console.standard.line(line) }
    if let error = status.error { Console.standard.line(DisplayText.line(error)) }
  }

  static let queue = Command(
    name: "queue", summary: "Print the queue", options: ItemPrinter.options
  ) { arguments in
    let printer = try ItemPrinter(arguments)
    let user = try UserEnvironment(arguments)
    let entries = try DaemonConnection.open(user).send("playlistinfo")
      .records(startingWith: "file")
    guard !entries.isEmpty else { return }
    let library = try user.library()
    for entry in entries {
      guard let uri = entry["file"] else { continue }
      try printer.print(try library.item(uri: uri) ?? MediaItem(entry: entry, uri: uri))
    }
  }

  static let add = Command(
    name: "add", usage: "ITEM…",
    summary: "Append files, folders or URIs of the library to the queue",
    details: ItemArguments.details,
    options: [
      .init("next", letter: "n", "Put them behind what plays, so that they come next"),
      .init(
        "duplicates", value: "POLICY",
        "What is in the queue already: allow (once more), skip, move (to the end)"),
    ],
    arguments: 1...100_000
  ) { arguments in
    let policy = arguments.value("duplicates") ?? ""
    guard ["", "allow", "skip", "move"].contains(policy) else {
      throw UsageError.badArgument(policy, allowed: "allow, skip or move")
    }
    if policy == "move", arguments.has("next") {
      throw UsageError.badArgument("move", allowed: "allowed with --next; say allow or skip")
    }
    let user = try UserEnvironment(arguments)
    let added = try DaemonQueue.append(
      arguments.positional, DaemonConnection.open(user), WordSearch(user),
      next: arguments.has("next"), duplicates: policy)
    let count = added.after - added.before
    Console.standard.line(added.found?.added(count) ?? "\(Follower.tracks(count)) added")
  }

  static let clear = Command(name: "clear", summary: "Empty the queue") { arguments in
    try DaemonConnection.open(UserEnvironment(arguments)).send("clear")
  }

  static let quit = Command(name: "quit", summary: "End the daemon") { arguments in
    let user = try UserEnvironment(arguments)
    try DaemonConnection.requireOwn(user, for: "quit")
    guard let client = try DaemonConnection.connect(user) else {
      throw ExitError(.done, "No daemon is running.")
    }
    try DaemonEnd.await(client)
  }
}

/// The end of a daemon.
private enum DaemonEnd {
  /// Asks for it and waits until the connection, and with it the daemon, is gone.
  static func await(_ client: MPDClient) throws(MPDClientError) {
    do throws(MPDClientError) {
      try client.send("kill")
      _ = try client.idle()
    } catch .closed {
      return
    }
  }
}

extension MediaItem {
  /// What the daemon tells of an entry that the library does not know any more.
  init(entry: MPDResponse, uri: String) {
    self.init(persistentID: .random(), uri: uri, path: FilePath(uri), isAvailable: false)
    tags.title = entry["Title"]
    tags.artists = entry.values("Artist")
    tags.album = entry["Album"]
    audio.milliseconds = entry["duration"].flatMap { Double($0) }.map { Int64($0 * 1000) }
  }
}

/// The player's state as `--json` shows it: what is unknown or false is left out.
private struct StatusRecord: Encodable {
  let status: PlayerStatus
  let item: MediaItem?

  /// To the millisecond, which is what the daemon tells.
  private static func seconds(_ duration: Duration) -> Double {
    (duration / .milliseconds(1)).rounded() / 1000
  }

  private enum Key: String, CodingKey {
    case state, elapsed, duration, volume, queuePosition, queueCount, error, audioFormat
    case random, `repeat`, single, consume, item, albums, stopAfter, sleep, crossfade, speed
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(status.state, forKey: .state)
    try container.encode(status.queueCount, forKey: .queueCount)
    try container.encodeIfPresent(status.place.map { $0 - 1 }, forKey: .queuePosition)
    try container.encodeIfPresent(status.elapsed.map(Self.seconds), forKey: .elapsed)
    try container.encodeIfPresent(status.duration.map(Self.seconds), forKey: .duration)
    try container.encodeIfPresent(status.volume, forKey: .volume)
    try container.encodeIfPresent(status.error, forKey: .error)
    try container.encodeIfPresent(status.format, forKey: .audioFormat)
    for key in [Key.random, .repeat] where status.option(key.rawValue) == "1" {
      try container.encode(true, forKey: key)
    }
    for key in [Key.single, .consume] where status.option(key.rawValue) != "0" {
      try container.encode(
        status.option(key.rawValue) == "1" ? "on" : "oneshot", forKey: key)
    }
    if status.option("segue_albums") == "1" { try container.encode(true, forKey: .albums) }
    let stop = status.option("segue_stop")
    if stop != "0" { try container.encode(stop, forKey: .stopAfter) }
    try container.encodeIfPresent(
      Int(status.option("segue_sleep")).flatMap { $0 > 0 ? $0 : nil }, forKey: .sleep)
    try container.encodeIfPresent(
      Int(status.option("xfade")).flatMap { $0 > 0 ? $0 : nil }, forKey: .crossfade)
    if status.speed != "1" {
      try container.encodeIfPresent(Double(status.speed), forKey: .speed)
    }
    try container.encodeIfPresent(item.map(ItemRecord.init), forKey: .item)
  }
}
