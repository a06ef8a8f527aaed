import Glibc

/// The kernel refused.
public struct PosixError: Error, Equatable, Sendable {
  /// An `errno`.
  public let code: Int32

  /// What was tried, to follow "cannot": `open /music/a.flac`.
  public let action: String

  public init(_ action: String, code: Int32 = errno) {
    self.code = code
    self.action = action
  }

  /// The kernel's reason: `No such file or directory`.
  public var reason: String { Self.reason(code) }

  /// The reason behind an `errno`, for a sentence.
  public static func reason(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      // The XSI version, which is the one that Swift imports, fills the buffer.
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: start)
    }
  }
}

extension PosixError: CustomStringConvertible {
  public var description: String { "Cannot \(action): \(reason)." }
}

/// Calls `body` again while a signal interrupts it, and makes a negative result an error.
public func retrying<Result: SignedInteger>(
  _ action: @autoclosure () -> String, _ body: () -> Result
) throws(PosixError) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    // Kept before the text of the action is made, which may change it.
    let code = errno
    if code != EINTR { throw PosixError(action(), code: code) }
  }
}
