import Configuration
import Glibc
import MPDProtocol
import Media
import Posix

/// The program `segue`: finds the command and runs it.
@MainActor
enum SegueProgram {
  /// Every command, in the order of the help.
  static let commands: [Command] = [
    .scan, .roots, .changes, .find, .list, .count, .query, .info, .artwork, .playlist, .pick,
    .play, .pause, .toggle, .stop, .next, .previous, .seek, .volume,
    .status, .queue, .add, .remove, .move, .shuffle, .crop, .clear, .undo, .redo,
    .rate, .history, .bookmark, .resume, .export, .import, .random, .repeat, .single, .consume,
    .sleep, .crossfade, .speed,
    .quit, .config, .password, .doctor, .version, .help,
  ]

  static let version = "0.1.0"

  /// Kept here, since the stack of the main thread is gone when the picker runs.
  private static let arguments = Array(CommandLine.arguments.dropFirst())

  /// Never returns: ends the process with the command's exit status.
  static func run() -> Never {
    Program.ignoreBrokenPipes()
    let status = outcome(of: arguments)
    Console.standard.flush()
    exit(status.rawValue)
  }

  /// Runs a command line to its end, and says what went wrong.
  private static func outcome(of arguments: [String]) -> ExitStatus {
    do {
      try run(arguments)
      return .done
    } catch {
      Console.standard.flush()
      return report(error)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let arguments = behindCommand(arguments)
    guard let name = arguments.first else { throw UsageError.noCommand }
    switch name {
    case "-h", "--help": Help.print()
    case "--version", "-V": try Command.version.run(Arguments())
    default:
      guard let command = commands.first(where: { $0.name == name }) else {
        throw UsageError.unknownCommand(name, known: commands.map(\.name))
      }
      let parsed = try Arguments(arguments.dropFirst(), of: command)
      parsed.has("help") ? Help.print(command) : try carryOut(command, parsed)
    }
  }

  /// Commands that do the same when they are carried out twice.
  private static let repeatable: Set = ["status", "queue", "pause", "stop", "clear"]

  /// Once more where the daemon went away in the middle; another is started then.
  private static func carryOut(_ command: Command, _ arguments: Arguments) throws {
    do {
      try command.run(arguments)
    } catch MPDClientError.closed where repeatable.contains(command.name) {
      try command.run(arguments)
    }
  }

  /// With a `--config` that stands before the command moved behind it.
  private static func behindCommand(_ arguments: [String]) -> [String] {
    guard let first = arguments.first, first == "--config" || first.hasPrefix("--config=") else {
      return arguments
    }
    let count = first == "--config" ? 2 : 1
    let rest = arguments.dropFirst(count)
    return Array(rest.prefix(1)) + arguments.prefix(count) + rest.dropFirst()
  }

  /// Says what went wrong, in one sentence on standard error.
  private static func report(_ error: any Error) -> ExitStatus {
    switch error {
    case let error as ExitError:
      if let message = error.message { Program.complain("segue: \(message)") }
      return error.status
    case let error as QueryMistake:
      Program.complain("segue: \(error)")
      return .usage
    case let error as UsageError:
      Program.complain("segue: \(error)")
      return .usage
    case let error as ConfigurationError:
      for sentence in error.sentences { Program.complain("segue: \(sentence)") }
      return .failed
    default:
      Program.complain("segue: \(error)")
      return .failed
    }
  }
}

/// What scripts are told.
enum ExitStatus: Int32 {
  case done = 0
  /// It could not be done; `segue pick`: cancelled.
  case failed = 1
  case usage = 2
  case interrupted = 130
}

/// An end with a status that its error alone does not tell.
struct ExitError: Error {
  let status: ExitStatus
  /// A sentence, or `nil` when there is nothing to say.
  let message: String?

  init(_ status: ExitStatus, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}
