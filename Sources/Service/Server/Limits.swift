/// What a client may cost.
public struct Limits: Sendable, Hashable {
  /// Clients at a time; more are turned away.
  public var connections = 512
  /// Bytes of a request line: enough for a path of 4,096 bytes, none of them text, which takes five times
  /// as many in a quoted URI.
  public var line = 24 << 10
  /// Bytes of a command list. MPD's.
  public var list = 2 << 20
  /// Bytes of answers that wait for a client to read them before nothing more is done for it. An
  /// answer can be longer: it is made in pages, as the client reads.
  public var output = 64 << 10
  /// How long a client may leave answers unread before it is cut off. MPD's.
  public var stall: Duration = .seconds(60)
  /// Items that a client may stage, and the bytes of their URIs.
  public var staged = 1_000_000
  public var stagedBytes = 64 << 20

  public init() {}
}
