import Posix
import Worker

/// A decoder's other work: to say of files what a tagger says, where TagLib does not know their format.
public enum ProbeLoop {
  /// Answers batches, as a tagger does, until the parent closes the socket.
  public static func run(_ socket: MessageSocket) throws(WorkerError) {
    while let message = try receive(from: socket) {
      do throws(WireError) {
        let request = try TagRequest(decoding: message.bytes)
        try? answer(request, message.descriptors, socket)
      } catch {
        throw .confused(error)
      }
    }
  }

  private static func receive(
    from socket: MessageSocket
  ) throws(WorkerError) -> MessageSocket.Message? {
    do throws(PosixError) {
      return try socket.receive(descriptors: TagRequest.maximumFiles)
    } catch {
      throw .connection(error)
    }
  }

  private static func answer(
    _ request: TagRequest, _ files: [FileDescriptor.Owned], _ socket: MessageSocket
  ) throws(PosixError) {
    for (index, name) in request.extensions.prefix(TagRequest.maximumFiles).enumerated() {
      let outcome =
        index < files.count
        ? FileProbe.read(files[index], fileExtension: name)
        : .failure(ReadFailure(.memory, reason: "The file did not reach the worker."))
      try socket.send(TagReply(index: index, outcome: outcome).encoded())
    }
  }
}
