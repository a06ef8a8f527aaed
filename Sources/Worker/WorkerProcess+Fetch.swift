import Glibc
import Posix

extension WorkerProcess {
  /// Asks a tagger for one thing in a file, and waits for all of it.
  ///
  /// - Parameter milliseconds: The longest wait for each message.
  /// - Returns: The bytes, and of a picture its type; or why there are none. After an error the worker has
  ///   to be replaced.
  public func fetch(
    _ request: TagFetch, descriptor: Int32, milliseconds: Int32
  ) throws(WorkerError) -> Result<(bytes: [UInt8], mimeType: String), ReadFailure> {
    do throws(PosixError) {
      try socket.send(request.encoded(), descriptors: [descriptor])
    } catch { throw failure() }
    var collected: [UInt8] = []
    var expected: (size: Int, mimeType: String)?
    while true {
      switch try nextReply(milliseconds) {
      case .failed(let failure): return .failure(failure)
      case .begins(let size, let mimeType):
        guard expected == nil, size <= request.limit else { throw .confused(.outOfRange) }
        expected = (size, mimeType)
        // Its word is not believed before the bytes are here.
        collected.reserveCapacity(min(size, 1 << 20))
      case .bytes(let bytes):
        guard let expected, !bytes.isEmpty, collected.count + bytes.count <= expected.size else {
          throw .confused(.tooLong)
        }
        collected += bytes
      }
      if let expected, collected.count == expected.size {
        return .success((collected, expected.mimeType))
      }
    }
  }

  private func nextReply(_ milliseconds: Int32) throws(WorkerError) -> FetchReply {
    let message: MessageSocket.Message?
    do throws(PosixError) {
      guard try socket.waitForMessage(milliseconds: milliseconds) else {
        throw PosixError("wait for a worker", code: ETIMEDOUT)
      }
      message = try socket.receive()
    } catch { throw .connection(error) }
    guard let message else { throw failure() }
    do throws(WireError) {
      return try FetchReply(decoding: message.bytes)
    } catch { throw .confused(error) }
  }
}
