import Posix

extension MessageSocket {
  /// Answers a `TagFetch`, in as many messages as it takes.
  public func send(
    _ outcome: Result<(bytes: [UInt8], mimeType: String), ReadFailure>
  ) throws(PosixError) {
    switch outcome {
    case .failure(let failure): try send(FetchReply.failed(failure).encoded())
    case .success(let found):
      try send(FetchReply.begins(size: found.bytes.count, mimeType: found.mimeType).encoded())
      var rest = found.bytes[...]
      while !rest.isEmpty {
        try send(FetchReply.bytes(rest.prefix(FetchReply.maximumBytes)).encoded())
        rest = rest.dropFirst(FetchReply.maximumBytes)
      }
    }
  }
}
