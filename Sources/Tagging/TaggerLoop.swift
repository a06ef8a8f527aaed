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
      let request = try TagRequest(decoding: message.bytes)
      guard request.extensions.count <= TagRequest.maximumFiles else { throw WireError.tooLong }
      for (index, name) in request.extensions.enumerated() {
        // The kernel leaves out the last ones where there is no room for all.
        let outcome =
          index < message.descriptors.count
          ? reader.read(descriptor: message.descriptors[index].raw, extension: name)
          : .failure(ReadFailure(.memory, reason: "The file did not reach the worker."))
        try socket.send(TagReply(index: index, outcome: outcome).encoded())
      }
    }
  }
}
