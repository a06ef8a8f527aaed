import Glibc
import Posix
import Worker

/// The work of a tagger: batches of files in, one answer for each file out.
public enum TaggerLoop {
  /// Answers batches until the parent closes the socket.
  ///
  /// - Throws: A `PosixError` when the connection fails, a `WireError` for a request that makes no sense.
  public static func run(_ socket: MessageSocket) throws {
    guard let reader = TagReader() else { throw PosixError("make a reader", code: ENOMEM) }
    while let message = try socket.receive(descriptors: TagRequest.maximumFiles) {
      let files = message.descriptors.map(\.raw)
      switch try TaggerRequest(decoding: message.bytes) {
      case .read(let request): try answer(request, files, reader, socket)
      case .fetch(let request): try answer(request, files.first, reader, socket)
      }
    }
  }

  private static func answer(
    _ request: TagRequest, _ files: [Int32], _ reader: borrowing TagReader, _ socket: MessageSocket
  ) throws {
    guard request.extensions.count <= TagRequest.maximumFiles else { throw WireError.tooLong }
    var replies = ReplyBundle(together: request.together)
    for (index, name) in request.extensions.enumerated() {
      // The kernel leaves out the last ones where there is no room for all.
      let outcome =
        index < files.count
        ? reader.read(descriptor: files[index], extension: name) : .failure(notHere)
      try replies.add(TagReply(index: index, outcome: outcome), socket)
    }
    try replies.send(socket)
  }

  private static func answer(
    _ request: TagFetch, _ file: Int32?, _ reader: borrowing TagReader, _ socket: MessageSocket
  ) throws {
    let outcome = file.map { reader.fetch(request, descriptor: $0) } ?? .failure(notHere)
    try socket.send(outcome)
  }

  private static let notHere = ReadFailure(.memory, reason: "The file did not reach the worker.")
}

/// Replies that wait to go out in one message.
private struct ReplyBundle {
  /// How long a reply may wait for others.
  private static let patience: Duration = .milliseconds(5)
  /// Bytes of a message that is sent without waiting for more.
  private static let full = 16 << 10

  let together: Bool
  private var bytes: [UInt8] = []
  private var first = ContinuousClock.now

  init(together: Bool) { self.together = together }

  mutating func add(_ reply: TagReply, _ socket: MessageSocket) throws(PosixError) {
    let reply = reply.encoded()
    if bytes.count + reply.count > MessageSocket.maximumMessage { try send(socket) }
    if bytes.isEmpty { first = .now }
    bytes += reply
    if !together || bytes.count > Self.full || first.duration(to: .now) > Self.patience {
      try send(socket)
    }
  }

  mutating func send(_ socket: MessageSocket) throws(PosixError) {
    guard !bytes.isEmpty else { return }
    try socket.send(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
