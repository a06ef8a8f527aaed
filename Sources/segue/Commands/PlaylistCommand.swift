import FoundationEssentials
import Glibc
import Library
import MPDProtocol
import Media
import Posix
import Worker

extension Command {
  static let playlist = Command(
    name: "playlist", usage: "list | ACTION NAME …",
    summary: "List, show, keep, change, export and import playlists",
    details: """
      list                  all playlists: those kept in the library, and those in the music folders
                            (--long: with their folders, tracks, total time, and what is missing)
      show NAME             its items
      load NAME             put it behind the queue (--next: behind what plays)
      play NAME             put it in the queue's place and play it
      save NAME             keep the queue under a name (--append: behind it; --replace: in its place)
      add NAME ITEM…        append files, folders or URIs of the library, or what words find
      remove NAME N…        take out entries; places count from 1: 3, 3-7, 3-
      move NAME N TO        move an entry, or some, to another place
      rename NAME NEW, delete NAME
      put NAME [FOLDER]     into a folder of playlists; without FOLDER out of it
      export NAME [FILE]    write it for other programs, as m3u8, xspf or pls by FILE's ending;
                            paths are relative to FILE's folder (--absolute: never)
      export --watch DIR    keep copies of all as m3u8 in a folder, for other players, until Ctrl-C
      import FILE [NAME]    keep what a file lists (m3u, m3u8, pls, xspf)

      A playlist in a music folder is named by its URI, as list prints it, or by its file's name where
      no other has it. Entries that are not in the library are kept; show tells them on standard error,
      and --json prints them with their location alone.
      """,
    options: ItemPrinter.options + [
      .init("append", "save, import: behind what the playlist has"),
      .init("replace", "save, import: in the place of what it has"),
      .init("next", letter: "n", "load: behind what plays"),
      .init(
        "long", letter: "l", "list: with their folders, tracks, total time, and what is missing"),
      .init("watch", value: "DIR", "export: keep copies of all playlists in a folder"),
      .init("absolute", "export: write whole paths"),
      .init("as", value: "FORMAT", "export: m3u8, xspf or pls"),
    ],
    arguments: 1...10_000
  ) { arguments in
    try PlaylistCommand(arguments).run()
  }
}

