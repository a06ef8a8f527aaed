import Library
import MPDProtocol
import Media

// Places in long items.
extension Command {
  static let bookmark = Command(
    name: "bookmark", usage: "add NAME | list [ITEM] | go NAME | remove NAME",
    summary: "Give places in tracks names, and come back to them",
    details: """
      add NAME       the place that is heard now
      list [ITEM]    all, or those of what ITEM names, with their places
      go NAME        play from there; what is not in the queue comes behind what plays
      remove NAME

      A name means one of the track that plays, else the only one that is called so; --in says of which item. Bookmarks
      stay with their tracks when these are renamed or moved.
      """,
    options: [
      .init("in", value: "ITEM", "go, remove: in which track"),
      .init("json", "list: print one JSON object a line"),
    ],
    arguments: 1...2
  ) { arguments in
    let user = try UserEnvironment(arguments)
    let word = arguments.positional[0]
    let name = arguments.positional.count > 1 ? arguments.positional[1] : nil
    if word == "list" { return try list(name, user, json: arguments.has("json")) }
    guard ["add", "go", "remove"].contains(word) else {
      throw UsageError.badArgument(word, allowed: "add, list, go or remove")
    }
    guard let name else { throw UsageError.missingArgument(of: "bookmark", usage: "\(word) NAME") }
    var uri: [String] = []
    if let item = arguments.value("in") {
      uri = [try user.library().items(named: item).first?.uri ?? item]
    }
    let client = try DaemonConnection.open(user)
    do throws(MPDClientError) {
      try client.send([MPDCommand("segue_bookmark_\(word)", [name] + (word == "add" ? [] : uri))])
    } catch {
      guard case .refused(let refusal) = error else { throw error }
      switch refusal.code {
      case .playerSync: throw ExitError(.failed, "Nothing is playing.")
      case .argument where word != "add":
        throw ExitError(.failed, "\(refusal.message); --in ITEM says which.")
      case .noExist:
        throw ExitError(
          .failed,
          "There is no bookmark \"\(DisplayText.line(name))\"; segue bookmark list shows all.")
      default: throw error
      }
    }
    if word == "go" { show(try PlayerStatus(of: client)) }
  }

  @MainActor
  private static func list(_ name: String?, _ user: UserEnvironment, json: Bool) throws {
    let library = try user.library()
    let lines = JSONLines()
    let wanted = try name.map { Set(try library.items(named: $0).map(\.persistentID)) }
    for bookmark in try library.bookmarks() where wanted?.contains(bookmark.item) ?? true {
      let item = try library.items(knownAs: [bookmark.item]).first
      if json {
        Console.standard.write(try lines.line(BookmarkLine(bookmark, item)))
        continue
      }
      let place = PlaybackTime(milliseconds: bookmark.milliseconds)
      let title = item.map { "\($0.displayTitle) · \($0.displayArtist)" } ?? "gone"
      Console.standard.line(
        "\(DisplayText.line(bookmark.name))  \(place)  \(DisplayText.line(title))")
    }
  }

  static let resume = Command(
    name: "resume", usage: "on | off | auto  ITEM…",
    summary: "Say whether tracks are played again from where they were left",
    details: """
      auto, which is how it begins: what is longer than 15 minutes, audiobooks and podcasts are.
      """,
    arguments: 2...10_000
  ) { arguments in
    let user = try UserEnvironment(arguments)
    let word = arguments.positional[0]
    guard ["on", "off", "auto"].contains(word) else {
      throw UsageError.badArgument(word, allowed: "on, off or auto")
    }
    let library = try user.library()
    let client = try DaemonConnection.openOwn(user, for: "resume")
    for name in arguments.positional.dropFirst() {
      for item in try library.items(named: name) { try client.send("segue_resume", item.uri, word) }
    }
  }
}

private struct BookmarkLine: Encodable {
  let name: String
  /// In seconds.
  let position: Double
  let persistentID: String
  let uri: String?

  init(_ bookmark: Bookmark, _ item: MediaItem?) {
    name = bookmark.name
    position = Double(bookmark.milliseconds) / 1000
    persistentID = bookmark.item.description
    uri = item?.uri
  }
}
