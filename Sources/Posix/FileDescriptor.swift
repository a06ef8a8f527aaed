import Glibc

/// An open descriptor, closed when it goes out of scope.
public struct FileDescriptor: ~Copyable, Sendable {
  public let raw: Int32

  /// Takes over a descriptor that nobody else closes.
  public init(owning raw: Int32) { self.raw = raw }

  /// Opens a file, close-on-exec.
  public init(
    opening path: String, _ flags: Int32 = O_RDONLY, mode: mode_t = 0o600
  ) throws(PosixError) {
    raw = try retrying("open \(path)") { open(path, flags | O_CLOEXEC, mode) }
  }

  deinit { close(raw) }

  /// Gives the descriptor away: it is no longer closed here.
  public consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }

  /// The bytes that are there, `buffer.count` at most; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(PosixError) -> Int {
    try retrying("read") { Glibc.read(raw, buffer.baseAddress, buffer.count) }
  }

  /// Everything up to the end.
  ///
  /// - Throws: `EFBIG` where that is more than `limit` bytes: what is cut off is not what was meant.
  public func readAll(limit: Int = 1 << 24) throws(PosixError) -> [UInt8] {
    let bytes = try readHead(limit + 1)
    guard bytes.count <= limit else {
      throw PosixError("read more than \(limit) bytes of a file", code: EFBIG)
    }
    return bytes
  }

  /// The next `limit` bytes, or as many as there are up to the end.
  public func readHead(_ limit: Int) throws(PosixError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count < limit {
      let room = min(chunk.count, limit - bytes.count)
      let count = try retrying("read") { Glibc.read(raw, &chunk, room) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all bytes, waiting as long as it takes.
  public func write(_ bytes: some Collection<UInt8>) throws(PosixError) {
    try Self.write(Array(bytes), to: raw)
  }

  /// Writes all bytes to a descriptor that is not ours, such as standard output.
  public static func write(_ bytes: [UInt8], to raw: Int32) throws(PosixError) {
    var done = 0
    while done < bytes.count {
      done += try retrying("write") {
        bytes.withUnsafeBytes {
          Glibc.write(raw, $0.baseAddress?.advanced(by: done), $0.count - done)
        }
      }
    }
  }

  public func setNonBlocking(_ on: Bool) throws(PosixError) {
    let flags = try retrying("read flags") { fcntl(raw, F_GETFL) }
    let wanted = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
    _ = try retrying("set flags") { fcntl(raw, F_SETFL, wanted) }
  }
}
