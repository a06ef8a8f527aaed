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
    for (index, name) in request.extensions.enumerated() {
      // The kernel leaves out the last ones where there is no room for all.
      let outcome =
        index < files.count
        ? reader.read(descriptor: files[index], extension: name) : .failure(notHere)
      try socket.send(TagReply(index: index, outcome: outcome).encoded())
    }
  }

  private static func answer(
    _ request: TagFetch, _ file: Int32?, _ reader: borrowing TagReader, _ socket: MessageSocket
  ) throws {
    let outcome = file.map { reader.fetch(request, descriptor: $0) } ?? .failure(notHere)
    try socket.send(outcome)
  }

  private static let notHere = ReadFailure(.memory, reason: "The file did not reach the worker.")
}
