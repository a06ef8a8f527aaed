import Decoding
import Glibc
import Media
import Posix
import TestSupport
import Testing
import Worker

/// The worker program as its parent sees it, in its sandbox.
@Suite struct DecoderLoopTests {
  private static let one = LosslessTests.cases[0]

  @Test(arguments: LosslessTests.cases) func `the worker plays each lossless format`(
    _ one: LosslessTests.Case
  ) async throws {
    let path = try await one.file()
    let expected = one.sound().bytes(one.expected, from: 50_000)
    try await WorkerTalk.run { talk in
      let source = try talk.opened(1, path, start: 50_000)
      let (bytes, end) = try talk.frames(1, source.format, credit: 30_011)
      #expect(bytes == expected)
      #expect(end == Int64(one.frames))
    }
  }

  @Test(arguments: LossyTests.cases) func `the worker plays each lossy format, resampled`(
    _ one: LossyTests.Case
  ) async throws {
    let path = try await one.file()
    let here = try Decoded(path, start: 60_000, as: .s32, rate: 96000)
    try await WorkerTalk.run { talk in
      let source = try talk.opened(9, path, start: 60_000)
      let format = try #require(
        AudioFormat(sampleRate: 96000, channels: source.format.channels, sampleFormat: .s32))
      let (bytes, end) = try talk.frames(9, format, credit: 1 << 30)
      #expect(bytes.count == here.bytes.count)
      #expect(end == here.end)
    }
  }

  @Test func `no more frames come than were granted`() async throws {
    let path = try await Self.one.file()
    try await WorkerTalk.run { talk in
      let source = try talk.opened(1, path)
      try talk.send(.start(generation: 1, format: source.format))
      var place: Int64 = 0
      for credit: Int64 in [1, 1000, 40_000, 7] {
        try talk.send(.credit(generation: 1, frames: credit))
        let wanted = place + credit
        while place < wanted {
          guard case .frames(1, let frame, let bytes) = try talk.receive() else {
            throw WorkerTalk.Unexpected.answer
          }
          #expect(frame == place)
          place += Int64(bytes.count / source.format.bytesPerFrame)
        }
        #expect(place == wanted)
      }
      // Answers keep their order: nothing came before the next file was open.
      _ = try talk.opened(2, path)
    }
  }

  @Test func `a new file is opened at once, though nobody reads the old one's frames`()
    async throws
  {
    let path = try await Self.one.file()
    try await WorkerTalk.run { talk in
      for generation: UInt32 in 1...50 {
        try talk.open(generation, path, start: Int64(generation) * 1000)
        var old = 0
        while case .frames(let other, _, _) = try Self.peek(talk, generation, &old) {
          #expect(other == generation - 1)
        }
        // What lay in the socket, not what could have been decoded.
        #expect(old <= 8)
        try talk.send(.start(generation: generation, format: Self.format))
        try talk.send(.credit(generation: generation, frames: 1 << 40))
        guard case .frames(generation, let frame, _) = try talk.receive() else {
          throw WorkerTalk.Unexpected.answer
        }
        #expect(frame == Int64(generation) * 1000)
      }
    }
  }

  private static let format = AudioFormat(sampleRate: 44100, channels: 2, sampleFormat: .s16)
    .unsafelyUnwrapped

  /// The next answer, counting those to an older question; `nil` once the file is open.
  private static func peek(
    _ talk: WorkerTalk, _ generation: UInt32, _ old: inout Int
  ) throws -> DecoderReply? {
    let reply = try talk.receive()
    if case .opened(generation, _) = reply { return nil }
    old += 1
    return reply
  }

  @Test func `a closed file is silent`() async throws {
    let path = try await Self.one.file()
    try await WorkerTalk.run { talk in
      _ = try talk.opened(1, path)
      try talk.send(.close(generation: 1))
      try talk.send(.start(generation: 1, format: Self.format))
      try talk.send(.credit(generation: 1, frames: 100))
      _ = try talk.opened(2, path)
    }
  }

  @Test func `requests that make no sense are passed over`() async throws {
    let path = try await Self.one.file()
    try await WorkerTalk.run { talk in
      try talk.send(.start(generation: 7, format: Self.format))
      try talk.send(.credit(generation: 7, frames: 1 << 40))
      try talk.send(.close(generation: 0))
      try talk.socket.send([99, 1, 2])
      try talk.socket.send([UInt8](repeating: 255, count: 60_000))
      _ = try talk.opened(1, path)
      try talk.send(.credit(generation: 1, frames: 10))
      try talk.send(.credit(generation: 2, frames: 1 << 40))
      try talk.send(.start(generation: 2, format: Self.format))
      try talk.send(.start(generation: 1, format: Self.format))
      let other = try #require(AudioFormat(sampleRate: 8000, channels: 1, sampleFormat: .u8))
      try talk.send(.start(generation: 1, format: other))
      guard case .frames(1, 0, let bytes) = try talk.receive() else {
        throw WorkerTalk.Unexpected.answer
      }
      #expect(bytes.count == 40)
    }
  }

  @Test func `what is no file is refused with a reason, and the worker lives`() async throws {
    let path = try await Self.one.file()
    try await WorkerTalk.run { talk in
      var pipes: [Int32] = [-1, -1]
      #expect(pipe(&pipes) == 0)
      defer { for raw in pipes { close(raw) } }
      let folder = try openFile("/")
      let zero = try openFile("/dev/zero")
      let empty = try openFile("/dev/null")
      let cases: [[Int32]] = [
        [], [pipes[0]], [folder.raw], [zero.raw], [empty.raw], [folder.raw, zero.raw, empty.raw],
      ]
      for (generation, descriptors) in cases.enumerated() {
        try withExtendedLifetime([folder, zero, empty]) { _ in
          try talk.send(
            .open(generation: UInt32(generation), start: 0, end: -1, hint: "mp3"), descriptors)
        }
        guard case .failed(UInt32(generation), let reason) = try talk.receive() else {
          throw WorkerTalk.Unexpected.answer
        }
        #expect(reason.hasSuffix("."))
      }
      _ = try talk.opened(100, path)
    }
  }

  @Test func `a worker that nobody reads ends when its parent goes`() async throws {
    let path = try await Self.one.file()
    try await WorkerTalk.run { _ in
      var pipes: [Int32] = [-1, -1]
      #expect(pipe(&pipes) == 0)
      defer { close(pipes[0]) }
      let (pid, socket) = try Self.start(errors: pipes[1])
      close(pipes[1])
      let file = try openFile(path)
      try withExtendedLifetime(file) { try Self.fill(socket, $0.raw) }
      var parent: MessageSocket? = consume socket
      #expect(parent != nil)
      parent = nil
      // The worker alone still holds the writing end of the pipe.
      var poll = pollfd(fd: pipes[0], events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, 10_000) != 1 {
        Issue.record("the worker goes on")
        kill(pid, SIGKILL)
      }
      #expect(ChildProcess.wait(for: pid) == .status(0))
    }
  }

  private static func start(errors: Int32) throws -> (pid: pid_t, socket: MessageSocket) {
    let ends = try MessageSocket.pair()
    let pid = try ChildProcess.startWorker(
      ["\(Project.programs)/segue-decoder"], channel: ends.child.descriptor.raw, errors: errors)
    return (pid, ends.parent)
  }

  /// Lets the worker send until there is no more room in the socket.
  private static func fill(_ socket: MessageSocket, _ file: Int32) throws {
    try socket.send(
      DecoderRequest.open(generation: 1, start: 0, end: -1, hint: "").encoded(),
      descriptors: [file])
    try socket.send(DecoderRequest.start(generation: 1, format: format).encoded())
    try socket.send(DecoderRequest.credit(generation: 1, frames: 1 << 40).encoded())
    // The first frames are there, and so is what they opened: the rest follows by itself.
    for _ in 0..<2 {
      #expect(try socket.waitForMessage(milliseconds: 20_000))
      _ = try socket.receive()
    }
  }

  @Test func `a killed worker is an error that says so`() async throws {
    let path = try await Self.one.file()
    try await WorkerTalk.run { talk in
      _ = try talk.opened(1, path)
      talk.process.stop()
      #expect(try talk.receive() == nil)
      guard case .ended(.signal(SIGKILL), _) = talk.process.failure() else {
        throw WorkerTalk.Unexpected.answer
      }
    }
  }

  @Test func `damaged files are answered and the worker lives`() async throws {
    var random = SeededGenerator(seed: 5)
    let good = try await Self.one.file()
    var files: [[UInt8]] = []
    for one in LossyTests.cases {
      files.append(try openFile(try await one.file()).bytes())
    }
    var paths: [String] = []
    for (index, bytes) in files.enumerated() {
      var bytes = bytes
      for _ in 0..<20 {
        let place = Int.random(in: 0..<min(3000, bytes.count), using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      paths.append(try TestFiles.folder().write("damaged\(index)", bytes))
    }
    try await WorkerTalk.run { [paths] talk in
      for (index, path) in paths.enumerated() {
        let generation = UInt32(index + 1)
        try talk.open(generation, path)
        guard case .opened(_, let source)? = try talk.receive() else { continue }
        try talk.send(.start(generation: generation, format: source.format))
        try talk.send(.credit(generation: generation, frames: 1 << 40))
        while case .frames(generation, _, _)? = try talk.receive() {}
      }
      _ = try talk.opened(1000, good)
    }
  }
}
