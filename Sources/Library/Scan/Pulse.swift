import Dispatch
import Glibc
import Media
import Posix
import Synchronization

/// Shows that work on files goes on.
final class Pulse: Sendable {
  private let beats = Atomic<Int>(0)

  func beat() { beats.wrappingAdd(1, ordering: .relaxed) }

  var count: Int { beats.load(ordering: .relaxed) }
}

/// Notices when a pulse stands still.
struct PulseWatch {
  private let pulse: Pulse
  private let patience: Duration
  private var count: Int
  private var moved = ContinuousClock.now

  init(_ pulse: Pulse, patience: Duration) {
    self.pulse = pulse
    self.patience = patience
    count = pulse.count
  }

  /// Whether nothing has moved for as long as is waited for. What has not begun to move waits for a thread alone.
  mutating func isStill() -> Bool { isStill(patience) }

  mutating func isStill(_ patience: Duration) -> Bool {
    let (now, count) = (ContinuousClock.now, pulse.count)
    if count != self.count || count == 0 { (self.count, moved) = (count, now) }
    return moved.duration(to: now) >= patience
  }
}

/// Roots whose file system was asked something and has not answered since, as one over a network that is gone: nobody
/// asks again before it has, for each question holds a thread.
enum SilentRoots {
  private static let questions = Guarded<[FilePath: DispatchGroup]>([:])

  /// - Parameter question: Is over when there was an answer.
  static func note(_ root: FilePath, _ question: DispatchGroup) {
    questions.withLock { $0[root] = question }
  }

  static func contains(_ root: FilePath) -> Bool {
    questions.withLock { questions in
      guard let question = questions[root] else { return false }
      if question.wait(timeout: .now()) == .timedOut { return true }
      questions[root] = nil
      return false
    }
  }

  /// Calls `body` when the question that a root did not answer has its answer; at once where there is none.
  static func whenAnswered(
    _ root: FilePath, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
  ) {
    let question = questions.withLock { $0[root] } ?? DispatchGroup()
    question.notify(queue: queue, execute: body)
  }

  /// Has a thread of its own find something out, and waits for that as long as its pulse moves.
  ///
  /// - Parameters:
  ///   - patience: How long the file system may be silent.
  ///   - goesOn: Asked while it is waited for.
  /// - Returns: `nil` when nobody knows.
  static func ask<Answer: Sendable>(
    _ root: FilePath, patience: Duration, on queue: DispatchQueue, goesOn: () -> Bool,
    _ body: @escaping @Sendable (Pulse) -> Answer
  ) -> Answer? {
    if contains(root) { return nil }
    let (pulse, group, answer) = (Pulse(), DispatchGroup(), Guarded<Answer?>(nil))
    queue.async(group: group) {
      pulse.beat()
      let found = body(pulse)
      answer.withLock { $0 = found }
    }
    var watch = PulseWatch(pulse, patience: patience)
    while group.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
      if !goesOn() || watch.isStill() {
        note(root, group)
        return nil
      }
    }
    return answer.withLock { $0 }
  }
}

extension MusicRoot {
  /// Calls `body` when its file system has answered what it was silent about; at once where it is not.
  public func whenItAnswers(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    SilentRoots.whenAnswered(path, on: queue, body)
  }

  /// Whether it can be looked into now: 0, or an `errno`; `nil` when its file system does not answer.
  public func access(patience: Duration = .seconds(10)) -> Int32? {
    let path = path
    let look: @Sendable (Pulse) -> Int32 = { _ in
      path.withCString { Glibc.access($0, R_OK | X_OK) == 0 ? 0 : errno }
    }
    return SilentRoots.ask(path, patience: patience, on: .global(), goesOn: { true }, look)
  }
}
