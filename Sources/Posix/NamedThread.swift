import CLinux
import Glibc

/// A thread of our own, for work that blocks.
public struct NamedThread: Sendable {
  private let thread: pthread_t

  /// Starts `body` on a new thread.
  ///
  /// - Parameters:
  ///   - name: 15 bytes at most, shown by `ps -L` and debuggers.
  ///   - stackSize: In bytes.
  public static func start(
    _ name: String, stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void
  ) throws(PosixError) -> NamedThread {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, runThread, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw PosixError("start the thread \(name)", code: code)
    }
    return NamedThread(thread: thread)
  }

  /// Waits for the thread to end. To be called once, or else `detach`.
  public func join() { pthread_join(thread, nil) }

  /// Has the calling thread run before all ordinary ones, where we may.
  ///
  /// - Returns: Whether we may.
  @discardableResult
  public static func raisePriority() -> Bool { segue_raise_thread() == 0 }

  /// Lets the thread go: nobody waits for it.
  public func detach() { pthread_detach(thread) }
}

private final class Start: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
  segue_name_thread(start.name)
  start.body()
  return nil
}
