import Glibc

/// Bytes that wait to be taken, in the order in which they came.
struct FrameBuffer: ~Copyable {
  private var memory: UnsafeMutableRawPointer?
  private var room = 0
  private var first = 0
  private(set) var count = 0

  deinit { free(memory) }

  /// Room for so many bytes more, to be filled and then added. `nil` when there is no memory.
  mutating func reserve(_ bytes: Int) -> UnsafeMutableRawPointer? {
    if let memory, first > 0, first + count + bytes > room {
      memmove(memory, memory + first, count)
      first = 0
    }
    if first + count + bytes > room {
      let wanted = max(first + count + bytes, 1 << 16)
      guard let larger = realloc(memory, wanted) else { return nil }
      memory = larger
      room = wanted
    }
    return memory.map { $0 + first + count }
  }

  mutating func add(_ bytes: Int) { count += bytes }

  /// Drops bytes that came last.
  mutating func dropLast(_ bytes: Int) { count -= min(bytes, count) }

  /// Gives away the first bytes.
  mutating func take<Result>(_ bytes: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let result = body(UnsafeRawBufferPointer(start: memory.map { $0 + first }, count: bytes))
    first += bytes
    count -= bytes
    if count == 0 { first = 0 }
    return result
  }
}
