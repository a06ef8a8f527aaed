import CLinux
import Glibc

/// Programs started by this one.
public enum ChildProcess {
  /// How a program ended.
  public enum End: Sendable, Hashable {
    case status(Int32)
    case signal(Int32)
  }

  /// Starts a worker: no environment, descriptor 3 the `channel`, standard error `errors`, the null
  /// device for input and output, and nothing else open.
  public static func startWorker(
    _ arguments: [String], channel: Int32, errors: Int32
  ) throws(PosixError) -> pid_t {
    try start(arguments) { pid, path, arguments in
      segue_spawn_worker(pid, path, arguments, channel, errors)
    }
  }

  /// Starts a daemon: a session of its own, our environment, its output and errors going to `output`.
  public static func startDaemon(
    _ arguments: [String], output: Int32
  ) throws(PosixError) -> pid_t {
    try start(arguments) { pid, path, arguments in
      segue_spawn_daemon(pid, path, arguments, output)
    }
  }

  /// Starts a command of the shell with our environment. It reads `input`, nobody sees what it prints, and it goes on when
  /// this program ends.
  public static func startShell(_ command: String, input: [UInt8]) throws(PosixError) -> pid_t {
    // All of it is there before anybody reads, so that nothing waits for the command.
    guard let file = tmpfile() else { throw PosixError("make a temporary file") }
    defer { fclose(file) }
    guard fwrite(input, 1, input.count, file) == input.count, fflush(file) == 0 else {
      throw PosixError("write a temporary file")
    }
    rewind(file)
    return try start(["/bin/sh", "-c", command]) { pid, path, arguments in
      segue_spawn_shell(pid, path, arguments, fileno(file))
    }
  }

  /// Waits for a child to end.
  public static func wait(for pid: pid_t) -> End {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      // Somebody else took its end: there is nothing to know any more.
      if errno != EINTR { return .status(0) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
  }

  private static func start(
    _ arguments: [String],
    _ spawn: (
      UnsafeMutablePointer<pid_t>, UnsafePointer<CChar>,
      UnsafePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32
  ) throws(PosixError) -> pid_t {
    var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    list.append(nil)
    defer { for argument in list { free(argument) } }
    var pid: pid_t = 0
    let program = arguments.first ?? ""
    let code = spawn(&pid, program, list)
    guard code == 0 else { throw PosixError("start \(program)", code: code) }
    return pid
  }
}

extension ChildProcess.End: CustomStringConvertible {
  /// To follow "it": `ended with status 1`, `was ended by signal 11 (Segmentation fault)`.
  public var description: String {
    switch self {
    case .status(let status): "ended with status \(status)"
    case .signal(let signal): "was ended by signal \(signal) (\(Self.name(signal)))"
    }
  }

  private static func name(_ signal: Int32) -> String {
    guard let text = strsignal(signal) else { return "unknown" }
    return String(cString: text)
  }
}
