import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// Segue beside the real MPD 0.23: the same requests over the same music.
@Suite struct ComparisonTests {
  @Test(.enabled(if: Program.isExecutable(RealMPD.program)))
  func `Segue answers as MPD does`() async throws {
    try await blocking {
      let music = try Self.music()
      let real = try RealMPD(music: music.path)
      let daemon = try RunningDaemon(
        configuration: "[library]\nroot = \(music.path)\n[output null]\ntype = null\n")
      try daemon.waitForScan()
      let (theirs, ours) = (try Voice(real.socket), try Voice(daemon.home.socket))
      var random = SeededGenerator(seed: 23)
      let requests =
        Requests.fixed + (0..<Effort.count(5000)).map { _ in Requests.random(&random) }
      #expect(requests.count >= 600)
      var differences = 0
      var unused = Set(Requests.accepted.map(\.request))
      for request in requests where differences < 20 {
        let isUnordered = request.hasPrefix("listfiles")
        let expected = Answer(try theirs.ask(request), isUnordered: isUnordered)
        let found = Answer(try ours.ask(request), isUnordered: isUnordered)
        if Requests.isAlike(request, expected, found) { continue }
        if let accepted = Requests.accepted.first(where: { request.contains($0.request) }) {
          unused.remove(accepted.request)
          continue
        }
        differences += 1
        Issue.record("\(request)\nMPD:\n\(expected)\nSegue:\n\(found)")
      }
      #expect(unused.isEmpty, "these do not differ any more")
    }
  }

  /// The fixtures, save a file in whose tags MPD sees less.
  private static func music() throws -> TemporaryFolder {
    let music = try TemporaryFolder()
    let copy = try SpawnedProgram([
      "sh", "-c", "cp -r \"$1\"/. \"$2\" && find \"$2\" -name '*.wav' -delete", "copy",
      Project.music,
      music.path,
    ])
    try #require(copy.wait() == 0)
    return music
  }
}

/// A connection that is made again when the server ends it.
private final class Voice {
  private let path: String
  private var socket: FileDescriptor
  private var lines = LineBuffer(limit: 1 << 20, keepsBlanks: true)

  init(_ path: String) throws {
    self.path = path
    socket = try UnixSocket.connect(to: path)
    _ = try answer()
  }

  func ask(_ request: String) throws -> String {
    try send(request + "\n")
    let answer = try answer()
    guard answer.hasSuffix("closed") else { return answer }
    socket = try UnixSocket.connect(to: path)
    lines = LineBuffer(limit: 1 << 20, keepsBlanks: true)
    _ = try self.answer()
    return answer
  }

  private func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    let count = Glibc.send(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    guard count == bytes.count else { throw PosixError("send") }
  }

  private func answer() throws -> String {
    var text = ""
    while true {
      while let line = lines.next() {
        text += String(decoding: line, as: UTF8.self) + "\n"
        if ["OK", "ACK "].contains(where: { line.starts(with: $0.utf8) }) { return text }
      }
      var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 20_000) > 0 else { throw Silence(awaited: "an end of: \(text)") }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(socket.raw, &chunk, chunk.count, 0)
      guard count > 0 else { return text + "closed" }
      lines.append(chunk[..<count])
    }
  }
}
