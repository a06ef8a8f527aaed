import Glibc
import Posix

/// A program that runs beside the test, its three standard descriptors being pipes.
public final class SpawnedProgram: Sendable {
  public let pid: pid_t
  private let input: Guarded<Int32>
  private let output: FileDescriptor
  private let errors: FileDescriptor
  private let end = Guarded<Int32?>(nil)

  public init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let (childInput, ourInput) = try Self.pipe()
    let (ourOutput, childOutput) = try Self.pipe()
    let (ourErrors, childErrors) = try Self.pipe()
    defer { for raw in [childInput, childOutput, childErrors] { close(raw) } }
    input = Guarded(ourInput)
    output = FileDescriptor(owning: ourOutput)
    errors = FileDescriptor(owning: ourErrors)
    pid = try Self.spawn(
      arguments, Self.inherited.merging(environment) { $1 },
      [childInput, childOutput, childErrors])
  }

  deinit {
    kill()
    input.withLock { if $0 >= 0 { close($0) } }
  }

  /// Writes to the program's standard input and closes it. A program that does not read is no error.
  public func give(_ bytes: [UInt8]) throws {
    input.withLock { raw in
      guard raw >= 0 else { return }
      try? FileDescriptor.write(bytes, to: raw)
      close(raw)
      raw = -1
    }
  }

  /// What the program writes, up to the end of both streams.
  public func gather() throws -> (output: [UInt8], errors: [UInt8]) {
    var streams = [(output.raw, [UInt8]()), (errors.raw, [UInt8]())]
    var open = [true, true]
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while open.contains(true) {
      var polls = (0..<2).map { i in
        pollfd(fd: open[i] ? streams[i].0 : -1, events: Int16(POLLIN), revents: 0)
      }
      _ = try retrying("wait for output") { poll(&polls, 2, -1) }
      for i in 0..<2 where polls[i].revents != 0 {
        let count = try retrying("read output") { read(streams[i].0, &chunk, chunk.count) }
        if count == 0 { open[i] = false } else { streams[i].1 += chunk[..<count] }
      }
    }
    return (streams[0].1, streams[1].1)
  }

  /// Sends a signal, unless the program has already ended.
  public func signal(_ number: Int32) {
    end.withLock { if $0 == nil { Glibc.kill(pid, number) } }
  }

  /// Ends it and what it has started, which might hold its output for ever.
  public func kill() {
    end.withLock { if $0 == nil { Glibc.kill(-pid, SIGKILL) } }
    _ = wait()
  }

  /// Whether it has ended.
  public var hasEnded: Bool {
    var info = siginfo_t()
    let isKnown = end.withLock { $0 != nil }
    return isKnown
      || waitid(P_PID, id_t(pid), &info, Int32(WEXITED | WNOWAIT | WNOHANG)) == 0
        && info.si_signo == SIGCHLD
  }

  /// Waits for the end.
  ///
  /// - Returns: The exit status, or 128 and the signal.
  @discardableResult
  public func wait() -> Int32 {
    // Waited for outside of the lock, so that it can be killed meanwhile.
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, Int32(WEXITED | WNOWAIT)) != 0, errno == EINTR {}
    return end.withLock { end in
      if let end { return end }
      let status: Int32
      switch ChildProcess.wait(for: pid) {
      case .status(let code): status = code
      case .signal(let number): status = 128 + number
      }
      end = status
      return status
    }
  }

  /// The variables that programs under test get from us.
  private static let inherited: [String: String] = {
    let names = ["PATH", "LANG", "ASAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "SWIFT_BACKTRACE"]
    return names.reduce(into: [:]) { $0[$1] = Program.environment($1) }
  }()

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw PosixError("make a pipe") }
    for raw in ends { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String: String], _ descriptors: [Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, raw) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, raw, Int32(number))
    }
    // As from a shell: in a group of its own, and with no signal blocked, as they all are on Dispatch's threads.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    let argumentList = CStrings(arguments)
    let variables = CStrings(environment.map { "\($0)=\($1)" })
    var pid: pid_t = 0
    let code = posix_spawnp(
      &pid, arguments[0], &actions, &attributes, argumentList.pointers, variables.pointers)
    guard code == 0 else { throw PosixError("start \(arguments[0])", code: code) }
    return pid
  }
}

/// Strings as C wants a list of them, freed with this.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]
  init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }
  deinit { for pointer in pointers { free(pointer) } }
}
