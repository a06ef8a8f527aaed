import Library
import MPDProtocol
import Media

// Which tags there are, and how many songs.
extension Command {
  static let listing = [
    Command("list", .read, many(from: 1), list),
    Command("count", .read, many(from: 1)) { daemon, call throws(MPDError) in
      try count(daemon, call, isFolded: false)
    },
    Command("searchcount", .read, many(from: 1)) { daemon, call throws(MPDError) in
      try count(daemon, call, isFolded: true)
    },
  ]

  @MainActor
  private static func list(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    if ["file", "filename"].contains(call[0].lowercased()) { return try listFiles(daemon, call) }
    let type = try tag(call[0])
    var rest = call.arguments.dropFirst()
    var predicates: [MediaPropertyPredicate] = []
    if rest.count == 1, let value = rest.first, !value.hasPrefix("(") {
      // As it was before there were filters.
      guard type == .album else {
        throw MPDError(.argument, "should be \"Album\" for 3 arguments")
      }
      var parser = parser(isFolded: false)
      predicates = try parser.parse(["Artist", value])
      rest = []
    }
    var tags = [type]
    while let name = group(&rest) {
      let group = try tag(name)
      guard !tags.contains(group) else { throw MPDError(.argument, "Conflicting group") }
      // The last is the outermost.
      tags.insert(group, at: tags.count - 1)
    }
    if !rest.isEmpty {
      var parser = parser(isFolded: false)
      predicates = try parser.parse(rest)
    }
    return lines(of: TagTable(tags, MediaQuery(predicates)), daemon)
  }

  @MainActor
  private static func lines(of table: TagTable, _ daemon: Daemon) -> Outcome {
    .asking(
      daemon, { store throws(LibraryError) in try table.lines(store) },
      then: { _, lines throws(MPDError) in
        guard let lines else { throw MPDError(.noExist, "No such directory") }
        return .pages(Pages(count: lines.count) { $1.line(lines[$0].tag.name, lines[$0].value) })
      })
  }

  /// All songs that a filter finds, by their URI.
  @MainActor
  private static func listFiles(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    // Without a filter all songs are meant.
    let filter = call.arguments.count == 1 ? ["(base '')"] : call.arguments.dropFirst()
    let request = try FilterRequest(filter[...], parser: parser(isFolded: false), isWhole: true)
    return .asking(
      daemon, { store throws(LibraryError) in try Found(request, in: store) },
      then: { daemon, found throws(MPDError) in
        .pages(
          try found.pages(daemon.pool) { found, answer in
            switch found {
            case .row(let row): answer.file(row)
            case .item(let item): answer.line("file", item.uri)
            }
          })
      })
  }

  @MainActor
  private static func count(
    _ daemon: Daemon, _ call: Call, isFolded: Bool
  ) throws(MPDError) -> Outcome {
    var rest = call.arguments[...]
    let group = try group(&rest).map { name throws(MPDError) in try tag(name) }
    var predicates: [MediaPropertyPredicate] = []
    if !rest.isEmpty || group == nil {
      var parser = parser(isFolded: isFolded)
      predicates = try parser.parse(rest)
    }
    let table = TagTable(group.map { [$0] } ?? [], MediaQuery(predicates))
    return .asking(
      daemon, { store throws(LibraryError) in try table.totals(store) },
      then: { _, totals throws(MPDError) in
        guard let totals else { throw MPDError(.noExist, "No such directory") }
        return .pages(
          Pages(count: totals.count) { part, answer in
            if let group { answer.line(group.name, totals[part].value) }
            answer.line("songs", totals[part].count)
            answer.line("playtime", totals[part].milliseconds / 1000)
          })
      })
  }

  /// The tag of a `group TAG` at the end, which it takes off.
  private static func group(_ rest: inout ArraySlice<String>) -> String? {
    guard rest.count >= 2, rest[rest.endIndex - 2] == "group" else { return nil }
    defer { rest.removeLast(2) }
    return rest.last
  }

  private static func tag(_ name: String) throws(MPDError) -> MPDTag {
    guard let tag = MPDTag(name: name) else {
      throw MPDError(.argument, "Unknown tag type: \(name)")
    }
    return tag
  }
}
