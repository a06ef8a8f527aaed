import FoundationEssentials
import Library
import Media
import Posix

extension Command {
  static let playlist = Command(
    name: "playlist", usage: "list | show NAME",
    summary: "List the playlists in the music folders, or show the items of one",
    details: """
      NAME is a playlist's URI as list prints it, or its file's name where no other has it.
      Entries that are not in the library are told on standard error; --json prints them with
      their location alone.
      """,
    options: ItemPrinter.options, arguments: 1...2
  ) { arguments in
    let library = try UserEnvironment(arguments).library()
    switch (arguments.positional[0], arguments.positional.count) {
    case ("list", 1): try PlaylistCommand.list(library, arguments)
    case ("show", 2): try PlaylistCommand.show(arguments.positional[1], library, arguments)
    case ("show", _):
      throw UsageError.missingArgument(of: "playlist", usage: "show NAME")
    default: throw UsageError.badArgument(arguments.positional[0], allowed: "list or show")
    }
  }
}

@MainActor
private enum PlaylistCommand {
  static func list(_ library: LibraryStore, _ arguments: Arguments) throws {
    let lines = JSONLines()
    for playlist in try library.playlists() {
      if arguments.has("json") {
        Console.standard.write(try lines.line(Record(playlist)))
      } else {
        Console.standard.line(DisplayText.line(playlist.uri))
      }
    }
  }

  static func show(_ name: String, _ library: LibraryStore, _ arguments: Arguments) throws {
    let printer = try ItemPrinter(arguments)
    guard let (_, entries) = try library.playlist(name) else {
      throw ExitError(
        .failed, "There is no playlist \"\(name)\"; segue playlist list shows them.")
    }
    let lines = JSONLines()
    for entry in entries {
      if let item = entry.item {
        try printer.print(item)
      } else if arguments.has("json") {
        Console.standard.write(try lines.line(Missing(entry)))
      } else {
        Program.complain("segue: \(DisplayText.line(entry.location)) is not in the library.")
      }
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
