import Configuration
import Dispatch
import Glibc
import Media
import Picker
import Posix

/// Commands of the shell that are run while somebody picks. What they have to know comes on their standard input, as
/// JSON.
struct PickerHooks: Sendable {
  private let settings: PickerSettings
  private let queue = DispatchQueue(label: "segue.picker.hooks")

  init(_ settings: PickerSettings) { self.settings = settings }

  /// Runs what goes with a move, one command after the other, while the picker goes on.
  func run(_ passage: PickerPassage) {
    let commands = settings.onLeave + (passage.to == nil ? [] : settings.onEnter)
    guard !commands.isEmpty else { return }
    let record = Passage(from: passage.from.title, to: passage.to?.title)
    queue.async {
      guard let input = try? JSONLines().line(record) else { return }
      // What they print would stand in the picker.
      for command in commands { _ = try? Self.run("exec >/dev/null 2>&1\n\(command)", input) }
    }
  }

  /// Waits until all has run that goes with moves, though not for what does not come to an end.
  func finish() {
    let isOver = DispatchGroup()
    queue.async(group: isOver) {}
    _ = isOver.wait(timeout: .now() + .seconds(5))
  }

  /// Runs what goes with the end, with the items that were chosen.
  ///
  /// - Parameter isPrinting: Whether standard output is for the items, so that what commands say goes elsewhere.
  /// - Throws: `ExitError` when a command refuses them, by its status.
  func done(_ items: [MediaItem], isPrinting: Bool) throws {
    guard !settings.onDone.isEmpty else { return }
    let lines = JSONLines()
    let input = try items.flatMap { try lines.line(ItemRecord(item: $0)) }
    for command in settings.onDone {
      let end = try Self.run(isPrinting ? "exec >&2\n\(command)" : command, input)
      if end == .status(0) { continue }
      throw ExitError(.failed, "[picker] on-done = \(DisplayText.line(command)) \(end).")
    }
  }

  /// Starts a command that a person has typed, with items; it may go on for long, also when the picker has ended.
  ///
  /// - Returns: What waits for its end and says in a sentence how it was.
  static func start(_ command: String, _ items: [MediaItem]) throws -> @Sendable () -> String {
    let lines = JSONLines()
    let input = try items.flatMap { try lines.line(ItemRecord(item: $0)) }
    let child = try ChildProcess.startShell(command, input: input)
    return {
      let end = ChildProcess.wait(for: child)
      return end == .status(0) ? "It is done" : "It \(end)"
    }
  }

  private struct Passage: Encodable {
    let from: String
    let to: String?
  }

  private static func run(_ command: String, _ input: [UInt8]) throws -> ChildProcess.End {
    // A command need not read what it is given.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    guard let pipe = popen(command, "we") else { throw PosixError("run \(command)") }
    fwrite(input, 1, input.count, pipe)
    let status = pclose(pipe)
    return status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }
}
