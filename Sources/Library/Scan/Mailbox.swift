import Dispatch
import Posix

/// Takes things from several threads to one, which the others wait for when it is behind.
final class Mailbox<Content: Sendable>: Sendable {
  private struct State {
    var contents: [Content] = []
    var senders: Int
    var isClosed = false
  }

  private let state: Guarded<State>
  private let room: DispatchSemaphore
  private let arrivals = DispatchSemaphore(value: 0)

  init(capacity: Int, senders: Int) {
    state = Guarded(State(senders: senders))
    // Raised from 0, for a semaphore that ends lower than it began is taken for a mistake.
    room = DispatchSemaphore(value: 0)
    for _ in 0..<capacity { room.signal() }
  }

  /// Waits for room. What comes after `close` is dropped.
  func put(_ content: Content) {
    room.wait()
    let isClosed = state.withLock { state in
      if !state.isClosed { state.contents.append(content) }
      return state.isClosed
    }
    // The next sender must not wait either.
    if isClosed { room.signal() } else { arrivals.signal() }
  }

  /// To be called by each sender at its end.
  func finish() {
    state.withLock { $0.senders -= 1 }
    arrivals.signal()
  }

  /// Nothing more is taken.
  func close() {
    state.withLock { $0.isClosed = true }
    room.signal()
  }

  enum Arrival {
    case content(Content)
    case nothing, end
  }

  /// Waits for the next thing, or the end of all senders.
  func take(milliseconds: Int) -> Arrival {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    while arrivals.wait(timeout: deadline) == .success {
      let arrival: Arrival? = state.withLock { state in
        if !state.contents.isEmpty { return .content(state.contents.removeFirst()) }
        return state.senders == 0 ? .end : nil
      }
      guard let arrival else { continue }
      if case .content = arrival { room.signal() }
      return arrival
    }
    return .nothing
  }
}
