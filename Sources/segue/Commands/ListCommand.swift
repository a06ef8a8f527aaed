import Library
import Media

extension Command {
  static let find = Command(
    name: "find", usage: "QUERY…", summary: "Print the items that a query finds",
    details: QueryArguments.language, options: QueryArguments.itemOptions + ItemPrinter.options,
    arguments: 1...Int.max, takesQuery: true
  ) { arguments in
    try ListCommand(arguments).printItems(.songs, arguments.positional)
  }

  static let list = Command(
    name: "list", usage: "[GROUPING] [QUERY…]",
    summary: "Print all items of the library, or its albums, artists, years …",
    details: """
      GROUPING is \(GroupName.names).
      Without one, items are printed in the order album artist, album, disc, track, title; with recentlyadded the
      newest first. QUERY (segue find --help) says which items count. Albums are printed as album artist, album,
      year, tracks and total time, the others as name, tracks and total time; --format knows %name%, %album%,
      %albumartist%, %date%, %count%, %time%.
      """,
    options: QueryArguments.listOptions + ItemPrinter.options, arguments: 0...Int.max,
    takesQuery: true
  ) { arguments in
    try ListCommand(arguments).run()
  }

  static let count = Command(
    name: "count", usage: "[GROUPING] [QUERY…]",
    summary: "Print how many items there are, or albums, artists …, and their total time",
    details: "GROUPING is \(GroupName.names). QUERY is as of segue find.",
    options: [.init("json", "Print one JSON object")], arguments: 0...Int.max, takesQuery: true
  ) { arguments in
    try CountCommand(arguments).run()
  }
}

/// Prints items or groups of them.
@MainActor
private struct ListCommand {
  private let arguments: Arguments
  private let library: LibraryStore

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    library = try UserEnvironment(arguments).library()
  }

  func run() throws {
    let (name, words) = try QueryArguments.split(arguments.positional)
    let query = name?.query ?? .songs
    guard let grouping = query.grouping else { return try printItems(query, words) }
    let printer = try GroupPrinter(arguments, grouping)
    let order = try arguments.value("sort").map(GroupOrder.init)
    let groups = try library.groups(query.narrowed(words, in: library))
    let sorted = order?.sorted(groups) ?? groups
    for group in try sorted.prefix(QueryArguments.limit(arguments) ?? groups.count) {
      try printer.print(group)
    }
  }

  /// Those that words find of what another query means.
  func printItems(_ all: MediaQuery, _ words: [String]) throws {
    let printer = try ItemPrinter(arguments)
    var query = try all.narrowed(words, in: library)
    let sort = try QueryArguments.sort(arguments)
    if !sort.isEmpty { query.sort = sort }
    query.window = try QueryArguments.limit(arguments).map { 0..<$0 }
    var failure: (any Error)?
    try library.forEachBatch(query) { items in
      do {
        for item in items { try printer.print(item) }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
  }
}

/// Counts items or groups of them.
@MainActor
private struct CountCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  private struct Record: Encodable {
    let count: Int
    let duration: Double
  }

  func run() throws {
    let library = try UserEnvironment(arguments).library()
    let (name, words) = try QueryArguments.split(arguments.positional)
    let query = try (name?.query ?? .songs).narrowed(words, in: library)
    let total = try library.total(query)
    let isGrouped = query.grouping != nil
    let count = isGrouped ? try library.groups(query).count : total.count
    if arguments.has("json") {
      let record = Record(count: count, duration: Double(total.milliseconds) / 1000)
      return Console.standard.write(try JSONLines().line(record))
    }
    let what = isGrouped ? name?.counted(count) : nil
    Console.standard.line(
      "\(what ?? Follower.tracks(count))  \(PlaybackTime(milliseconds: total.milliseconds))")
  }
}

extension MediaQuery {
  /// The same, of the items that words find. Refused where these name a playlist that is none.
  func narrowed(_ words: [String], in library: LibraryStore) throws -> MediaQuery {
    var query = self
    query.predicates += try QueryArguments.query(words).predicates
    if let name = try library.missingPlaylist(of: query) {
      throw PlaylistError.noSuchPlaylist(name)
    }
    return query
  }
}
