import Glibc
import MPDProtocol
import Posix

/// A connected client: its socket, and what is on its way in and out.
@MainActor
final class Client {
  let key: UInt64
  let conversation: Conversation
  let descriptor: FileDescriptor.Owned

  private unowned let server: Server
  private let limits: Limits
  private var lines: LineBuffer
  /// What the client sent may not have been read yet.
  private var hasUnread = true
  /// Nothing more comes from the client.
  private var isAtEnd = false
  /// Nobody reads what is sent.
  private var isGone = false
  private var interest = Interest(readable: true, writable: false)
  private var isScheduled = false

  /// Since when the client has left answers unread; `nil` while it has none.
  private(set) var stalledSince: ContinuousClock.Instant?

  /// When it last said something.
  private(set) var lastHeard = ContinuousClock.now

  /// Whether it could go without anything being lost: it wants nothing, and does not wait to be told.
  var isUnoccupied: Bool {
    !conversation.isBusy && conversation.output.isEmpty && conversation.session.awaited == nil
  }

  private struct Interest: Equatable { var readable, writable: Bool }

  init(
    key: UInt64, descriptor: FileDescriptor.Owned, conversation: Conversation, server: Server,
    limits: Limits
  ) {
    self.key = key
    self.descriptor = descriptor
    self.conversation = conversation
    self.server = server
    self.limits = limits
    lines = LineBuffer(limit: limits.line)
    conversation.onProgress = { [weak self] in self?.proceed() }
  }

  /// The socket is ready for something.
  func handle(_ event: ReadyDescriptors.Event) {
    if event.isClosed {
      // It would be told again and again. What was sent before the end can still be read.
      server.ready.remove(descriptor.raw)
      isGone = true
      conversation.abandon()
    }
    hasUnread = hasUnread || event.isReadable || event.isClosed
    proceed()
  }

  /// Does what can be done without waiting: for a while, so that the others get their turn.
  func proceed() {
    var steps = 0
    while steps < Self.turn, hasRoom(), step() { steps += 1 }
    let couldGoOn = steps == Self.turn || !hasRoom()
    send()
    // Half a line at the end is no request.
    let isFinished = isAtEnd && !couldGoOn && !conversation.isBusy && conversation.output.isEmpty
    if conversation.isClosed || isFinished { return server.remove(self) }
    if couldGoOn, hasRoom() { return goOnLater() }
    watch()
  }

  /// Commands that a client may have carried out before others get their turn.
  private static let turn = 64

  /// Does one thing.
  ///
  /// - Returns: Whether there was one to do.
  private func step() -> Bool {
    if conversation.isClosed || conversation.isBusy { return false }
    if conversation.advance() { return true }
    let line = lines.next()
    if let line, line.count < limits.line {
      conversation.take(line)
      return true
    }
    // One that came as a whole may be too long as well.
    if line != nil || lines.isOverlong {
      conversation.close()
      return false
    }
    return !isAtEnd && hasUnread && receive()
  }

  /// Whether answers can be put together; else the client has to read first.
  private func hasRoom() -> Bool {
    if conversation.output.count >= limits.output { send() }
    return conversation.output.count < limits.output
  }

  private func goOnLater() {
    guard !isScheduled else { return }
    isScheduled = true
    server.afterOthers { [weak self] in
      self?.isScheduled = false
      self?.proceed()
    }
  }

  /// Reads what is there.
  ///
  /// - Returns: Whether there was anything, the end included.
  private func receive() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
      let count = recv(descriptor.raw, buffer.baseAddress, buffer.count, 0)
      if count > 0 {
        lastHeard = .now
        lines.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        // That there is nothing more need not be asked for: the socket says when there is.
        hasUnread = count == buffer.count
        return true
      }
      if count < 0, errno == EAGAIN {
        hasUnread = false
        return false
      }
      if count < 0, errno == EINTR { return true }
      isAtEnd = true
      return true
    }
  }

  private func send() {
    var done = conversation.output.count
    if !isGone {
      let sent = StreamSocket.send(conversation.output, from: 0, to: descriptor.raw)
      isGone = sent == nil
      done = sent ?? done
    }
    if done > 0 { conversation.output.removeFirst(done) }
    if conversation.output.isEmpty {
      stalledSince = nil
    } else if done > 0 || stalledSince == nil {
      stalledSince = .now
    }
  }

  /// Waits for what can let it go on.
  private func watch() {
    let wanted = Interest(
      readable: !isAtEnd && !conversation.isBusy && conversation.output.count < limits.output,
      writable: !conversation.output.isEmpty)
    guard wanted != interest else { return }
    interest = wanted
    server.ready.change(
      descriptor.raw, key: key, readable: wanted.readable, writable: wanted.writable)
    if wanted.writable { server.watchForStalls() }
  }
}
