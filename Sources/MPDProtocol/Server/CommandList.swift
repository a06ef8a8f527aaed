/// Puts lines together to what is to be carried out at once: a command, or a list of them.
///
/// A list is gathered until its end and carried out then, each command with its place in the list.
public struct CommandList: Sendable {
  /// What a line leads to.
  public enum Step: Equatable, Sendable {
    /// A command to be carried out now.
    case single(ArraySlice<UInt8>)
    /// A list to be carried out now.
    case list([ArraySlice<UInt8>], answersEach: Bool)
    /// Nothing yet: the line belongs to a list.
    case gathered
    /// The list has grown beyond its limit: the client is to be cut off.
    case tooLong
  }

  /// The most bytes of all lines of a list. MPD's is 2 MiB.
  public let limit: Int

  private var lines: [ArraySlice<UInt8>]?
  private var answersEach = false
  private var size = 0

  public init(limit: Int = 2 << 20) { self.limit = limit }

  /// Whether a list has begun and not ended.
  public var isOpen: Bool { lines != nil }

  public mutating func add(_ line: ArraySlice<UInt8>) -> Step {
    if lines != nil { return gather(line) }
    let isOk = line.elementsEqual("command_list_ok_begin".utf8)
    guard isOk || line.elementsEqual("command_list_begin".utf8) else { return .single(line) }
    (lines, answersEach, size) = ([], isOk, 0)
    return .gathered
  }

  private mutating func gather(_ line: ArraySlice<UInt8>) -> Step {
    if line.elementsEqual("command_list_end".utf8) {
      defer { lines = nil }
      return .list(lines ?? [], answersEach: answersEach)
    }
    size += line.count + 1
    guard size <= limit else { return .tooLong }
    // A copy, so that the list does not keep whole buffers alive.
    lines?.append(Array(line)[...])
    return .gathered
  }
}
