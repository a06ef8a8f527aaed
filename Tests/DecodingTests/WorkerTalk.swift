import Dispatch
import Glibc
import Media
import Posix
import TestSupport
import Testing
import Worker

/// A decoder worker that runs, and the parent's side of the talk with it.
final class WorkerTalk: Sendable {
  let process: WorkerProcess
  var socket: MessageSocket { process.socket }

  init() throws { process = try WorkerProcess("\(Project.programs)/segue-decoder") }

  /// Runs what blocks away from the threads that all tests share.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable (WorkerTalk) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try body(try WorkerTalk()) })
      }
    }
  }

  func send(_ request: DecoderRequest, _ descriptors: [Int32] = []) throws {
    try socket.send(request.encoded(), descriptors: descriptors)
  }

  func open(_ generation: UInt32, _ path: String, start: Int64 = 0, end: Int64 = -1) throws {
    let file = try openFile(path)
    try withExtendedLifetime(file) {
      try send(.open(generation: generation, start: start, end: end, hint: "x"), [$0.raw])
    }
  }

  /// The next answer; `nil` at the worker's end.
  func receive() throws -> DecoderReply? {
    try #require(try socket.waitForMessage(milliseconds: 20_000), "the worker says nothing")
    guard let message = try socket.receive() else { return nil }
    #expect(message.bytes.count < 1 << 16)
    return try DecoderReply(decoding: message.bytes)
  }

  /// Opens a file and waits until that is done.
  func opened(_ generation: UInt32, _ path: String, start: Int64 = 0, end: Int64 = -1) throws
    -> DecoderSource
  {
    try open(generation, path, start: start, end: end)
    guard case .opened(generation, let source) = try receive() else {
      throw Unexpected.answer
    }
    return source
  }

  enum Unexpected: Error { case answer }

  /// All frames up to the end, when so many are granted at a time.
  func frames(_ generation: UInt32, _ format: AudioFormat, credit: Int64) throws -> (
    bytes: [UInt8], end: Int64
  ) {
    try send(.start(generation: generation, format: format))
    try send(.credit(generation: generation, frames: credit))
    var bytes: [UInt8] = []
    var granted = credit
    while true {
      switch try receive() {
      case .frames(generation, _, let more):
        bytes += more
        let got = Int64(bytes.count / format.bytesPerFrame)
        #expect(got <= granted)
        if got == granted {
          granted += credit
          try send(.credit(generation: generation, frames: credit))
        }
      case .finished(generation, let end): return (bytes, end)
      default: throw Unexpected.answer
      }
    }
  }
}
