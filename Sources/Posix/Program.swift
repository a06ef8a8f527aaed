import CLinux
import Glibc

/// The running program and what it was given.
public enum Program {
  /// The value of an environment variable; `nil` when unset or empty.
  public static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The file of the running program; `nil` when `/proc` does not tell.
  public static func executable() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes a line to standard error; a standard error that is closed is nobody's loss.
  public static func complain(_ line: String) {
    try? FileDescriptor.write(Array((line + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes to a peer that has gone are errors, not deaths.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// A descriptor that becomes readable when one of the signals arrives, which then does nothing else.
  ///
  /// Dispatch's own signal sources lose signals on Linux once `dispatchMain` has begun: its main thread
  /// takes them, and drops those that are ignored.
  public static func catchSignals(_ signals: [Int32]) throws(PosixError) -> Int32 {
    try retrying("catch signals") { segue_catch_signals(signals, Int32(signals.count)) }
  }

  /// Which of the signals have arrived since this was last asked; the descriptor can then be waited for again.
  public static func takeSignals() -> Set<Int32> {
    let caught = segue_take_signals()
    return Set((1..<32).filter { caught & 1 << UInt32($0) != 0 })
  }

  /// Lets the process have as many descriptors open as the system allows at most.
  public static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many descriptors the process may have open.
  public static var descriptorLimit: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }
}

extension Program {
  /// Whether `path` is a program that we may start.
  public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}
