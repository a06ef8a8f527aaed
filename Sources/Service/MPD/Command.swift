import Configuration
import MPDProtocol

/// A command of the protocol: who may give it, how many arguments it takes, what it does.
struct Command: Sendable {
  typealias Body = @MainActor @Sendable (Daemon, Call) throws(MPDError) -> Outcome

  let name: String
  let permission: Permissions
  /// How many arguments it takes.
  let arguments: ClosedRange<Int>
  let run: Body

  init(
    _ name: String, _ permission: Permissions, _ arguments: ClosedRange<Int>,
    _ run: @escaping Body
  ) {
    self.name = name
    self.permission = permission
    self.arguments = arguments
    self.run = run
  }

  /// So many arguments and any number more.
  static func many(from first: Int) -> ClosedRange<Int> { first...Int(Int32.max) }

  /// Whether the client may give the command like this.
  @MainActor
  func check(_ given: [String], _ session: Session) throws(MPDError) {
    guard session.permissions.isSuperset(of: permission) else {
      throw MPDError(.permission, "you don't have permission for \"\(name)\"")
    }
    if arguments.contains(given.count) { return }
    let complaint =
      arguments.count == 1
      ? "wrong number of" : given.count < arguments.lowerBound ? "too few" : "too many"
    throw MPDError(.argument, "\(complaint) arguments for \"\(name)\"")
  }
}

/// A command as a client gave it.
@MainActor
struct Call {
  let arguments: [String]
  let session: Session

  subscript(index: Int) -> String { arguments[index] }

  /// The argument, if it was given.
  func optional(_ index: Int) -> String? { index < arguments.count ? arguments[index] : nil }
}

/// All commands, by name.
enum CommandTable {
  static let commands = [
    Command.connection, Command.status, Command.options, Command.playback, Command.queue,
    Command.queueListing, Command.database, Command.search, Command.listing,
    Command.playlists, Command.storedPlaylists, Command.stickers, Command.artwork, Command.outputs,
    Command.reflection,
    Command.files, Command.messages, Command.entries, Command.agreement, Command.playlistSearch,
    Command.segue, Command.segueModes, Command.undoing, Command.transfer, Command.bookmarks,
    Command.savedQueries,
  ].joined().sorted { $0.name < $1.name }

  private static let byName = Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0) })

  static func find(_ name: String) throws(MPDError) -> Command {
    guard let command = byName[name] else {
      throw MPDError(.unknown, "unknown command \"\(name)\"")
    }
    return command
  }
}
