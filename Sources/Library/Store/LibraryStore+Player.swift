import Media

/// The player's memory; written by the daemon alone.
extension LibraryStore {
  /// Survives the death of the program; the loss of power only when `durable`.
  public func save(_ player: SavedPlayer, durable: Bool) throws(LibraryError) {
    try use { database throws(LibraryError) in
      // What is written without waiting for the disk is made durable by whatever waits next.
      try database.execute(
        "PRAGMA synchronous = \(durable ? "FULL" : "NORMAL")", during: "saving the player")
      defer { try? database.execute("PRAGMA synchronous = FULL", during: "saving the player") }
      try database.transaction(during: "saving the player") { database throws(LibraryError) in
        try database.execute("DELETE FROM player", during: "saving the player")
        let statement = try database.prepare(
          "INSERT INTO player VALUES (?, ?)", during: "saving the player")
        for (key, value) in player.values {
          statement.bind([.text(key), value])
          try statement.run()
        }
      }
    }
  }

  /// `nil` when nothing was saved yet.
  public func savedPlayer() throws(LibraryError) -> SavedPlayer? {
    try read("reading the player") { database throws(LibraryError) in
      try Self.savedPlayer(database)
    }
  }

  static func savedPlayer(_ database: borrowing Database) throws(LibraryError) -> SavedPlayer? {
    let statement = try database.prepare(
      "SELECT key, value FROM player", during: "reading the player")
    var numbers: [String: Int64] = [:]
    var words: [String: String] = [:]
    while try statement.step() {
      var columns = statement.columns
      let key = columns.text() ?? ""
      numbers[key] = statement.integer(1)
      words[key] = columns.text()
    }
    return numbers.isEmpty ? nil : SavedPlayer(numbers: numbers, words: words)
  }
}

extension SavedPlayer {
  /// What is stored, by key; what is unknown is left out.
  fileprivate var values: [(String, SQLValue)] {
    var values: [(String, SQLValue)] = [
      ("state", .text(state.rawValue)), ("single", .text(single.rawValue)),
      ("consume", .text(consume.rawValue)), ("random", .integer(random ? 1 : 0)),
      ("repeat", .integer(repeats ? 1 : 0)), ("saved", .integer(saved.nanoseconds)),
      ("position", .integer(Int64(position / .milliseconds(1)))),
    ]
    if shufflesAlbums { values.append(("albums", .integer(1))) }
    if let stopPoint { values.append(("stop", .text(stopPoint))) }
    values.append(("lastEntry", .integer(Int64(lastEntry))))
    if let current { values.append(("current", .integer(Int64(current)))) }
    if let volume { values.append(("volume", .integer(Int64(volume)))) }
    for choice in choices {
      values.append((Self.chosen + choice.name, .text(choice.value)))
      values.append((Self.usual + choice.name, .text(choice.usual)))
    }
    return values
  }

  /// What the keys of choices begin with.
  private static let chosen = "set "
  private static let usual = "usual "

  fileprivate init(numbers: [String: Int64], words: [String: String]) {
    state = words["state"].flatMap(State.init) ?? .stopped
    single = words["single"].flatMap(Switch.init) ?? .off
    consume = words["consume"].flatMap(Switch.init) ?? .off
    random = numbers["random"] == 1
    repeats = numbers["repeat"] == 1
    shufflesAlbums = numbers["albums"] == 1
    stopPoint = words["stop"]
    lastEntry = numbers["lastEntry"].flatMap { UInt32(exactly: $0) } ?? 0
    saved = Timestamp(nanoseconds: numbers["saved"] ?? 0)
    position = .milliseconds(numbers["position"] ?? 0)
    current = numbers["current"].flatMap { UInt32(exactly: $0) }
    volume = numbers["volume"].map { Int($0) }
    choices = words.keys.filter { $0.hasPrefix(Self.chosen) }.sorted().compactMap { key in
      let name = String(key.dropFirst(Self.chosen.count))
      guard let value = words[key], let usual = words[Self.usual + name] else { return nil }
      return SavedChoice(name: name, value: value, usual: usual)
    }
  }
}
