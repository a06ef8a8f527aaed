/// Bytes of a connection on their way to become lines.
///
/// Holds one line of `limit` bytes and what a read brought beyond it, never more.
public struct LineBuffer: Sendable {
  /// The most bytes of a line with its end. MPD's is 8192.
  public let limit: Int
  /// Whether white space before the end belongs to the line, as in answers: names may end with it.
  public let keepsBlanks: Bool

  private var bytes: [UInt8] = []
  private var start = 0
  /// Where to go on looking for the end of the line, which is not before it.
  private var searched = 0

  public init(limit: Int = 8192, keepsBlanks: Bool = false) {
    self.limit = limit
    self.keepsBlanks = keepsBlanks
  }

  /// How many bytes wait.
  public var count: Int { bytes.count - start }

  public mutating func append(_ new: UnsafeRawBufferPointer) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      (start, searched) = (0, 0)
    } else if start > limit {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  public mutating func append(_ new: some Collection<UInt8>) {
    Array(new).withUnsafeBytes { append($0) }
  }

  /// The next line without its end; of requests without white space before that (so CR LF is an end
  /// too), cut at a NUL; `nil` while no line is whole.
  public mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
      searched = bytes.count
      return nil
    }
    var line = bytes[start..<end]
    start = end + 1
    searched = start
    if keepsBlanks { return line }
    if let zero = line.firstIndex(of: 0) { line = line[..<zero] }
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line
  }

  /// Whether what waits can no longer become a line: `next` is `nil` and the limit is reached.
  public var isOverlong: Bool { searched == bytes.count && count >= limit }

  /// The next `wanted` bytes as they are; `nil` while there are fewer.
  public mutating func take(_ wanted: Int) -> ArraySlice<UInt8>? {
    guard count >= wanted else { return nil }
    defer {
      start += wanted
      searched = start
    }
    return bytes[start..<(start + wanted)]
  }
}
