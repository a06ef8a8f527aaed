import CLinux
import Glibc

/// One end of a pair of sockets that carries whole messages, with open descriptors beside them.
public final class MessageSocket: Sendable {
  public let descriptor: FileDescriptor

  public init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Two ends of a `SOCK_SEQPACKET` connection: of the two, order and borders of messages are kept,
  /// and the death of one is the end of file of the other.
  public static func pair() throws(PosixError) -> (parent: MessageSocket, child: MessageSocket) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    _ = try retrying("make a socket pair") { socketpair(AF_UNIX, kind, 0, &ends) }
    return (
      MessageSocket(FileDescriptor(owning: ends[0])), MessageSocket(FileDescriptor(owning: ends[1]))
    )
  }

  /// The most bytes of a message.
  public static let maximumMessage = 1 << 16

  /// Sends one message. The descriptors stay the caller's.
  ///
  /// - Throws: `EPIPE` or `ECONNRESET` when the other end is gone; `ETOOMANYREFS` when too many
  ///   descriptors are under way; `EAGAIN` where `waiting` is false and there is no room.
  public func send(
    _ bytes: [UInt8], descriptors: [Int32] = [], waiting: Bool = true
  ) throws(PosixError) {
    let flags = waiting ? 0 : Int32(MSG_DONTWAIT)
    let sent = bytes.withUnsafeBytes { buffer in
      // An empty message would read as the end; no message is empty.
      segue_send_message(
        descriptor.raw, buffer.baseAddress.unsafelyUnwrapped, buffer.count, descriptors,
        descriptors.count, flags)
    }
    if sent < 0 { throw PosixError("send a message") }
  }

  /// A message that came, with the descriptors in it, which are now the caller's.
  public struct Message: Sendable {
    public let bytes: ArraySlice<UInt8>
    public let descriptors: [FileDescriptor.Owned]
    /// Whether something did not fit and is lost.
    public let isTruncated: Bool
  }

  /// Waits for the next message; `nil` at the end.
  ///
  /// - Parameter descriptors: How many descriptors may come with it.
  /// - Throws: `EAGAIN` where `waiting` is false and there is none.
  public func receive(descriptors: Int = 0, waiting: Bool = true) throws(PosixError) -> Message? {
    var raw = [Int32](repeating: -1, count: max(1, descriptors))
    var count = descriptors
    var truncated: Int32 = 0
    let flags = waiting ? 0 : Int32(MSG_DONTWAIT)
    var (received, code) = (0, Int32(0))
    // Not cleared before, for most messages are short.
    let buffer = [UInt8](unsafeUninitializedCapacity: Self.maximumMessage) { buffer, filled in
      received = segue_receive_message(
        descriptor.raw, buffer.baseAddress.unsafelyUnwrapped, buffer.count, &raw, &count,
        &truncated, flags)
      code = errno
      filled = max(0, received)
    }
    if received < 0 {
      if code == ECONNRESET { return nil }
      throw PosixError("receive a message", code: code)
    }
    let owned = raw[..<count].map { FileDescriptor.Owned($0) }
    if received == 0, owned.isEmpty { return nil }
    return Message(bytes: buffer[..<received], descriptors: owned, isTruncated: truncated != 0)
  }

  /// Waits until a message or the end is there.
  ///
  /// - Returns: Whether it came before the time was up.
  public func waitForMessage(milliseconds: Int32) throws(PosixError) -> Bool {
    var poll = pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0)
    return try retrying("wait for a message") { Glibc.poll(&poll, 1, milliseconds) } > 0
  }
}

extension FileDescriptor {
  /// A descriptor that several places may hold; closed with the last of them.
  public final class Owned: Sendable {
    public let raw: Int32
    public init(_ raw: Int32) { self.raw = raw }
    deinit { close(raw) }
  }
}
