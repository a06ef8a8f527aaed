import Glibc
import Posix

/// A running worker and our end of its socket. When the last holder lets go of it, it is ended.
public final class WorkerProcess: Sendable {
  public typealias End = ChildProcess.End

  /// Requests go out and answers come in here.
  public let socket: MessageSocket

  private let errors: FileDescriptor
  let pid: pid_t
  private let end = Guarded<End?>(nil)

  /// Starts a worker program with the arguments given.
  public init(_ program: String, _ arguments: [String] = []) throws(WorkerError) {
    do throws(PosixError) {
      let ends = try MessageSocket.pair()
      var pipes: [Int32] = [-1, -1]
      _ = try retrying("make a pipe") { pipe(&pipes) }
      let reading = FileDescriptor(owning: pipes[0])
      let writing = FileDescriptor(owning: pipes[1])
      _ = fcntl(reading.raw, F_SETFD, FD_CLOEXEC)
      _ = fcntl(writing.raw, F_SETFD, FD_CLOEXEC)
      try reading.setNonBlocking(true)
      // A worker that complains without end loses words, not time.
      try writing.setNonBlocking(true)
      pid = try ChildProcess.startWorker(
        [program] + arguments, channel: ends.child.descriptor.raw, errors: writing.raw)
      socket = ends.parent
      errors = reading
    } catch {
      throw .cannotStart(program: program, code: error.code)
    }
  }

  deinit { _ = stop() }

  /// Ends the worker at once, if it still runs.
  ///
  /// - Returns: How it ended; when it had ended by itself, how it did.
  @discardableResult
  public func stop() -> End {
    end.withLock { end in
      if let end { return end }
      kill(pid, SIGKILL)
      let how = ChildProcess.wait(for: pid)
      end = how
      return how
    }
  }

  /// What the worker wrote last to its standard error, once it has ended: one line, 500 bytes at most.
  public func lastWords() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    // One read takes all that a pipe holds. No end is waited for: another child that was started at
    // the same moment may still hold the other side.
    let count = bytes.withUnsafeMutableBytes { (try? errors.read(into: $0)) ?? 0 }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
    return String(decoding: Array((lines.last ?? "").utf8.prefix(500)), as: UTF8.self)
  }

  /// The error that stands for the worker's end.
  public func failure() -> WorkerError {
    waitForOwnEnd()
    let how = stop()
    return .ended(how, lastWords: lastWords())
  }

  /// Gives a worker whose socket has closed, and which is therefore dying, a tenth of a second to be
  /// dead: killed before, it would seem to have ended by our signal instead of its own reason.
  public func waitForOwnEnd() {
    for _ in 0..<100 {
      var info = siginfo_t()
      if waitid(P_PID, id_t(pid), &info, Int32(WEXITED | WNOWAIT | WNOHANG)) != 0 { return }
      if info.si_signo == SIGCHLD { return }
      usleep(1000)
    }
  }
}

/// The worker's side: its end of the socket.
public enum WorkerChannel {
  /// The descriptor at which a worker finds it.
  public static let number: Int32 = 3

  /// A worker's last words when it crashes with much in memory: its limit, most likely, is why.
  public static let muchMemory: StaticString = "It needed too much memory."

  /// The socket to the parent. To be called once.
  public static func open() -> MessageSocket { MessageSocket(FileDescriptor(owning: number)) }
}
