import Glibc
import TestSupport
import Testing

/// A daemon that is killed while a command is talking to it.
@Suite struct DyingDaemonTests {
  /// Listens as a daemon does, and dies when the first client comes: before its greeting, or when it is asked.
  private static let script = """
    import os, socket, sys
    path = sys.argv[1]
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    s = socket.socket(socket.AF_UNIX)
    s.bind(path + ".new"); s.listen()
    os.rename(path + ".new", path)
    c, _ = s.accept()
    if sys.argv[2] == "asked":
        c.sendall(b"OK MPD 0.24.0\\n"); c.recv(1)
    s.close()
    """

  private static func run(
    _ moment: String, _ arguments: [String]
  ) async throws -> (ProgramRun, PrivateHome) {
    let home = try PrivateHome()
    let dying = try SpawnedProgram(["python3", "-c", script, home.socket, moment])
    try await blocking {
      // Its file is there as soon as it listens.
      let deadline = ContinuousClock.now + Effort.within(.seconds(10))
      while access(home.socket, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    }
    let run = try await ProgramRun.of(
      [Project.programs + "/segue"] + arguments, environment: home.environment)
    dying.kill()
    return (run, home)
  }

  @Test(arguments: [
    ("greeting", ["status"]), ("asked", ["status"]), ("asked", ["pause"]),
    ("asked", ["queue"]), ("greeting", ["random", "on"]),
  ])
  func `what can be asked twice is asked of a new one`(
    moment: String, arguments: [String]
  ) async throws {
    let (run, home) = try await Self.run(moment, arguments)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(try await home.segue("quit").status == 0)
  }

  @Test func `what would be done twice is not, and that is told`() async throws {
    let (run, home) = try await Self.run("asked", ["next"])
    #expect(run.status == 1)
    #expect(run.errors.hasSuffix("closed the connection.\n"), "\(run.errors)")
    _ = try await home.segue("quit")
  }
}
