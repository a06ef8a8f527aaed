import Dispatch
import Synchronization

/// Loads the rows of a picker: called once, off the main queue, where it may block.
///
/// It delivers batches to the feed as they come (the first one small, so that the screen fills at
/// once), returns when there is no more, and early when the feed is cancelled. The description of what it throws
/// is a sentence for the person.
public typealias PickerLoader = @Sendable (PickerFeed) throws -> Void

/// Takes rows from a loader to its picker.
public final class PickerFeed: Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let receive: @MainActor @Sendable (PickerAction) -> Void

  /// Whether rows are kept here, to be taken all together, instead of being handed on.
  private let collects: Bool
  private let collected = Mutex(PickerTable())

  init(
    collects: Bool = false, receive: @escaping @MainActor @Sendable (PickerAction) -> Void
  ) {
    self.receive = receive
    self.collects = collects
  }

  /// Whether nobody waits for rows any more.
  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Whether the rows are seen only when all are there: then they are to be of one moment, and none comes sooner.
  public var isAllAtOnce: Bool { collects }

  /// Hands on rows, in order. Called on the thread that loads; they arrive on the main queue.
  public func deliver(_ rows: [PickerRow]) {
    guard collects else { return send(.loaded(rows)) }
    collected.withLock { table in for row in rows { table.append(row) } }
  }

  /// What was delivered, where it is kept.
  func takeCollected() -> PickerTable {
    collected.withLock { table in
      defer { table = PickerTable() }
      return table
    }
  }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Runs the loader on a queue of its own: with the first use of a global one Dispatch begins to look after its threads
  /// each second, and never ends.
  func run(_ load: @escaping PickerLoader) {
    DispatchQueue(label: "segue.picker.load", qos: .userInitiated).async { [self] in
      do {
        try load(self)
        send(.loadingFinished)
      } catch {
        send(.loadingFailed(String(describing: error)))
      }
    }
  }

  private func send(_ action: PickerAction) {
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated { if !isCancelled { receive(action) } }
    }
  }
}
