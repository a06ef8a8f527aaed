import Dispatch
import Glibc
import Library
import Media
import Picker
import Posix
import TerminalUI

extension Command {
  static let pick = Command(
    name: "pick", summary: "Choose music in the terminal and play it",
    details: """
      Space marks a track, d takes what is marked; before anything is marked, Enter takes the track at
      the cursor; / searches, q leaves. What is taken replaces the queue and plays, or is printed.
      The status is 0 when something was taken, 1 when you left without, 2 for any error.
      """,
    options: [
      .init("print", "Print what is taken instead of playing it, its total on standard error"),
      .init("single", letter: "1", "Take one track"),
    ] + ItemPrinter.options
  ) { arguments in
    Console.standard.failure = .usage
    do {
      try PickCommand(arguments).run()
    } catch let error as UsageError {
      throw error
    } catch {
      throw ExitError(.usage, "\(error)")
    }
  }
}

/// The picker in the terminal, from its first row to what is done with the choice.
@MainActor
private struct PickCommand {
  private let user: UserEnvironment
  private let printer: ItemPrinter?
  private let allowsMultiple: Bool

  init(_ arguments: Arguments) throws {
    let isPrinting = ["print", "paths", "json", "format"].contains { arguments.has($0) }
    let printer = try ItemPrinter(arguments)
    self.printer = isPrinting ? printer : nil
    allowsMultiple = !arguments.has("single")
    user = try UserEnvironment(arguments)
  }

  /// Never returns: the picker ends the process.
  func run() throws -> Never {
    let library = try user.library()
    let empty = "There is no music in the library yet; segue scan FOLDER reads some in."
    let model = PickerModel(
      options: PickerOptions(allowsMultiple: allowsMultiple, emptyText: empty),
      load: Self.loader(library), fold: { TextFolding.fold($0) })
    PickerSession.run(model) { finish($0) }
    dispatchMain()
  }

  /// The whole library, its first screen first.
  private nonisolated static func loader(_ library: LibraryStore) -> PickerLoader {
    { feed in
      func deliver(_ query: MediaQuery, size: Int) throws {
        try library.forEachRows(query, size: size) { rows in
          feed.deliver(rows.map { PickerRow(item: $0.item, searchText: $0.searchText) })
          return !feed.isCancelled
        }
      }
      let screen = 100
      try deliver(MediaQuery(window: 0..<screen), size: screen)
      try deliver(MediaQuery(window: screen..<Int.max), size: 2000)
    }
  }

  private func finish(_ outcome: PickerOutcome) {
    switch outcome {
    case .done(let collection): end { try use(collection) }
    case .cancelled: exit(ExitStatus.failed.rawValue)
    case .interrupted(let signal): exit(128 + signal)
    case .failed(let reason): end { throw ExitError(.usage, reason) }
    }
  }

  private func use(_ collection: MediaItemCollection) throws {
    let total = "\(Follower.tracks(collection.count)) · \(collection.time)"
    if let printer {
      for item in collection.items { try printer.print(item) }
      Console.standard.flush()
      Program.complain(total)
      return
    }
    let client = try DaemonConnection.open(user)
    try client.replaceQueue(with: collection.items.map(\.persistentID))
    Console.standard.line("Playing \(total)")
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
