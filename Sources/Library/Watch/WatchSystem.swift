@preconcurrency import Dispatch
import Media
import Posix

/// What a watcher of folders needs of the system.
struct WatchSystem: Sendable {
  var notifications: @Sendable () throws(PosixError) -> FileNotifications = {
    () throws(PosixError) in try FileNotifications()
  }

  /// Whether the kernel hears of all that happens on a file system.
  var isTold: @Sendable (FilePath) -> Bool = { path in
    let fileSystem = try? path.withCString { text throws(PosixError) in
      try FileSystem(of: text)
    }
    return fileSystem.map { !$0.isRemote } ?? false
  }

  /// Calls a body on a queue each time that a while has passed, until what it answers is called.
  var clock:
    @Sendable (Duration, DispatchQueue, @escaping @Sendable () -> Void) -> @Sendable () -> Void =
      { interval, queue, body in
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let interval = DispatchTimeInterval.milliseconds(Int(interval / .milliseconds(1)))
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .seconds(1))
        timer.setEventHandler(handler: body)
        timer.activate()
        return { timer.cancel() }
      }
}
