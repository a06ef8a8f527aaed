import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Tagging
@testable import Worker

/// The tagger as its parent sees it: a process in a sandbox.
@Suite struct TaggerProcessTests {
  @Test func `batches of 64 are answered file by file, in order, as this process reads them`()
    throws
  {
    let tagger = try Tagger()
    let files = try MusicFolder.files(Project.music)
    for batch in 0..<3 {
      let names = (0..<TagRequest.maximumFiles).map { files[($0 + batch) % files.count] }
      let replies = try tagger.read(names)
      #expect(replies.map(\.index) == Array(0..<TagRequest.maximumFiles))
      for (name, reply) in zip(names, replies) { #expect(reply.outcome == (try readTags(name))) }
    }
    #expect(tagger.process.stop() == .signal(SIGKILL), "it waits for more")
  }

  @Test func `a bad file in a batch costs only itself`() throws {
    let good = try #require(try MusicFolder.files(Project.music).first)
    let broken = try MusicFolder.files(Project.fixtures + "/broken")
    let replies = try Tagger().read([good] + broken + [good])
    #expect(replies.first?.outcome == replies.last?.outcome)
    for (name, reply) in zip(broken, replies.dropFirst()) {
      #expect(reply.outcome == (try readTags(name)))
    }
  }

  @Test func `a pipe among the files is named, not waited for`() throws {
    let tagger = try Tagger()
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    try tagger.ask(["mp3"], [ends[0]])
    guard case .failure(let failure) = try tagger.answer().outcome else {
      Issue.record("it was read")
      return
    }
    #expect(failure.kind == .pipe)
  }

  @Test func `a file whose descriptor did not arrive is not passed over`() throws {
    let tagger = try Tagger()
    let file = try FileDescriptor(opening: try #require(try MusicFolder.files(Project.music).first))
    try tagger.ask(["flac", "flac"], [file.raw])
    #expect(throws: Never.self) { try tagger.answer().outcome.get() }
    #expect(throws: ReadFailure.self) { try tagger.answer().outcome.get() }
  }

  @Test func `the end of the socket ends it well`() throws {
    let tagger = try Tagger()
    shutdown(tagger.process.socket.descriptor.raw, Int32(SHUT_WR))
    #expect(try tagger.process.socket.waitForMessage(milliseconds: 30_000))
    #expect(try tagger.process.socket.receive() == nil)
    #expect(tagger.process.failure() == .ended(.status(0), lastWords: ""))
  }

  @Test func `a senseless request ends it, and says so`() throws {
    let tagger = try Tagger()
    try tagger.process.socket.send([1, 1])
    #expect(try tagger.process.socket.waitForMessage(milliseconds: 30_000))
    #expect(try tagger.process.socket.receive() == nil)
    #expect(
      tagger.process.failure()
        == .ended(.status(1), lastWords: "segue-tagger: a message was too short"))
  }

  @Test func `its death in the middle of a batch is an error for its parent`() throws {
    let tagger = try Tagger()
    let file = try FileDescriptor(opening: try #require(try MusicFolder.files(Project.music).first))
    let raw = Array(repeating: file.raw, count: TagRequest.maximumFiles)
    // Stopped first, so that it cannot be faster than its death.
    kill(tagger.process.pid, SIGSTOP)
    try tagger.ask(raw.map { _ in "flac" }, raw)
    kill(tagger.process.pid, SIGKILL)
    #expect(throws: WorkerError.ended(.signal(SIGKILL), lastWords: "")) { try tagger.answer() }
  }

  @Test(.enabled(if: Effort.sanitizer == nil, "needs the sandbox"))
  func `it has no privileges, few system calls, little memory and few descriptors`() throws {
    let tagger = try Tagger()
    _ = try tagger.read([try #require(try MusicFolder.files(Project.music).first)])
    let status = try Self.proc(tagger.process.pid, "status")
    #expect(status.contains("NoNewPrivs:\t1\n"))
    #expect(status.contains("Seccomp:\t2\n"))
    let limits = try Self.proc(tagger.process.pid, "limits").split(separator: "\n")
    func limit(_ name: String) -> String? {
      limits.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ").first
        .map(String.init)
    }
    #expect(limit("Max address space") == "\(512 << 20)")
    #expect(limit("Max open files") == "\(TagRequest.maximumFiles + 8)")
    #expect(limit("Max core file size") == "0")
  }

  private static func proc(_ pid: pid_t, _ name: String) throws -> String {
    String(decoding: try FileDescriptor(opening: "/proc/\(pid)/\(name)").readAll(), as: UTF8.self)
  }
}
