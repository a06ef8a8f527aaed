import Dispatch
import FoundationEssentials
import Glibc
import Library
import Media
import Picker
import Posix

/// A picker without a screen, in which somebody types: what each key takes. Run as a process of its own.
@MainActor final class Typing {
  /// What was measured, in milliseconds and bytes.
  struct Figures: Codable {
    var rows = 0
    /// From the start until all rows can be searched.
    var loading = 0.0
    /// For each key what it keeps the next one waiting.
    var blocking: [Double] = []
    /// For each key, until what it finds is shown with its exact total.
    var shown: [Double] = []
    /// Totals that are not what the library itself finds.
    var wrong: [String] = []
    /// Memory of its own after loading.
    var memory = 0
    /// Of all texts that are searched in.
    var text = 0
  }

  private let library: LibraryStore
  private let model: PickerModel
  private var figures = Figures()
  nonisolated private static let textBytes = Guarded(0)

  /// - Parameter withText: Whether rows are searched in anything.
  private init(_ database: String, withText: Bool) throws {
    let library = try LibraryStore(path: database, access: .read)
    self.library = library
    let source = PickerSource(
      load: { feed in try Self.load(library, feed, withText) }, fold: { TextFolding.fold($0) },
      find: { try library.identities(MediaQuery([$0])) }, items: { try library.items($0) })
    model = PickerModel(source: source)
    model.send(.resize(lines: 40))
  }

  /// As `segue pick` does.
  private nonisolated static func load(
    _ library: LibraryStore, _ feed: PickerFeed, _ withText: Bool
  ) throws {
    for (window, size) in [(0..<100, 100), (100..<Int.max, 2000)] {
      try library.forEachRows(MediaQuery(window: window), size: size) { rows in
        let bytes = rows.reduce(0) { $0 + $1.searchText.utf8.count }
        textBytes.withLock { $0 += bytes }
        feed.deliver(
          rows.map {
            PickerRow(
              item: $0.item, searchText: withText ? $0.searchText : "", isVarious: $0.isVarious)
          })
        return true
      }
    }
  }

  /// Types each line of a file, prints what it took as JSON, and ends the process.
  nonisolated static func main(_ arguments: [String]) -> Never {
    Task { @MainActor in
      do {
        let typing = try Typing(arguments[0], withText: arguments.count > 1)
        try await typing.load()
        if arguments.count > 1 { try await typing.type(lines: arguments[1]) }
        print(String(decoding: try JSONEncoder().encode(typing.figures), as: UTF8.self))
        exit(0)
      } catch {
        Program.complain("segue-bench: \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }

  private func load() async throws {
    let began = ContinuousClock.now
    model.start()
    await wait { $0.loading != .running }
    guard model.state.loading == .finished else { throw BenchError("\(model.state.loading)") }
    figures.loading = began.duration(to: .now) / .milliseconds(1)
    figures.rows = model.state.rowCount
    figures.memory = ProcessFiles.privateMemory(getpid())
    figures.text = Self.textBytes.withLock { $0 }
  }

  private func type(lines file: String) async throws {
    let text = ProcessFiles.read(file)
    for (number, line) in text.split(separator: "\n").enumerated() {
      model.send(.command(.search))
      for character in line { await press(.character(character)) }
      if number % 10 == 0 { try check(String(line)) }
      model.send(.key(.escape))
    }
  }

  private func press(_ key: PickerKey) async {
    let began = ContinuousClock.now
    model.send(.key(key))
    figures.blocking.append(began.duration(to: .now) / .milliseconds(1))
    await wait { !$0.isFinding }
    figures.shown.append(began.duration(to: .now) / .milliseconds(1))
  }

  private func check(_ line: String) throws {
    // "and" joins words, and is none.
    guard model.state.mistake == nil else { return }
    let words = line.split(separator: " ").map { MediaPropertyPredicate.anywhere(String($0)) }
    let count = try library.count(MediaQuery(words))
    let shown = model.state.isSimilar ? 0 : model.state.shownCount
    if shown != count { figures.wrong.append("\(line): \(shown), not \(count)") }
  }

  private func wait(until wanted: @escaping (PickerState) -> Bool) async {
    if wanted(model.state) { return }
    await withCheckedContinuation { continuation in
      model.onChange = { [unowned self] in
        guard wanted(model.state) else { return }
        model.onChange = {}
        continuation.resume()
      }
    }
  }
}
