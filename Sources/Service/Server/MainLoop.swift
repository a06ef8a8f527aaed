import CMainQueue
import Glibc

/// What the main thread does as long as the daemon runs: it serves the clients, and Dispatch's main queue between them.
///
/// With `dispatchMain` each request would pass through two other threads: one that waits for descriptors, and one that
/// is woken to serve the main queue.
@MainActor
enum MainLoop {
  static func run(_ server: Server) -> Never {
    let queue = _dispatch_get_main_queue_handle_4CF()
    server.serve(alongside: queue) {
      var count: UInt64 = 0
      _ = read(queue, &count, MemoryLayout.size(ofValue: count))
      _dispatch_main_queue_callback_4CF(nil)
    }
  }
}
