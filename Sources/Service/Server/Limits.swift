import Configuration

/// What a client may cost.
public struct Limits: Sendable, Hashable {
  /// Clients at a time; more are turned away.
  public var connections: Int
  /// Bytes of a request line.
  public var line: Int
  /// Bytes of a command list.
  public var list: Int
  /// Arguments of a command that MPD has.
  public var arguments: Int
  /// Bytes of answers that wait for a client to read them before nothing more is done for it. An
  /// answer can be longer: it is made in pages, as the client reads.
  public var output: Int
  /// How long a client may leave answers unread before it is cut off.
  public var stall: Duration
  /// Entries of the queue.
  public var queue: Int
  /// Items that a client may stage, and the bytes of their URIs.
  public var staged = 1_000_000
  public var stagedBytes = 64 << 20
  /// Bytes that all clients together may have staged, with what it takes to keep them.
  public var stagedByAll = 256 << 20

  /// What holds for clients under our user: lines and lists are as long as our own programs make them, which know of
  /// no configuration.
  var forOwnClients: Limits {
    let usual = Limits()
    var limits = self
    (limits.line, limits.list) = (max(line, usual.line), max(list, usual.list))
    return limits
  }

  public init(_ settings: ClientLimits = ClientLimits()) {
    connections = settings.connections
    line = settings.line << 10
    list = settings.list << 10
    arguments = settings.arguments
    output = settings.output << 10
    stall = .seconds(settings.timeout)
    queue = settings.queue
  }
}
