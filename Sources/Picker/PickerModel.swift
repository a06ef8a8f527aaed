import Dispatch
import Media

/// A picker at work: a state, and what runs its effects.
///
/// It knows of no terminal. Whoever shows it sets `onChange` and `onFinish`, calls `start`, and sends
/// it what the person does.
@MainActor public final class PickerModel {
  public private(set) var state: PickerState

  /// Called after the state has changed. Read `state` anew; keeping a copy of it costs memory.
  public var onChange: () -> Void = {}

  /// Called once, when the person has chosen or cancelled.
  public var onFinish: (PickerResult) -> Void = { _ in }

  private let source: PickerSource
  private let finder: PickerFinder
  private var feed: PickerFeed?
  /// Does what is done with tracks, one after the other, and then what comes of the end.
  private let queue = DispatchQueue(label: "segue.picker.use", qos: .userInitiated)
  private var usesUnderway = 0
  /// Why something could not be done that was asked for before the end.
  private var failure: String?

  public init(options: PickerOptions = PickerOptions(), source: PickerSource) {
    state = PickerState(options: options)
    self.source = source
    finder = PickerFinder(source)
  }

  /// Begins to load.
  public func start() { send(.start) }

  /// Takes in what happened.
  public func send(_ action: PickerAction) {
    let effects = state.reduce(action)
    for effect in effects { run(effect) }
    onChange()
  }

  /// Stops loading; to be called when the picker is left in another way than by its own end.
  public func stop() { feed?.cancel() }

  private func run(_ effect: PickerEffect) {
    switch effect {
    case .load: startLoading()
    case .find(let text): find(text)
    case .gather(let place): gather(place)
    case .read(let id): read(id)
    case .use(let use, let selection): self.use(use, selection)
    case .finish(let ending):
      stop()
      finish(ending)
    }
  }

  private func startLoading() {
    let feed = PickerFeed { [weak self] in self?.send($0) }
    self.feed = feed
    feed.run(source.load)
  }

  private func find(_ text: String) {
    switch finder.course(text) {
    case .answer(let answer): send(.found(search: text, answer))
    case .ask(let predicate, let mistake):
      finder.ask(predicate, mistake) { [weak self] in self?.send(.found(search: text, $0)) }
    }
  }

  private func gather(_ place: PickerPlace) {
    let gathering = state.gathering(place)
    run { [source] in
      do {
        return .gathered(place, try gathering.groups(from: source), rows: gathering.rows)
      } catch {
        return .gatheringFailed(place, String(describing: error))
      }
    }
  }

  private func read(_ id: PersistentID) {
    run { [source] in
      do {
        return .read(id, try source.items([id]).first)
      } catch {
        return .readFailed(id, String(describing: error))
      }
    }
  }

  private func use(_ use: PickerUse, _ selection: PickerSelection) {
    usesUnderway += 1
    queue.async { [source] in
      let action: PickerAction
      do {
        action = .used(try source.use(use, selection))
      } catch {
        action = .useFailed(String(describing: error))
      }
      DispatchQueue.main.async { MainActor.assumeIsolated { self.used(action) } }
    }
  }

  private func used(_ action: PickerAction) {
    usesUnderway -= 1
    if case .useFailed(let reason) = action, state.result != nil { failure = reason }
    send(action)
  }

  /// Does something that takes a while and sends what comes of it.
  private func run(_ body: @escaping @Sendable () -> PickerAction) {
    DispatchQueue.global(qos: .userInitiated).async { [weak self] in
      let action = body()
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.send(action) } }
    }
  }

  /// Tells after what was asked for before is done, and what was chosen is read: that may take a while.
  private func finish(_ ending: PickerEnding) {
    switch ending {
    case .cancelled where usesUnderway == 0: onFinish(.cancelled)
    case .cancelled:
      queue.async {
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            self.onFinish(self.failure.map { .failed($0) } ?? .cancelled)
          }
        }
      }
    case .done(let selection): read(selection) { .done($0) }
    case .print(let selection): read(selection) { .print($0) }
    }
  }

  private func read(
    _ selection: PickerSelection, _ done: @escaping @Sendable (MediaItemCollection) -> PickerResult
  ) {
    queue.async { [source] in
      let result: PickerResult
      do {
        let items = try source.items(selection.ids)
        result =
          items.isEmpty
          ? .failed("What was chosen is not in the library any more.")
          : done(MediaItemCollection(items))
      } catch {
        result = .failed(String(describing: error))
      }
      // The picker is kept until it has told.
      DispatchQueue.main.async { MainActor.assumeIsolated { self.onFinish(result) } }
    }
  }
}
