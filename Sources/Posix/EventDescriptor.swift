import CLinux
import Glibc

/// Wakes a thread that waits in `poll` beside other descriptors.
public final class EventDescriptor: Sendable {
  public let raw: Int32

  public init() throws(PosixError) {
    raw = try retrying("make an event descriptor") { segue_eventfd() }
  }

  deinit { close(raw) }

  /// Makes the descriptor readable.
  public func raise() {
    var one: UInt64 = 1
    // Fails only when it is already raised many times over.
    _ = write(raw, &one, 8)
  }

  /// Makes it unreadable again.
  public func clear() {
    var count: UInt64 = 0
    _ = read(raw, &count, 8)
  }
}
