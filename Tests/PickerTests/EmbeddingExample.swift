import Media
import Picker

/// Asks which music shall wake somebody, in a window of one's own: here, one that only keeps its lines.
@MainActor final class AlarmPicker {
  private let model: PickerModel
  /// What the window shows.
  private(set) var lines: [String] = [] { didSet { onDraw() } }
  var onDraw: () -> Void = {}
  /// How many lines it has room for.
  private let height = 6

  /// - Parameter completion: Called once, with nothing where the person leaves without a choice.
  init(_ items: [MediaItem], completion: @escaping @MainActor (MediaItemCollection?) -> Void) {
    let fold: @Sendable (String) -> String = { $0.lowercased() }
    let source = PickerSource(
      load: { feed in
        feed.deliver(
          items.map {
            PickerRow(item: $0, searchText: fold("\($0.displayTitle) \($0.displayArtist)"))
          })
      },
      fold: fold,
      // What is more than words is asked of a library; here, nothing is.
      find: { _ in [] },
      items: { ids in ids.compactMap { id in items.first { $0.persistentID == id } } })
    model = PickerModel(options: PickerOptions(title: "Wake me with"), source: source)
    model.onChange = { [weak self] in self?.draw() }
    model.onFinish = { result in
      if case .done(let collection) = result { completion(collection) } else { completion(nil) }
    }
    model.willMove = { $0.to == .home ? .refused("There is only this list.") : .allowed }
  }

  /// Begins to load; rows come as they are there.
  func open() {
    model.send(.resize(lines: height))
    model.start()
  }

  /// Whatever the person does. Keys are understood too: `model.send(.key(.down))`.
  func highlightNext() { model.send(.command(.down)) }
  func mark() { model.send(.command(.mark)) }
  func search(_ text: String) { model.send(.search(text)) }
  func done() { model.send(.command(.done)) }

  private func draw() {
    let state = model.state
    var lines = ["\(state.options.title): \(state.markedCount) selected, \(state.markedTime)"]
    for line in state.layout(lines: height) {
      switch line {
      case .header(let text): lines.append(text)
      case .footer(let count, let time): lines.append("\(count) tracks, \(time)")
      case .row(let place):
        guard case .track(let track) = state.row(at: place) else { continue }
        let mark = state.mark(at: place) == .all ? "*" : " "
        lines.append("\(place == state.cursor ? ">" : " ")\(mark) \(track.title)")
      }
    }
    if let message = state.message { lines.append(message) }
    self.lines = lines
  }
}
