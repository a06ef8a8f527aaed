import Posix
import Worker

/// A decoder's other work: to say of files what a tagger says, where TagLib does not know their format.
public enum ProbeLoop {
  /// Answers batches, as a tagger does, until the parent closes the socket.
  public static func run(_ socket: MessageSocket) throws(WorkerError) {
    while let message = try receive(from: socket) {
      do throws(WireError) {
        switch try TaggerRequest(decoding: message.bytes) {
        case .read(let request): try? answer(request, message.descriptors, socket)
        case .fetch(let request):
          let outcome = message.descriptors.first.map { fetch(request, $0) } ?? .failure(notHere)
          try? socket.send(outcome)
        }
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
        : .failure(notHere)
      try socket.send(TagReply(index: index, outcome: outcome).encoded())
    }
  }

  /// Of pictures there is but one, whatever its place.
  private static func fetch(
    _ request: TagFetch, _ file: FileDescriptor.Owned
  ) -> Result<(bytes: [UInt8], mimeType: String), ReadFailure> {
    switch request.content {
    case .picture:
      FileProbe.picture(in: file, fileExtension: request.fileExtension, limit: request.limit)
    case .scaledPicture(let side): PictureFile.scaled(file, side: side)
    default:
      .failure(ReadFailure(.unsupported, reason: "Only pictures are fetched by the decoder."))
    }
  }

  private static let notHere = ReadFailure(.memory, reason: "The file did not reach the worker.")
}
