import Glibc
import Posix
import Synchronization

/// Ends the program when its end takes too long: a file system or a sound server that does not answer any more must
/// not keep whoever wants it to end, a machine that is shut down say, waiting.
final class EndInTime: Sendable {
  private let hasBegun = Atomic<Bool>(false)
  private let hasEnded = Atomic<Bool>(false)

  /// With what is then to do, less than a second.
  private static let limit: Int32 = 900

  /// The end begins. May be said more than once, on any thread.
  ///
  /// - Parameter status: What the program then ends with.
  func begin(status: Int32) {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    let thread = try? NamedThread.start("segue-end") {
      _ = poll(nil, 0, Self.limit)
      if self.hasEnded.load(ordering: .acquiring) { return }
      Log.warning("Something does not end; it is left as it is.")
      _exit(status)
    }
    thread?.detach()
  }

  /// Everything has ended in time.
  func end() { hasEnded.store(true, ordering: .releasing) }
}
