import Glibc
import Media
import Posix
import Worker

/// A running decoder worker, as the feed talks to it.
struct Decoder {
  private let worker: WorkerProcess
  private var lastNumber: UInt32 = 0

  init(_ workers: WorkerPrograms) throws(WorkerError) {
    worker = try WorkerProcess(workers.decoder)
  }

  /// Becomes readable when there is a reply.
  var descriptor: Int32 { worker.socket.descriptor.raw }

  /// Opens a file, and has the worker open it; what it had open before is closed.
  ///
  /// - Parameter end: The frame before which it ends; `nil` for its own end.
  /// - Returns: The number in the replies about it.
  mutating func open(
    _ file: Int32, from frame: Int64, to end: Int64?, hint: String
  ) throws(WorkerError) -> UInt32 {
    lastNumber += 1
    let request = DecoderRequest.open(
      generation: lastNumber, start: frame, end: end ?? -1, hint: hint)
    try send(request, descriptors: [file])
    return lastNumber
  }

  func send(_ request: DecoderRequest, descriptors: [Int32] = []) throws(WorkerError) {
    do throws(PosixError) {
      // A worker that reads nothing has hung: nothing waits for it.
      try worker.socket.send(request.encoded(), descriptors: descriptors, waiting: false)
    } catch {
      if error.code == EPIPE || error.code == ECONNRESET { throw worker.failure() }
      throw .connection(error)
    }
  }

  /// The next reply; `nil` when there is none for now.
  func receive() throws(WorkerError) -> DecoderReply? {
    let message: MessageSocket.Message?
    do throws(PosixError) {
      message = try worker.socket.receive(waiting: false)
    } catch {
      if error.code == EAGAIN { return nil }
      throw .connection(error)
    }
    guard let message else { throw worker.failure() }
    do throws(WireError) {
      return try DecoderReply(decoding: message.bytes)
    } catch {
      throw .confused(error)
    }
  }

  /// Opens a music file: nothing but a regular one, without waiting for anything.
  static func openFile(_ path: FilePath) throws(PosixError) -> FileDescriptor {
    // Without O_NONBLOCK opening a pipe would wait for its writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let raw = try retrying("open \(path)") { path.withCString { Glibc.open($0, flags) } }
    let file = FileDescriptor(owning: raw)
    guard try FileStatus(descriptor: raw).kind == .file else {
      throw PosixError("play \(path)", code: EINVAL)
    }
    return file
  }
}
