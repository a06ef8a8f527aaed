import Library
import MPDProtocol
import Media

extension Command {
  static let query = Command(
    name: "query", usage: "save NAME QUERY… | list | remove NAME",
    summary: "Keep queries under names, as playlists that are always current",
    details: """
      save NAME QUERY…  under a name, in the place of the query that has it (--sort and --limit as of segue find)
      list              all, with their queries
      remove NAME

      What a saved query finds is a playlist wherever there are playlists: in the picker, to segue playlist show,
      load, play and export, and to MPD clients. It cannot be changed otherwise.

      \(QueryArguments.language)
      """,
    options: QueryArguments.itemOptions + [.init("json", "list: print one JSON object a line")],
    arguments: 1...Int.max, takesQuery: true
  ) { arguments in
    let words = arguments.positional.dropFirst()
    switch arguments.positional[0] {
    case "save": try saveQuery(arguments, Array(words))
    case "list":
      if let word = words.first { throw UsageError.unexpectedArgument(word, of: "query") }
      try listQueries(arguments)
    case "remove":
      guard let name = words.first else {
        throw UsageError.missingArgument(of: "query", usage: "remove NAME")
      }
      if words.count > 1 {
        throw UsageError.unexpectedArgument(words[words.startIndex + 1], of: "query")
      }
      try keeping(name) {
        try DaemonConnection.open(UserEnvironment(arguments)).send("segue_query_remove", name)
      }
    case let word: throw UsageError.badArgument(word, allowed: "save, list or remove")
    }
  }

  @MainActor
  private static func saveQuery(_ arguments: Arguments, _ words: [String]) throws {
    guard words.count > 1 else {
      throw UsageError.missingArgument(of: "query", usage: "save NAME QUERY…")
    }
    let text = words.dropFirst().joined(separator: " ")
    // What is wrong is told before a daemon is started.
    _ = try QueryArguments.query([text])
    _ = try QueryArguments.sort(arguments)
    var command = [words[0], text, arguments.value("sort") ?? ""]
    if let limit = try QueryArguments.limit(arguments) { command.append(String(limit)) }
    let user = try UserEnvironment(arguments)
    try keeping(words[0]) {
      try DaemonConnection.open(user).send([MPDCommand("segue_query_save", command)])
    }
    let found = try user.library().storedPlaylists(totals: true).first { $0.name == words[0] }
    guard let found else { return }
    let time = PlaybackTime(milliseconds: found.milliseconds)
    Console.standard.line("\(Follower.tracks(found.count))  \(time)")
  }

  /// What the daemon refuses is told in our words.
  private static func keeping(_ name: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch MPDClientError.refused(let error) {
      switch error.code {
      case .noExist: throw PlaylistError.noSuchQuery(name)
      case .exist: throw PlaylistError.exists(name)
      case .argument where error.message == "Bad playlist name":
        throw PlaylistError.badName(name)
      default: throw MPDClientError.refused(error)
      }
    }
  }

  @MainActor
  private static func listQueries(_ arguments: Arguments) throws {
    let lines = JSONLines()
    for query in try UserEnvironment(arguments).library().savedQueries() {
      if arguments.has("json") {
        Console.standard.write(try lines.line(QueryLine(query)))
        continue
      }
      let sort = query.sort.isEmpty ? "" : "  --sort \(query.sort)"
      let limit = query.limit.map { "  --limit \($0)" } ?? ""
      Console.standard.line(DisplayText.line("\(query.name)  \(query.text)\(sort)\(limit)"))
    }
  }
}

private struct QueryLine: Encodable {
  let name: String
  let query: String
  let sort: String?
  let limit: Int?

  init(_ query: SavedQuery) {
    name = query.name
    self.query = query.text
    sort = query.sort.isEmpty ? nil : query.sort
    limit = query.limit
  }
}
