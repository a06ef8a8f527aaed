import Media
import Posix

/// Prints items in the way that the options of a command ask for.
@MainActor
struct ItemPrinter {
  enum Style {
    /// `title · artist  h:mm:ss`
    case line
    case paths(end: UInt8)
    case json
    case template(ItemTemplate)
  }

  /// The options of every command that lists items.
  nonisolated static let options: [Command.Option] = [
    .init("paths", letter: "p", "Print the files' paths"),
    .init("null", letter: "0", "With --paths: end each with a NUL instead of a new line"),
    .init("json", "Print one JSON object a line"),
    .init(
      "format", letter: "f", value: "F",
      "Print by a template as of mpc, such as '%artist% - %title%'"),
  ]

  private let style: Style
  private let lines = JSONLines()

  init(_ arguments: Arguments) throws(UsageError) {
    let chosen = ["paths", "json", "format"].filter(arguments.has)
    guard chosen.count < 2 else {
      throw .badArgument("--\(chosen[1])", allowed: "possible together with --\(chosen[0])")
    }
    if arguments.has("null"), !arguments.has("paths") {
      throw .badArgument("-0", allowed: "possible without --paths")
    }
    if arguments.has("paths") {
      style = .paths(end: arguments.has("null") ? 0 : UInt8(ascii: "\n"))
    } else if arguments.has("json") {
      style = .json
    } else if let template = arguments.value("format") {
      style = .template(ItemTemplate(template))
    } else {
      style = .line
    }
  }

  func print(_ item: MediaItem) throws {
    let console = Console.standard
    switch style {
    case .line: console.line(Self.line(item))
    case .paths(let end): console.write(Self.path(item, console.isTerminal) + [end])
    case .json: console.write(try lines.line(ItemRecord(item: item)))
    case .template(let template): console.line(template.line(item.templateValue))
    }
  }

  /// The path's own bytes for programs; for people, without what a terminal would take for orders.
  private static func path(_ item: MediaItem, _ isForPeople: Bool) -> [UInt8] {
    isForPeople ? Array(DisplayText.line(item.path.uri).utf8) : item.path.bytes
  }

  /// `title · artist  h:mm:ss`
  nonisolated static func line(_ item: MediaItem) -> String {
    "\(DisplayText.line(item.displayTitle)) · \(DisplayText.line(item.displayArtist))  \(item.time)"
  }
}
