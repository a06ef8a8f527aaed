import Configuration
import Glibc
import MPDProtocol
import Posix

/// The daemon as commands reach it: over its socket, started when none runs.
enum DaemonConnection {
  /// Connects to the daemon, and starts one when none answers. One that the environment names is not ours to start.
  static func open(_ user: UserEnvironment) throws -> MPDClient {
    if let named = try ServerAddress() { return try connect(named) }
    return try own(user) ?? start(user)
  }

  /// Connects to the daemon of the user's own library, for commands that look into it, or are no business of others.
  static func openOwn(_ user: UserEnvironment, for command: String) throws -> MPDClient {
    try requireOwn(user, for: command)
    return try open(user)
  }

  /// Whether the daemon is that of the user's own library.
  static func isOwn(_ user: UserEnvironment) throws(UsageError) -> Bool {
    guard let named = try ServerAddress() else { return true }
    return named.address == .path(user.places.socket)
  }

  /// Refuses a command where the environment names a server whose library is another one.
  static func requireOwn(_ user: UserEnvironment, for command: String) throws {
    guard let named = try ServerAddress(), named.address != .path(user.places.socket) else {
      return
    }
    throw ExitError(
      .failed,
      "segue \(command) is for the daemon of your own library, and \(named.variable) names \(named.address); unset it first."
    )
  }

  /// Connects to a running daemon; `nil` when there is none.
  static func connect(_ user: UserEnvironment) throws -> MPDClient? {
    if let named = try ServerAddress() { return try connect(named) }
    return try own(user)
  }

  /// Connects to a running daemon of the user's own library, whatever the environment names; `nil` when there is none.
  static func connectOwn(_ user: UserEnvironment) throws -> MPDClient? {
    guard let client = try own(user) else { return nil }
    if let named = try? ServerAddress(), named.address == .path(user.places.socket),
      let password = named.password
    {
      try client.send("password", password)
    }
    return client
  }

  private static func connect(_ named: ServerAddress) throws(MPDClientError) -> MPDClient {
    let client = try MPDClient(named.address)
    if let password = named.password { try client.send("password", password) }
    return client
  }

  private static func own(_ user: UserEnvironment) throws(MPDClientError) -> MPDClient? {
    do throws(MPDClientError) {
      return try MPDClient(.path(user.places.socket))
    } catch {
      switch error {
      case .unreachable(_, let reason) where [ENOENT, ECONNREFUSED].contains(reason.code):
        return nil
      // Its process has just ended, before it could greet.
      case .closed: return nil
      default: throw error
      }
    }
  }

  private static func start(_ user: UserEnvironment) throws -> MPDClient {
    try user.places.makeRuntimeFolder()
    try Places.makeFolder(user.places.state)
    let log = try DaemonLog.open(user.places.log)
    let start = lseek(log.raw, 0, SEEK_END)
    var arguments = [try program()]
    if let file = user.configurationFile { arguments += ["--config", absolute(file)] }
    let pid = try ChildProcess.startDaemon(arguments, output: log.raw)
    if let client = try waitForAnswer(user, from: pid) { return client }
    throw ExitError(.failed, DaemonLog.lastLine(user.places.log, from: Int64(start)))
  }

  /// The daemon's program, beside this one.
  private static func program() throws -> String {
    let own = Program.executable() ?? ""
    let path = "\(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])/segued"
    guard Program.isExecutable(path) else {
      throw ExitError(.failed, "The daemon \(path) is missing; install Segue again.")
    }
    return path
  }

  /// Tries to connect until the daemon answers or has ended; `nil` when it has.
  private static func waitForAnswer(
    _ user: UserEnvironment, from pid: pid_t
  ) throws -> MPDClient? {
    // It answers within milliseconds; ten seconds are for a machine that is very busy.
    for attempt in 0..<2000 {
      usleep(attempt < 100 ? 1000 : 5000)
      if let client = try own(user) { return client }
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid {
        // Another command may have started one at the same time.
        return try own(user)
      }
    }
    throw ExitError(.failed, "The daemon does not answer; see \(user.places.log).")
  }

  private static func absolute(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

/// What a daemon that `segue` has started says: 1 MB, one old one kept.
private enum DaemonLog {
  static let limit = 1 << 20

  static func open(_ path: String) throws(PosixError) -> FileDescriptor {
    if let size = try? FileStatus(path).size, size > limit { rename(path, "\(path).old") }
    return try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND)
  }

  /// The last thing that a daemon has said since the log was `from` bytes long.
  static func lastLine(_ path: String, from: Int64) -> String {
    let text = text(path, from: from)
    guard let line = text.split(whereSeparator: \.isNewline).last else {
      return "The daemon ended at once; see \(path)."
    }
    let name = "segued: "
    return String(line.hasPrefix(name) ? line.dropFirst(name.count) : line)
  }

  private static func text(_ path: String, from: Int64) -> String {
    guard let log = try? FileDescriptor(opening: path) else { return "" }
    lseek(log.raw, off_t(from), SEEK_SET)
    return String(decoding: (try? log.readAll()) ?? [], as: UTF8.self)
  }
}
