import Glibc
import Media
import Picker
import Posix

/// Picking on a terminal that cannot be drawn on: a list with numbers and a question.
@MainActor final class NumberedPrompt {
  /// What a person answered.
  enum Answer: Equatable {
    /// Places in the list, from 0.
    case places([Int])
    /// Words to search for.
    case search(String)
    case cancel
    /// Numbers that are not in the list, said in a sentence.
    case wrong(String)
  }

  private let model: PickerModel
  private let terminal: Terminal
  private let completion: @MainActor (PickerOutcome) -> Void
  private var line: [UInt8] = []
  /// Lines that were typed ahead of the question.
  private var lines: [String] = []
  private var hasAsked = false
  private var isOver = false
  private var itself: NumberedPrompt?

  /// More rows than this are not listed before something was searched for.
  private static let maximumListed = 100
  private static let maximumAhead = 100

  static func run(
    _ model: PickerModel, _ terminal: Terminal, _ settings: TerminalSettings,
    _ completion: @escaping @MainActor (PickerOutcome) -> Void
  ) {
    let prompt = NumberedPrompt(model, terminal, completion)
    terminal.write("The terminal \"\(DisplayText.line(settings.name))\" cannot show a screen.\n")
    prompt.itself = prompt
    terminal.onInput = { [weak prompt] in prompt?.take($0) }
    model.onChange = { [weak prompt] in prompt?.ask() }
    model.onFinish = { [weak prompt] in prompt?.finish($0) }
    model.start()
    terminal.startReading()
  }

  private init(
    _ model: PickerModel, _ terminal: Terminal,
    _ completion: @escaping @MainActor (PickerOutcome) -> Void
  ) {
    self.model = model
    self.terminal = terminal
    self.completion = completion
  }

  /// Reads `1 3 5-7`; what is not numbers is a search, `*` the end of one.
  static func answer(_ line: String, count: Int) -> Answer {
    let parts = line.split { " ,\t".contains($0) }
    if parts.isEmpty || parts == ["q"] { return .cancel }
    if parts == ["*"] { return .search("") }
    var places: [Int] = []
    for part in parts {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends[0], let last = ends[ends.count - 1], ends.count <= 2 else {
        return .search(line)
      }
      guard count > 0 else { return .wrong("Nothing is shown; * shows all.") }
      guard first >= 1, first <= last, last <= count else {
        return .wrong("There is no \(part); the numbers go from 1 to \(count).")
      }
      places.append(contentsOf: (first - 1)..<last)
    }
    return .places(places)
  }

  /// Lists what there is, once it is all there.
  private func ask() {
    guard !hasAsked, !isOver, !model.state.isFinding, !model.state.isGathering else { return }
    switch model.state.loading {
    case .notStarted, .running: return
    case .failed(let reason) where model.state.trackCount == 0: return end(.failed(reason))
    case .finished, .failed: break
    }
    if model.state.trackCount == 0 { return end(.failed(model.state.options.emptyText)) }
    hasAsked = true
    list()
    // What was typed before the question stands above it.
    if let line = lines.first { terminal.write("\(DisplayText.line(line))\n") }
    takeLines()
  }

  private func list() {
    let state = model.state
    if let mistake = state.mistake { terminal.write("\(DisplayText.line("\(mistake)"))\n") }
    if let message = state.message { terminal.write("\(DisplayText.line(message))\n") }
    if state.shownCount == 0 {
      terminal.write("Nothing matches; * shows all.\n")
    } else if state.shownCount > Self.maximumListed {
      terminal.write("\(PickerScreen.count(state)). Type words to search for.\n")
    } else {
      let width = String(state.shownCount).count
      for place in 0..<state.shownCount {
        let number = String(place + 1)
        let indent = String(repeating: " ", count: width - number.count)
        terminal.write("\(indent)\(number)  \(Self.line(state.row(at: place)))\n")
      }
    }
    let example = state.options.allowsMultiple ? "numbers such as 1 3 5-7" : "a number"
    terminal.write("Pick (\(example); words search; Enter cancels): ")
  }

  private static func line(_ row: PickerShownRow) -> String {
    let (title, second, time): (String, String?, PlaybackTime)
    switch row {
    case .track(let track): (title, second, time) = (track.title, track.artist, track.time)
    case .group(let group): (title, second, time) = (group.title, group.artist, group.time)
    case .place(let place): return place.title
    case .detail(let detail): return DisplayText.line("\(detail.name): \(detail.text)")
    }
    let names = [title, second].compactMap { $0.map { DisplayText.line($0) } }
    return "\(names.joined(separator: " · "))  \(time)"
  }

  private func take(_ bytes: [UInt8]) {
    if bytes.isEmpty { return end(.cancelled) }
    for byte in bytes where !isOver {
      if byte == 0x0A { takeLine() } else if line.count < 1000 { line.append(byte) }
    }
  }

  private func takeLine() {
    if lines.count < Self.maximumAhead { lines.append(String(decoding: line, as: UTF8.self)) }
    line = []
    takeLines()
  }

  private func takeLines() {
    while hasAsked, !isOver, !lines.isEmpty { answer(lines.removeFirst()) }
  }

  private func answer(_ text: String) {
    switch Self.answer(text, count: model.state.shownCount) {
    case .cancel: end(.cancelled)
    case .places(let places): pick(places)
    case .wrong(let sentence): terminal.write("\(sentence)\nPick: ")
    case .search(let words):
      hasAsked = false
      model.send(.search(words))
      ask()
    }
  }

  private func pick(_ places: [Int]) {
    guard model.state.options.allowsMultiple || places.count == 1 else {
      return terminal.write("One number, please: ")
    }
    model.send(.pick(places: places))
  }

  private func finish(_ result: PickerResult) {
    switch result {
    case .done(let collection): end(.done(collection))
    case .print(let collection): end(.print(collection))
    case .cancelled: end(.cancelled)
    case .failed(let reason): end(.failed(reason))
    }
  }

  private func end(_ outcome: PickerOutcome) {
    guard !isOver else { return }
    isOver = true
    model.stop()
    terminal.stop()
    completion(outcome)
    itself = nil
  }
}
