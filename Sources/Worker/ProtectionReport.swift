/// What holds a worker once it has entered its sandbox, as it says of itself when asked.
public struct ProtectionReport: Sendable, Hashable {
  /// What a worker is started with to be asked.
  public static let argument = "--protections"

  /// As in the sandbox's own set.
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public func encoded() -> [UInt8] { [rawValue] }

  /// Starts a worker, which only answers and ends.
  public init(asking program: String) throws(WorkerError) {
    let worker = try WorkerProcess(program, [Self.argument])
    guard (try? worker.socket.waitForMessage(milliseconds: 10_000)) == true else {
      throw worker.failure()
    }
    let message = (try? worker.socket.receive())?.bytes
    guard let message, message.count == 1 else { throw worker.failure() }
    rawValue = message[message.startIndex]
  }

  public struct Protection: Sendable, Hashable {
    public let name: String
    public let isHeld: Bool
  }

  /// Each protection in words, and whether it holds.
  public var protections: [Protection] {
    ["no new privileges", "limits of memory and descriptors", "Landlock", "seccomp"].enumerated()
      .map { Protection(name: $1, isHeld: rawValue & (1 << UInt8($0)) != 0) }
  }
}
