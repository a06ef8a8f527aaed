import Glibc

/// A value that one thread at a time may touch.
///
/// As `Synchronization.Mutex`, over a `pthread_mutex_t`, whose order the thread sanitizer can see: it
/// takes what Swift's own lock on Linux guards for races.
public final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  // Fine to share: touched only by who holds the lock, which never moves.
  private var value: Value

  public init(_ value: consuming sending Value) {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Waits until nobody else has the value, and gives it to `body` alone.
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
