import Glibc
import Posix

/// The lines that a program writes, as they come.
public final class FollowedProgram: @unchecked Sendable {
  // Fine, because one test waits for its lines, one after the other.
  public let program: SpawnedProgram
  private let pipe: FileDescriptor
  private var rest: [UInt8] = []

  /// - Parameter folder: Where the pipe may lie.
  public init(
    _ arguments: [String], environment: [String: String], in folder: TemporaryFolder
  ) throws {
    let path = folder.path("pipe-\(UInt32.random(in: 0...UInt32.max))")
    guard mkfifo(path, 0o600) == 0 else { throw PosixError("make a pipe") }
    program = try SpawnedProgram(
      ["sh", "-c", "exec \"$@\" >\"$0\"", path] + arguments, environment: environment)
    pipe = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
  }

  deinit { program.kill() }

  /// Waits for a line that has `text` in it.
  public func wait(for text: String) throws {
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      while let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        if line.contains(text) { return }
      }
      var polls = pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0)
      guard ContinuousClock.now < deadline, poll(&polls, 1, 60_000) > 0 else {
        throw Silent(awaited: text)
      }
      let count = read(pipe.raw, &chunk, chunk.count)
      guard count > 0 else { throw Silent(awaited: text) }
      rest += chunk[..<count]
    }
  }
}

/// A line that was waited for did not come.
public struct Silent: Error { public let awaited: String }
