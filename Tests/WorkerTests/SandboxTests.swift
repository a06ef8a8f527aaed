import Glibc
import Posix
import TestSupport
import Testing

@testable import Worker

/// What a program in the workers' sandbox can still do, tried by a program that enters it.
@Suite(.enabled(if: Effort.sanitizer == nil, "needs the sandbox"))
struct SandboxTests {
  @Test func `every protection but perhaps Landlock holds`() throws {
    let answer = try #require(try Self.ask("protections").answer)
    let held = try #require(UInt8(answer))
    // Bit 2 is Landlock, which not every kernel has.
    #expect(held | 4 == 15)
  }

  @Test(arguments: ["read and write", "little memory"])
  func `what reading a file needs is left`(attempt: String) throws {
    #expect(try Self.ask(attempt).answer == "done")
  }

  @Test(arguments: [
    "open", "create", "list", "stat", "access", "socket", "connect", "raise a limit",
    "executable memory",
  ])
  func `what libraries try in passing is refused`(attempt: String) throws {
    #expect(try Self.ask(attempt).answer == "\(EPERM)")
  }

  @Test(arguments: ["run", "become", "thread", "signal", "remove", "make a folder"])
  func `everything else ends the worker`(attempt: String) throws {
    let (answer, end) = try Self.ask(attempt)
    #expect(answer == nil)
    #expect(end == .signal(SIGSYS))
  }

  @Test func `memory is limited`() throws {
    #expect(try Self.ask("much memory").answer == "\(ENOMEM)")
  }

  @Test func `a worker that aborts is seen to have aborted`() throws {
    let end = try Self.ask("abort").end
    #expect(end == .signal(SIGABRT))
  }

  private static func ask(_ attempt: String) throws -> (answer: String?, end: WorkerProcess.End) {
    let probe = try WorkerProcess(Project.programs + "/SandboxProbe", [attempt])
    try #require(try probe.socket.waitForMessage(milliseconds: 30_000))
    let answer = try probe.socket.receive().map { String(decoding: $0.bytes, as: UTF8.self) }
    return (answer, probe.stop())
  }
}
