import Configuration
import Dispatch
import Glibc
import Library
import Media
import Picker
import Posix
import TerminalUI

extension Command {
  static let pick = Command(
    name: "pick", usage: "[QUERY…]", summary: "Choose music in the terminal and play it",
    details: """
      Space marks a track, d takes what is marked; before anything is marked, Enter takes the track at
      the cursor; / searches, q leaves; man segue lists all keys. What is taken replaces the queue and
      plays, or is printed. QUERY (segue find --help) says what is offered. Where standard input is a pipe
      or a file, its lines are what is offered: paths, URIs, or objects as of segue find --json.
      The status is 0 when something was taken, 1 when you left without, 2 for any error.
      """,
    options: [
      .init("print", "Print what is taken instead of playing it, its total on standard error"),
      .init("single", letter: "1", "Take one track"),
      .init("group", value: "GROUPING", "Take albums, artists, genres … as a whole"),
      .init("filter", value: "TEXT", "Begin with this search"),
      .init("preselect", value: "QUERY", "Begin with what this finds marked"),
      .init("select", value: "QUERY", "Take what this finds, without a terminal"),
      .init("order", value: "ORDER", "Take in the order of the list, or as marked: list, marked"),
      .init("prompt", value: "TEXT", "Say what is picked for"),
      .init("type-ahead", "Have letters search at once; Tab marks then, Enter takes, Esc leaves"),
      .init("null-input", "A NUL ends each line of standard input"),
      .init("playlist", value: "FORMAT", "Print it as a playlist: m3u8, xspf or pls"),
    ] + ItemPrinter.options, arguments: 0...Int.max, takesQuery: true
  ) { arguments in
    Console.standard.failure = .usage
    do {
      try PickCommand(arguments).run()
    } catch let error as UsageError {
      throw error
    } catch let error as QueryMistake {
      throw error
    } catch {
      throw ExitError(.usage, "\((error as? ExitError)?.message ?? "\(error)")")
    }
  }
}

