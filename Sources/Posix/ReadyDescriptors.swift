import CLinux
import Glibc

/// Many descriptors that are waited for as one (epoll).
public final class ReadyDescriptors: Sendable {
  /// A descriptor that can be read, written, or has nothing more to come.
  public struct Event: Sendable, Hashable {
    /// What the descriptor was added with.
    public let key: UInt64
    public let isReadable: Bool
    public let isWritable: Bool
    /// Nothing more comes from the other end; told where it is waited for.
    public let isEnding: Bool
    /// The other end is gone, or the descriptor has failed.
    public let isClosed: Bool
  }

  /// Readable while any of the descriptors is ready.
  public let raw: Int32

  public init() throws(PosixError) {
    raw = try retrying("make an epoll descriptor") { segue_epoll_create() }
  }

  deinit { close(raw) }

  /// - Parameter key: Comes back with every event of the descriptor.
  public func add(
    _ descriptor: Int32, key: UInt64, readable: Bool = true, writable: Bool = false
  ) throws(PosixError) {
    _ = try retrying("watch a descriptor") {
      segue_epoll_set(raw, descriptor, key, readable ? 1 : 0, writable ? 1 : 0, 0, 0)
    }
  }

  /// Changes what is waited for.
  public func change(
    _ descriptor: Int32, key: UInt64, readable: Bool, writable: Bool, ending: Bool = false
  ) {
    // Fails only for a descriptor that was not added.
    _ = segue_epoll_set(
      raw, descriptor, key, readable ? 1 : 0, writable ? 1 : 0, ending ? 1 : 0, 1)
  }

  public func remove(_ descriptor: Int32) { _ = segue_epoll_remove(raw, descriptor) }

  /// What is ready now, 64 descriptors at most; each of them comes again while it stays so.
  ///
  /// - Parameter isWaiting: Whether to wait until there is one.
  public func ready(waiting isWaiting: Bool = false) -> [Event] {
    withUnsafeTemporaryAllocation(of: segue_epoll_event.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      let count = segue_epoll_wait(raw, start, 64, isWaiting ? -1 : 0)
      return buffer.prefix(Int(max(0, count))).map { event in
        Event(
          key: event.data, isReadable: event.readable != 0, isWritable: event.writable != 0,
          isEnding: event.ending != 0, isClosed: event.closed != 0)
      }
    }
  }
}
