import Dispatch
import Media

/// A picker at work: a state, and what runs its effects.
///
/// It knows of no terminal. Whoever shows it sets `onChange` and `onFinish`, calls `start`, and sends
/// it what the person does: <doc:Embedding> is an example.
@MainActor public final class PickerModel {
  public private(set) var state: PickerState

  /// Called after the state has changed. Read `state` anew; keeping a copy of it costs memory.
  public var onChange: () -> Void = {}

  /// Called once, when the person has chosen or cancelled.
  public var onFinish: (PickerResult) -> Void = { _ in }

  /// How many bytes the clipboard takes.
  public var copyLimit = Int.max

  /// Called with what is to be put into the clipboard.
  public var onCopy: @MainActor @Sendable ([UInt8]) -> Void = { _ in }

  /// Called before the person goes from page to page or ends it: it may say no. It must not send anything.
  public var willMove: ((PickerPassage) -> PickerPermission)?

  /// Called after the person has gone from page to page or has ended it; what it answers happens next.
  public var didMove: (PickerPassage) -> [PickerAction] = { _ in [] }

  let source: PickerSource
  private let finder: PickerFinder
  private let covers: PickerCovers
  var feed: PickerFeed?
  private var watch: PickerWatch?
  /// Ticks while something plays.
  var clock: PickerClock?
  private var isOver = false
  /// Whether the library has changed since it was loaded last.
  var isOutdated = false
  var isReloading = false
  /// Does what is done with tracks, one after the other, and then what comes of the end.
  let queue = DispatchQueue(label: "segue.picker.use", qos: .userInitiated)
  private var usesUnderway = 0
  /// A queue for what is gathered of each place.
  private var gatherers: [PickerPlace: DispatchQueue] = [:]
  /// Why something could not be done that was asked for before the end, a sentence; `nil` where all was done. A result
  /// with a choice says nothing of it.
  public private(set) var failure: String?

  public init(options: PickerOptions = PickerOptions(), source: PickerSource) {
    state = PickerState(options: options, fold: source.fold)
    self.source = source
    finder = PickerFinder(source)
    covers = PickerCovers(source.cover)
  }

  /// Begins to load, and to hear what happens elsewhere.
  public func start() {
    send(.start)
    let watch = PickerWatch { [weak self] in self?.take($0) }
    self.watch = watch
    source.watch(watch)
  }

  /// Takes in what happened.
  public func send(_ action: PickerAction) {
    let before = state.whereabouts
    let effects = reduce(action)
    // What comes of the effects may lead further.
    let passage = isOver ? nil : state.passage(since: before)
    isOver = isOver || state.result != nil
    // At the end nothing may come after them.
    if isOver, let passage { _ = didMove(passage) }
    for effect in effects { run(effect) }
    if !isOver, let passage { for action in didMove(passage) { send(action) } }
    if isOutdated { reloadSoon() }
    keepTime()
    onChange()
  }

  /// What comes of an action, unless it leads somewhere where the person may not go.
  private func reduce(_ action: PickerAction) -> [PickerEffect] {
    guard let willMove, action.isByPerson, state.result == nil else { return state.reduce(action) }
    let before = state
    let effects = state.reduce(action)
    guard let passage = state.passage(since: before.whereabouts),
      case .refused(let reason) = willMove(passage)
    else { return effects }
    state = before
    return state.reduce(.refused(reason))
  }

  /// Stops loading; to be called when the picker is left in another way than by its own end.
  public func stop() {
    feed?.cancel()
    watch?.cancel()
  }

  private func run(_ effect: PickerEffect) {
    switch effect {
    case .load: startLoading()
    case .find(let text): find(text)
    case .gather(let place): gather(place)
    case .read(let id): read(id)
    case .readCover(let id): covers.ask(id) { [weak self] in self?.send(.cover(id, $0)) }
    case .use(let use, let selection):
      inOrder { [source] in
        .used(try source.use(use, selection))
      } failure: {
        .useFailed($0)
      }
    case .copy(let selection): copy(selection)
    case .run(let command, let selection): start(command, selection)
    case .readQueue: readQueue()
    case .remember(let search): queue.async { [source] in source.remember(search) }
    case .press(let keys): for key in keys { send(.key(key)) }
    case .change(let change): self.change(change)
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
    case .answer(let answer):
      guard let words = answer.words, let search = state.looking(for: words) else {
        return send(.found(search: text, answer))
      }
      finder.look(search, answer.mistake) { [weak self] in self?.send(.found(search: text, $0)) }
    case .ask(let predicate, let mistake):
      finder.ask(predicate, mistake) { [weak self] in self?.send(.found(search: text, $0)) }
    }
  }

  private func gather(_ place: PickerPlace) {
    let gathering = state.gathering(place)
    // One after the other, so that the newest comes last.
    let queue = gatherers[place] ?? DispatchQueue(label: "segue.picker.gather", qos: .userInitiated)
    gatherers[place] = queue
    run(on: queue) { [source] in
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

  private func readQueue() {
    let reading = state.queueReading
    // In order, so that the newest comes last.
    queue.async { [weak self, source] in
      let action: PickerAction
      do {
        action = .queue(try reading.queue(from: source), reloads: reading.reloads)
      } catch {
        action = .queueFailed(String(describing: error))
      }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.send(action) } }
    }
  }

  private func change(_ change: PickerChange) {
    inOrder { [source] in
      do {
        return .changed(change, try source.change(change))
      } catch let error as PickerPlaylistExists {
        guard case .save(let saving) = change else { throw error }
        return .playlistExists(saving)
      }
    } failure: {
      .changeFailed(change, $0)
    }
  }

  /// Does something after what was asked for before, and sends what comes of it.
  func inOrder(
    _ body: @escaping @Sendable () throws -> PickerAction,
    failure: @escaping @Sendable (String) -> PickerAction
  ) {
    usesUnderway += 1
    queue.async {
      let action: PickerAction
      var reason: String?
      do {
        action = try body()
      } catch {
        reason = String(describing: error)
        action = failure(String(describing: error))
      }
      DispatchQueue.main.async { [reason] in
        MainActor.assumeIsolated { self.done(action, reason) }
      }
    }
  }

  private func done(_ action: PickerAction, _ reason: String?) {
    usesUnderway -= 1
    if let reason, state.result != nil { failure = reason }
    send(action)
  }

  /// Does something that takes a while and sends what comes of it; not on a global queue, as `PickerFeed.run` says.
  private func run(
    on queue: DispatchQueue = DispatchQueue(label: "segue.picker.gather", qos: .userInitiated),
    _ body: @escaping @Sendable () -> PickerAction
  ) {
    queue.async { [weak self] in
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
