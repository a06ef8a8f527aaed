import Dispatch
import Glibc
import Posix

/// A connection to a server, for a program that has nothing to do until the answer is there.
///
/// Every wait has a deadline. For one thread at a time.
public final class MPDClient {
  public let address: MPDAddress
  /// The version of the protocol that the server speaks, as its greeting says: `0.24.0`.
  public private(set) var version: String
  /// How long to wait for any answer; `nil` for ever.
  public var timeout: Duration?

  private let descriptor: FileDescriptor
  private var lines = LineBuffer(limit: 1 << 20, keepsBlanks: true)
  private var chunk = [UInt8](repeating: 0, count: 1 << 14)

  /// Connects and reads the greeting.
  public init(
    _ address: MPDAddress, timeout: Duration? = .seconds(10)
  ) throws(MPDClientError) {
    self.address = address
    self.timeout = timeout
    descriptor = try Connection.open(address, timeout: timeout)
    version = ""
    let greeting = try readLine(by: Deadline(timeout))
    guard greeting.hasPrefix("OK MPD ") else { throw .notMPD(address) }
    version = String(greeting.dropFirst(7))
  }

  /// Sends one command and waits for its answer.
  @discardableResult
  public func send(_ name: String, _ arguments: String...) throws(MPDClientError) -> MPDResponse {
    try send(MPDCommand(name, arguments))
  }

  @discardableResult
  public func send(_ command: MPDCommand) throws(MPDClientError) -> MPDResponse {
    let deadline = Deadline(timeout)
    try write(command.line, by: deadline)
    return try readResponse(endingWith: "OK", by: deadline)
  }

  /// Sends commands to be carried out in one go, and waits for the answer of each.
  ///
  /// - Throws: `.refused` with the index of the first command that failed; those behind it were not
  ///   carried out.
  @discardableResult
  public func send(_ commands: [MPDCommand]) throws(MPDClientError) -> [MPDResponse] {
    let deadline = Deadline(timeout)
    var bytes = MPDCommand("command_list_ok_begin").line
    for command in commands { bytes += command.line }
    bytes += MPDCommand("command_list_end").line
    try write(bytes, by: deadline)
    var responses: [MPDResponse] = []
    for _ in commands {
      responses.append(try readResponse(endingWith: "list_OK", by: deadline))
    }
    _ = try readResponse(endingWith: "OK", by: deadline)
    return responses
  }

  /// Waits until something happens in one of the subsystems (any, when none is named).
  ///
  /// - Parameter timeout: `nil` waits for ever.
  /// - Returns: The subsystems; none when the time was up first.
  public func idle(
    _ subsystems: [String] = [], timeout: Duration? = nil
  ) throws(MPDClientError) -> [String] {
    try write(MPDCommand("idle", subsystems).line, by: Deadline(self.timeout))
    do throws(MPDClientError) {
      return try readResponse(endingWith: "OK", by: Deadline(timeout)).values("changed")
    } catch .timedOut {
      let deadline = Deadline(self.timeout)
      try write(MPDCommand("noidle").line, by: deadline)
      return try readResponse(endingWith: "OK", by: deadline).values("changed")
    }
  }

  private func readResponse(
    endingWith end: String, by deadline: Deadline
  ) throws(MPDClientError) -> MPDResponse {
    var response = MPDResponse()
    while true {
      let line = try readLine(by: deadline)
      if line == end { return response }
      if let error = MPDError(line: line) { throw .refused(error) }
      guard let pair = MPDResponse.Pair(line: line) else { throw .malformed(line) }
      response.pairs.append(pair)
    }
  }

  private func readLine(by deadline: Deadline) throws(MPDClientError) -> String {
    while true {
      if let line = lines.next() { return String(decoding: line, as: UTF8.self) }
      guard !lines.isOverlong else { throw .malformed("a line without an end") }
      try wait(for: POLLIN, by: deadline)
      let count = recv(descriptor.raw, &chunk, chunk.count, 0)
      if count > 0 {
        chunk.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        throw .closed(address)
      }
    }
  }

  private func write(_ bytes: [UInt8], by deadline: Deadline) throws(MPDClientError) {
    var done = 0
    while true {
      guard let count = StreamSocket.send(bytes, from: done, to: descriptor.raw) else {
        throw .closed(address)
      }
      done += count
      if done == bytes.count { return }
      try wait(for: POLLOUT, by: deadline)
    }
  }

  private func wait(for events: Int32, by deadline: Deadline) throws(MPDClientError) {
    let address = address
    do throws(PosixError) {
      guard try Connection.wait(descriptor.raw, for: events, by: deadline) else {
        throw PosixError("wait", code: ETIMEDOUT)
      }
    } catch {
      throw .timedOut(address)
    }
  }
}