/// The picker in the terminal, from its first row to what is done with the choice.
@MainActor
private struct PickCommand {
  private let arguments: Arguments
  private let user: UserEnvironment
  private let printer: ItemPrinter?
  /// What is taken is printed as a playlist.
  private let playlist: PlaylistFormat?
  private let music: OfferedMusic
  private let settings: PickerSettings

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let styles = ["paths", "json", "format"]
    let isPrinting = (["print", "playlist"] + styles).contains { arguments.has($0) }
    let printer = try ItemPrinter(arguments)
    playlist = try arguments.value("playlist").map { name throws(UsageError) in
      if let style = styles.first(where: arguments.has) {
        throw UsageError.badArgument("--\(style)", allowed: "possible together with --playlist")
      }
      guard let format = PlaylistFormat(rawValue: name) else {
        throw UsageError.badArgument(name, allowed: "m3u8, xspf or pls")
      }
      return format
    }
    self.printer = isPrinting ? printer : nil
    user = try UserEnvironment(arguments)
    settings = try user.settings().picker
    let isInput = arguments.has("null-input") || ItemInput.isGiven
    music = OfferedMusic(
      library: try user.library(), query: try QueryArguments.query(arguments.positional),
      input: isInput ? ItemInput(isNull: arguments.has("null-input")) : nil)
  }

  func run() throws {
    // What is picked here is nothing that another library knows.
    if printer == nil { try DaemonConnection.requireOwn(user, for: "pick") }
    if let text = arguments.value("select") { return try select(QueryArguments.query([text])) }
    var source = music.source
    let user = user
    source.use = { try PickedTracks.use($0, $1, user) }
    let library = music.library
    if let covers = CoverReader(user, music.library) { source.cover = { try covers.cover($0) } }
    source.run = { try PickerHooks.start($0, library.items($1.ids)) }
    source.queue = { try PickerQueueControl.entries(user, library) }
    source.change = { try PickerQueueControl.change($0, user) }
    // Standard input can be read but once.
    let watcher = PickerWatcher(user, music.library, followsLibrary: music.input == nil)
    source.watch = { watch in
      // Without it nothing is told, and all else works.
      try? NamedThread.start("segue-watch") { watcher.run(watch) }.detach()
    }
    let searches = SearchHistory(user)
    source.remember = { searches.append($0) }
    var options = try options()
    options.searches = searches.read()
    let model = PickerModel(options: options, source: source)
    let hooks = PickerHooks(settings)
    model.didMove = {
      hooks.run($0)
      return []
    }
    PickerSession.run(model, settings: terminal()) { outcome in
      if let failure = model.failure, outcome != .failed(failure) {
        Program.complain("segue: \(failure)")
      }
      hooks.finish()
      finish(outcome)
    }
    dispatchMain()
  }

  /// How the terminal is used, as is configured.
  private func terminal() -> TerminalSettings {
    var terminal = TerminalSettings.environment()
    terminal.usesMouse = settings.usesMouse
    terminal.covers =
      switch settings.covers {
      case .no, .yes: terminal.covers
      case .kitty: .kitty
      case .iterm2: .iterm2
      case .sixel: .sixel
      case .blocks: .blocks
      }
    terminal.colours.isLight = settings.theme == .light
    for choice in settings.colours { terminal.colours.set(choice.part, choice.colour) }
    return terminal
  }

  private func options() throws -> PickerOptions {
    var options = PickerOptions(
      title: arguments.value("prompt") ?? "Pick music", allowsMultiple: !arguments.has("single"),
      emptyText: music.query == .songs
        ? "There is no music in the library yet; segue scan FOLDER reads some in."
        : "Nothing in the library matches.")
    if printer == nil {
      options.uses = Set(PickerUse.allCases)
      options.canPrint = true
      options.hasPlayer = true
    }
    options.search = arguments.value("filter") ?? ""
    for binding in settings.keys { options.keys.bind(PickerKey(binding.key), to: binding.command) }
    options.bar = Set(settings.bar)
    options.showsCovers = settings.covers != .no
    options.typesAhead = settings.typesAhead || arguments.has("type-ahead")
    if let text = arguments.value("group") {
      guard let name = GroupName(text), name.query.predicates.isEmpty,
        let grouping = name.grouping
      else {
        throw UsageError.badArgument(
          text, allowed: "a grouping, such as albums, artists, genres, years or folders")
      }
      options.start = grouping == .playlist ? .playlists : .groups(grouping)
    }
    if let text = arguments.value("order") {
      guard let order = PickerOptions.Order(rawValue: text) else {
        throw UsageError.badArgument(text, allowed: "list or marked")
      }
      options.order = order
    }
    if let text = arguments.value("preselect") {
      guard options.allowsMultiple else {
        throw UsageError.badArgument("--preselect", allowed: "possible together with --single")
      }
      options.marked = try music.library.identities(QueryArguments.query([text]))
    }
    return options
  }

  /// Decides without a person.
  private func select(_ wanted: MediaQuery) throws {
    var items = try music.items(matching: wanted)
    if arguments.has("single") { items = Array(items.prefix(1)) }
    complainOfInput()
    guard !items.isEmpty else { throw ExitError(.usage, "Nothing that is offered matches.") }
    try use(MediaItemCollection(items), printer)
  }

  private func finish(_ outcome: PickerOutcome) {
    complainOfInput()
    switch outcome {
    case .done(let collection): end { try use(collection, printer) }
    case .print(let collection):
      end { try use(collection, try printer ?? ItemPrinter(arguments)) }
    case .cancelled: exit(ExitStatus.failed.rawValue)
    case .interrupted(let signal): exit(128 + signal)
    case .failed(let reason): end { throw ExitError(.usage, reason) }
    }
  }

  private func complainOfInput() {
    guard let count = music.input?.unknownCount, count > 0 else { return }
    let lines =
      count == 1 ? "1 line of standard input names" : "\(count) lines of standard input name"
    Program.complain("segue: \(lines) nothing that is in the library.")
  }

  private func use(_ collection: MediaItemCollection, _ printer: ItemPrinter?) throws {
    try PickerHooks(settings).done(collection.items, isPrinting: printer != nil)
    let total = "\(Follower.tracks(collection.count)) · \(collection.time)"
    if let printer {
      if let playlist {
        print(collection.items, as: playlist)
      } else {
        for item in collection.items { try printer.print(item) }
      }
      Console.standard.flush()
      Program.complain(total)
      return
    }
    let client = try DaemonConnection.open(user)
    try client.replaceQueue(with: collection.items.map(\.persistentID))
    Console.standard.line("Playing \(total)")
  }

  /// With whole paths, since nobody knows where the playlist will lie.
  private func print(_ items: [MediaItem], as format: PlaylistFormat) {
    let entries = items.map {
      LibraryPlaylistEntry(item: $0, location: $0.uri, title: nil, milliseconds: nil)
    }
    let (bytes, leftOut) = format.file(entries, relativeTo: nil)
    Console.standard.write(bytes)
    if leftOut > 0 {
      Program.complain(
        "segue: Left out \(Follower.tracks(leftOut)), whose paths \(format.rawValue) cannot hold.")
    }
  }

  /// Ends the process with the status of what is done.
  private func end(_ body: () throws -> Void) -> Never {
    do {
      try body()
    } catch {
      Console.standard.flush()
      Program.complain("segue: \((error as? ExitError)?.message ?? "\(error)")")
      exit(ExitStatus.usage.rawValue)
    }
    Console.standard.flush()
    exit(ExitStatus.done.rawValue)
  }
}
