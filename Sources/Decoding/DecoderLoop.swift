import Glibc
import Media
import Posix
import Worker

/// A decoder worker's work: does what its parent asks over a socket, until that ends.
///
/// At any time it holds one source and at most one message that waits to be sent, so a parent that does
/// not read stops the decoding and nothing else: requests are heard all the while.
public struct DecoderLoop: ~Copyable {
  /// The most descriptors that come with one request: all but the first are closed at once.
  public static let maximumDescriptors = 4

  private let socket: MessageSocket
  private var session: Session?
  /// Answers that could not be sent yet, in order.
  private var outbox: [[UInt8]] = []

  /// The source that is open, and what is wanted of it.
  private struct Session {
    let generation: UInt32
    let source: Source
    var format: AudioFormat?
    /// Frames that may be sent.
    var credit: Int64 = 0
  }

  private init(_ socket: MessageSocket) { self.socket = socket }

  /// Returns when the other end is closed.
  ///
  /// - Throws: When a message makes no sense, or the socket fails.
  public static func run(_ socket: MessageSocket) throws(WorkerError) {
    var loop = DecoderLoop(socket)
    do throws(PosixError) {
      while try loop.turn() {}
    } catch {
      if error.code != EPIPE, error.code != ECONNRESET { throw .connection(error) }
    }
  }

  private var canDecode: Bool {
    guard let session, session.format != nil else { return false }
    return session.credit > 0 && outbox.isEmpty
  }

  /// Hears one request, or sends or decodes one message. `false` at the end of the socket.
  private mutating func turn() throws(PosixError) -> Bool {
    var poll = pollfd(fd: socket.descriptor.raw, events: Int16(POLLIN), revents: 0)
    if !outbox.isEmpty { poll.events |= Int16(POLLOUT) }
    let timeout: Int32 = canDecode ? 0 : -1
    _ = try retrying("wait for a request") { Glibc.poll(&poll, 1, timeout) }
    if poll.revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 { return try hear() }
    if !outbox.isEmpty {
      try send()
    } else if canDecode {
      decode()
      try send()
    }
    return true
  }

  private mutating func hear() throws(PosixError) -> Bool {
    do throws(PosixError) {
      let message = try socket.receive(descriptors: Self.maximumDescriptors, waiting: false)
      guard let message else { return false }
      // What is not understood was meant for a newer worker, or is damage: neither is worth a death.
      if let request = try? DecoderRequest(decoding: message.bytes) {
        obey(request, message.descriptors.first)
      }
    } catch {
      if error.code != EAGAIN { throw error }
    }
    return true
  }

  /// Sends as much as there is room for.
  private mutating func send() throws(PosixError) {
    while let message = outbox.first {
      do throws(PosixError) {
        try socket.send(message, waiting: false)
        outbox.removeFirst()
      } catch {
        if error.code != EAGAIN { throw error }
        return
      }
    }
  }

  private mutating func obey(_ request: DecoderRequest, _ file: FileDescriptor.Owned?) {
    switch request {
    case .open(let generation, let start, let end, let hint):
      // Nobody waits for what belongs to the source before.
      session = nil
      outbox = []
      do throws(DecodingError) {
        guard let file else { throw .unreadable(code: EBADF) }
        let source = try Source(file, start: start, end: end < 0 ? nil : end, hint: hint)
        session = Session(generation: generation, source: source)
        answer(.opened(generation: generation, source.properties))
      } catch {
        answer(.failed(generation: generation, reason: error.description))
      }
    case .start(let generation, let format, let speed):
      guard session?.generation == generation, session?.format == nil else { return }
      session?.format = format
      session?.source.start(in: format, speed: Double(speed) / 1000)
    case .credit(let generation, let frames):
      guard session?.generation == generation, let credit = session?.credit else { return }
      session?.credit = min(credit + frames, 1 << 41)
    case .close(let generation):
      guard session?.generation == generation else { return }
      session = nil
      outbox = []
    }
  }

  private mutating func answer(_ reply: DecoderReply) { outbox.append(reply.encoded()) }

  /// Decodes the next message.
  private mutating func decode() {
    guard let session, let format = session.format else { return }
    let most = Int64(DecoderReply.maximumFrameBytes / format.bytesPerFrame)
    do throws(DecodingError) {
      guard let chunk = try session.source.read(Int(min(session.credit, most))) else {
        answer(.finished(generation: session.generation, frame: session.source.position))
        self.session = nil
        return
      }
      self.session?.credit -= Int64(chunk.bytes.count / format.bytesPerFrame)
      answer(
        .frames(generation: session.generation, frame: chunk.frame, bytes: chunk.bytes[...]))
    } catch {
      answer(.failed(generation: session.generation, reason: error.description))
      self.session = nil
    }
  }
}
