import Dispatch
import Posix
import Synchronization

/// One of those who have tags read: what it has still to do, and for which file it waits for a file system.
final class ReadingLane: Sendable {
  /// Is over when it has ended.
  let group = DispatchGroup()

  private static let nothing = -1
  private static let givenUp = -2

  /// The task whose file is being opened.
  private let asked = Atomic<Int>(nothing)
  private let pulse = Pulse()
  private let watch: Guarded<PulseWatch>
  private let tasks: Guarded<Range<Int>>

  init(rest: Range<Int> = 0..<0) {
    tasks = Guarded(rest)
    watch = Guarded(PulseWatch(pulse, patience: .zero))
  }

  /// The numbers of the tasks that it has taken and not yet done.
  var rest: Range<Int> {
    get { tasks.withLock { $0 } }
    set { tasks.withLock { $0 = newValue } }
  }

  /// Asks a file system for a task.
  ///
  /// - Returns: `nil` where the lane was given up meanwhile, and is to do nothing more.
  func asking<Answer>(_ task: Int, _ body: () -> Answer) -> Answer? {
    pulse.beat()
    guard exchange(Self.nothing, for: task) else { return nil }
    let answer = body()
    return exchange(task, for: Self.nothing) ? answer : nil
  }

  var isGivenUp: Bool { asked.load(ordering: .acquiring) == Self.givenUp }

  /// Gives the lane up if it has waited for one answer for so long.
  ///
  /// - Returns: The task that it waits for; `nil` where it was not given up now.
  func giveUp(after patience: Duration) -> Int? {
    // First this: who waits has shown a sign of life before.
    let task = asked.load(ordering: .acquiring)
    let isStill = watch.withLock { $0.isStill(patience) }
    guard isStill, task >= 0, exchange(task, for: Self.givenUp) else { return nil }
    return task
  }

  private func exchange(_ expected: Int, for value: Int) -> Bool {
    asked.compareExchange(expected: expected, desired: value, ordering: .acquiringAndReleasing)
      .exchanged
  }
}
