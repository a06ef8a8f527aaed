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

  private let load: PickerLoader
  private let fold: @Sendable (String) -> String
  private var feed: PickerFeed?

  /// - Parameters:
  ///   - load: Where the rows come from.
  ///   - fold: Folds what is searched for as the loader folded the rows' texts.
  public init(
    options: PickerOptions = PickerOptions(), load: @escaping PickerLoader,
    fold: @escaping @Sendable (String) -> String
  ) {
    state = PickerState(options: options)
    self.load = load
    self.fold = fold
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
    case .fold(let text): send(.folded(search: text, as: fold(text)))
    case .finish(let result):
      stop()
      onFinish(result)
    }
  }

  private func startLoading() {
    let feed = PickerFeed { [weak self] in self?.send($0) }
    self.feed = feed
    feed.run(load)
  }
}