@MainActor
private struct PlaylistCommand {
  private let arguments: Arguments
  private let user: UserEnvironment
  private let words: [String]

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    user = try UserEnvironment(arguments)
    words = Array(arguments.positional.dropFirst())
  }

  private static let actions: Set = [
    "list", "show", "load", "play", "save", "add", "remove", "move", "rename", "delete", "put",
    "export", "import",
  ]

  func run() throws {
    let action = arguments.positional[0]
    guard Self.actions.contains(action) else {
      throw UsageError.badArgument(
        action,
        allowed:
          "list, show, load, play, save, add, remove, move, rename, delete, put, export or import"
      )
    }
    let needed =
      ["list": 0...0, "add": 2...10_000, "remove": 2...10_000, "move": 3...3]
      .merging([
        "rename": 2...2, "import": 1...2, "put": 1...2,
        "export": arguments.has("watch") ? 0...0 : 1...2,
      ]) { $1 }[action] ?? 1...1
    guard words.count >= needed.lowerBound else {
      throw UsageError.missingArgument(of: "playlist", usage: "\(action) NAME …")
    }
    guard words.count <= needed.upperBound else {
      throw UsageError.unexpectedArgument(words[needed.upperBound], of: "playlist")
    }
    switch action {
    case "list": try list()
    case "show": try show()
    case "load": try load()
    case "play": try play()
    case "save": try save()
    case "add": try add()
    case "remove": try remove()
    case "move": try move()
    case "rename":
      if isQuery { throw PlaylistError.isQuery(words[0]) }
      try changing(making: words[1]) { try $0.send("rename", words[0], words[1]) }
    case "delete": try changing { try $0.send("rm", words[0]) }
    case "put":
      let folder = words.count > 1 ? words[1] : ""
      try changing(making: folder) { try $0.send("segue_playlist_folder", words[0], folder) }
    case "export":
      if let folder = arguments.value("watch") {
        try PlaylistMirror(folder, user).run()
      } else {
        try export()
      }
    default: try importFile()
    }
  }

  private func client() throws -> MPDClient { try DaemonConnection.open(user) }

  // MARK: Shown

  private func list() throws {
    let library = try user.library()
    let lines = JSONLines()
    let totals = arguments.has("json") || arguments.has("long")
    for playlist in try library.storedPlaylists(totals: totals) {
      if let flaw = playlist.flaw { Program.complain("segue: \(flaw)") }
      if arguments.has("json") {
        Console.standard.write(try lines.line(StoredRecord(playlist)))
      } else if arguments.has("long") {
        Console.standard.line(Self.long(playlist))
      } else {
        Console.standard.line(DisplayText.line(playlist.name))
      }
    }
    for playlist in try library.playlists() {
      if arguments.has("json") {
        Console.standard.write(try lines.line(Record(playlist)))
      } else {
        Console.standard.line(DisplayText.line(playlist.uri))
      }
    }
  }

  private static func long(_ playlist: StoredPlaylist) -> String {
    let folder = playlist.folder.isEmpty ? "" : "\(playlist.folder)/"
    let missing = playlist.missing > 0 ? " · \(playlist.missing) missing" : ""
    let time = PlaybackTime(milliseconds: playlist.milliseconds)
    return
      "\(DisplayText.line(folder + playlist.name))  \(Follower.tracks(playlist.count)) · \(time)\(missing)"
  }

  private func entries(_ library: LibraryStore) throws -> [LibraryPlaylistEntry] {
    if let kept = try library.storedPlaylist(words[0]) { return kept }
    guard let (_, entries) = try library.playlist(words[0]) else {
      throw PlaylistError.noSuchPlaylist(words[0])
    }
    return entries
  }

  private func show() throws {
    let printer = try ItemPrinter(arguments)
    let lines = JSONLines()
    for entry in try entries(user.library()) {
      if let item = entry.item {
        try printer.print(item)
      } else if arguments.has("json") {
        Console.standard.write(try lines.line(Missing(entry)))
      } else {
        Program.complain("segue: \(DisplayText.line(entry.location)) is not in the library.")
      }
    }
  }

  // MARK: Used

  private func load() throws {
    try changing { client in
      try client.send("segue_as_one")
      let before = try PlayerStatus(of: client).queueCount
      try client.send("load", words[0])
      let after = try PlayerStatus(of: client).queueCount
      if arguments.has("next"), after > before {
        try client.send("segue_next", "\(before):\(after)")
      }
      Console.standard.line("\(Follower.tracks(after - before)) added")
    }
  }

  private func play() throws {
    try changing { client in
      try client.send("segue_as_one")
      // What stands in the queue is about to leave it.
      try client.send("segue_duplicates", "allow")
      let before = try PlayerStatus(of: client).queueCount
      try client.send("load", words[0])
      let after = try PlayerStatus(of: client).queueCount
      guard after > before else {
        throw ExitError(.failed, "Nothing of this playlist is in the library.")
      }
      let removal = before > 0 ? [MPDCommand("stop"), MPDCommand("delete", "0:\(before)")] : []
      try client.send(removal + [MPDCommand("play", "0")])
      Command.show(try PlayerStatus(of: client))
    }
  }

  // MARK: Changed

  private func save() throws {
    let client = try client()
    let isNew = try !user.library().storedPlaylists().contains { $0.name == words[0] }
    let mode = isNew || !arguments.has("append") && !arguments.has("replace") ? "create" : self.mode
    // Entries that nobody knows any more are no part of it.
    func length() throws -> Int {
      try client.send("playlistlength", words[0])["songs"].flatMap { Int($0) } ?? 0
    }
    let before = mode == "append" ? try length() : 0
    try changing(client) { try $0.send("save", words[0], mode) }
    Console.standard.line("\(Follower.tracks(try length() - before)) kept")
  }

  private var mode: String {
    arguments.has("replace") ? "replace" : arguments.has("append") ? "append" : "create"
  }

  private func add() throws {
    if isQuery { throw PlaylistError.isQuery(words[0]) }
    let (name, client) = (words[0], try client())
    let found = try ItemArguments.add(Array(words.dropFirst()), client, WordSearch(user)) {
      MPDCommand("playlistadd", [name] + $0.arguments)
    } take: { ids in
      _ = try client.savePlaylist(name, ids.map { "id:\($0)" }, mode: "append")
    }
    if let found { Console.standard.line(found.description) }
  }

  private func remove() throws {
    let count = try length()
    var places = RangeSet<Int>()
    for text in words.dropFirst() {
      places.insert(contentsOf: try QueuePlaces(text, count: count, of: "playlist").range)
    }
    try changing { client in
      try client.send(places.fromBehind.map { MPDCommand("playlistdelete", words[0], $0) })
    }
    Console.standard.line("\(Follower.tracks(places.count)) removed")
  }

  private func move() throws {
    let count = try length()
    let range = try QueuePlaces(words[1], count: count, of: "playlist").range
    let target = try QueuePlaces(words[2], count: count, of: "playlist").range.lowerBound
    try changing { client in
      try client.send(
        "playlistmove", words[0], "\(range.lowerBound):\(range.upperBound)",
        String(min(target, count - range.count)))
    }
  }

  private var isQuery: Bool { (try? user.library().savedQuery(words[0])) ?? nil != nil }

  private func length() throws -> Int {
    var count = 0
    try changing { client in
      count = try client.send("playlistlength", words[0])["songs"].flatMap { Int($0) } ?? 0
    }
    return count
  }

  /// Does something with the daemon; what it refuses of playlists is told in our words.
  ///
  /// - Parameter name: What is made by it, where that is not what is changed.
  private func changing(
    making name: String? = nil, _ client: MPDClient? = nil, _ body: (MPDClient) throws -> Void
  ) throws {
    let name = name ?? words[0]
    do {
      try body(client ?? self.client())
    } catch MPDClientError.refused(let error) {
      switch error.code {
      case .noExist: throw PlaylistError.noSuchPlaylist(words[0])
      case .permission where isQuery: throw PlaylistError.isQuery(words[0])
      case .argument where error.message == "Bad playlist name": throw PlaylistError.badName(name)
      case .exist where ["save", "import"].contains(arguments.positional[0]):
        throw ExitError(
          .failed,
          "\(PlaylistError.exists(name)) --append puts what is new behind it, --replace in its place."
        )
      case .exist: throw PlaylistError.exists(name)
      default: throw MPDClientError.refused(error)
      }
    }
  }

  // MARK: Files

  private func export() throws {
    let file = words.count > 1 && words[1] != "-" ? words[1] : nil
    let name = arguments.value("as") ?? file.map { FilePath($0).fileExtension } ?? "m3u8"
    guard let format = PlaylistFormat(rawValue: name == "m3u" ? "m3u8" : name) else {
      throw UsageError.badArgument(name, allowed: "a format: m3u8, xspf or pls")
    }
    let entries = try entries(user.library())
    let folder = file.map { FilePath($0).parent }
    let real = folder.flatMap { ItemArguments.path($0.bytes.isEmpty ? "." : $0.string ?? ".") }
    let list = format.file(entries, relativeTo: arguments.has("absolute") ? nil : real)
    if let file {
      try FileDescriptor.replace(file, with: list.bytes)
    } else {
      Console.standard.write(list.bytes)
    }
    guard list.leftOut > 0 else { return }
    let entry = list.leftOut == 1 ? "1 entry is" : "\(list.leftOut) entries are"
    Program.complain(
      "segue: \(entry) left out: \(format) cannot hold line ends, or blanks at the end, in paths; xspf can."
    )
  }

  private func importFile() throws {
    guard let path = ItemArguments.path(words[0]) else {
      throw ExitError(.failed, "There is no file \(DisplayText.line(words[0])).")
    }
    guard let entries = try user.library().playlistFile(path, workers: .ofThisProgram()) else {
      throw ExitError(
        .failed,
        "\(DisplayText.line(words[0])) is no playlist that Segue can read: m3u, m3u8, pls or xspf.")
    }
    let stem = path.lastComponent.uri.split(separator: ".").dropLast().joined(separator: ".")
    let name = words.count > 1 ? words[1] : stem
    let names = entries.map { entry in entry.item.map { "id:\($0.persistentID)" } ?? entry.location
    }
    try changing(making: name) { client in
      let placed = try client.savePlaylist(name, names, mode: mode)
      let missing = placed.missing > 0 ? ", \(placed.missing) of them not in the library" : ""
      Console.standard.line(
        "\(Follower.tracks(placed.items)) kept as \(DisplayText.line(name))\(missing)")
    }
  }

  private struct StoredRecord: Encodable {
    let name: String
    let count: Int
    let modified: String
    let folder: String?
    /// In seconds, of those entries whose length is known.
    let duration: Double
    let missing: Int?
    /// Of a saved query: its words.
    let query: String?

    init(_ playlist: StoredPlaylist) {
      query = playlist.query
      folder = playlist.folder.isEmpty ? nil : playlist.folder
      duration = Double(playlist.milliseconds) / 1000
      missing = playlist.missing > 0 ? playlist.missing : nil
      name = playlist.name
      count = playlist.count
      modified = playlist.modified.description
    }
  }

  private struct Record: Encodable {
    let uri: String
    let path: String?
    let pathBase64: String?
    let modified: String

    init(_ playlist: LibraryPlaylist) {
      uri = playlist.uri
      path = playlist.path.string
      pathBase64 = path == nil ? Data(playlist.path.bytes).base64EncodedString() : nil
      modified = playlist.modified.description
    }
  }

  /// An entry that is no item.
  private struct Missing: Encodable {
    let location: String
    let title: String?
    let duration: Double?
    let missing = true

    init(_ entry: LibraryPlaylistEntry) {
      location = entry.location
      title = entry.title
      duration = entry.milliseconds.map { Double($0) / 1000 }
    }
  }
}
