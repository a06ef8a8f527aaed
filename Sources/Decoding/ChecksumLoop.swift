import Posix
import Worker

/// A decoder's third work: to say whether files have the same sound.
public enum ChecksumLoop {
  /// Frames that are decoded at a time.
  private static let frames = 65536
  /// How many such parts are decoded before the parent hears that it goes on.
  private static let turn = 64

  /// Answers one file after the other until the parent closes the socket.
  public static func run(_ socket: MessageSocket) throws(WorkerError) {
    do throws(PosixError) {
      while let message = try socket.receive(descriptors: 1) {
        let hint = (try? TagRequest(decoding: message.bytes))?.extensions.first ?? ""
        guard let file = message.descriptors.first else { continue }
        let reply: ChecksumReply
        do throws(DecodingError) {
          reply = .done(try checksum(of: file, hint: hint, socket))
        } catch {
          reply = .failed(ReadFailure(.unsupported, reason: error.description))
        }
        try socket.send(reply.encoded())
      }
    } catch {
      throw .connection(error)
    }
  }

  private static func checksum(
    of file: FileDescriptor.Owned, hint: String, _ socket: MessageSocket
  ) throws(DecodingError) -> AudioChecksum {
    let source = try Source(file, hint: hint)
    source.start(in: source.properties.format)
    var checksum = AudioChecksum()
    var parts = 0
    while let chunk = try source.read(frames) {
      checksum.add(chunk.bytes)
      parts += 1
      // A parent that has gone is noticed at the end.
      if parts % turn == 0 { try? socket.send(ChecksumReply.working.encoded()) }
    }
    return checksum
  }
}
