import CSeccomp
import Glibc
import Posix
import Worker

/// What a worker gives up before it reads the first byte of a file.
public struct Sandbox: Sendable {
  /// The most memory the worker may map, in bytes, its libraries included.
  public var memory: UInt64

  /// The most descriptors that one message brings.
  public var descriptors: Int

  public init(descriptors: Int, memory: UInt64 = 512 << 20) {
    self.descriptors = descriptors
    self.memory = memory
  }

  /// What holds once the sandbox was entered.
  public struct Protections: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No new privileges.
    public static let privileges = Protections(rawValue: 1)
    /// Memory, descriptors and core dumps are limited.
    public static let limits = Protections(rawValue: 2)
    /// No path can be used (Landlock).
    public static let paths = Protections(rawValue: 4)
    /// Only the system calls that a worker needs are left (seccomp).
    public static let systemCalls = Protections(rawValue: 8)
    public static let all: Protections = [.privileges, .limits, .paths, .systemCalls]
  }

  /// Gives up, for good, everything but memory, descriptors already open, and the parent's socket.
  ///
  /// To be called with one thread, after everything is loaded. What the kernel cannot do is said on
  /// standard error, and the worker goes on with what holds; a kernel without Landlock is no loss, since
  /// the system calls behind it are refused as well.
  @discardableResult
  public func enter() -> Protections {
    #if SEGUE_UNSANDBOXED
      // Sanitizers need what the sandbox takes away, and look at the other crashes themselves.
      for number in [SIGABRT, SIGILL, SIGQUIT, SIGTRAP] { signal(number, SIG_DFL) }
      return []
    #else
      // Swift's backtracer would start a program at a crash, which is forbidden here: it would hide what
      // happened behind a death by SIGSYS.
      let words = UnsafeRawPointer(WorkerChannel.muchMemory.utf8Start)
      segue_die_plainly(Int(memory / 2), words.assumingMemoryBound(to: CChar.self))
      var held: Protections = []
      func attempt(
        _ protection: Protections, _ what: String, silent: Set<Int32> = [], _ code: Int32
      ) {
        if code == 0 {
          held.insert(protection)
        } else if !silent.contains(code) {
          Program.complain("Cannot \(what): \(PosixError.reason(code)).")
        }
      }
      attempt(.limits, "limit the worker", limit())
      attempt(.privileges, "forbid new privileges", segue_forbid_new_privileges())
      attempt(.paths, "forbid paths", silent: [ENOSYS, EOPNOTSUPP], segue_forbid_paths())
      attempt(.systemCalls, "forbid system calls", segue_forbid_system_calls())
      return held
    #endif
  }

  /// - Returns: 0, or the `errno` of the first limit that could not be set.
  private func limit() -> Int32 {
    // 0 descriptors would make messages deliver none; 8 are for the standard ones, the socket, and what a
    // crash reads its memory from.
    let limits: [(__rlimit_resource, UInt64)] = [
      (RLIMIT_AS, memory), (RLIMIT_CORE, 0), (RLIMIT_NOFILE, UInt64(max(0, descriptors)) + 8),
    ]
    for (resource, value) in limits {
      var old = rlimit()
      let number = __rlimit_resource_t(resource.rawValue)
      guard getrlimit(number, &old) == 0 else { return errno }
      let lower = min(rlim_t(value), old.rlim_max)
      var new = rlimit(rlim_cur: lower, rlim_max: lower)
      guard setrlimit(number, &new) == 0 else { return errno }
    }
    return 0
  }
}
