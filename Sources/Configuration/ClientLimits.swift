/// What clients may cost, as `[mpd]` says.
public struct ClientLimits: Sendable, Hashable {
  /// Clients at a time; more are turned away. MPD has 100, which a hundred idle ones would fill.
  public var connections = 512
  /// KiB of a request line: enough for a path of 4,096 bytes, none of them text, which takes five times
  /// as many in a quoted URI.
  public var line = 24
  /// KiB of a command list. MPD's.
  public var list = 2048
  /// Arguments of a command that MPD has: two for each tag and one, as there. Ours take as many as a line holds.
  public var arguments = 71
  /// KiB of answers that wait for a client to read them before nothing more is done for it. MPD needs 8192,
  /// since it makes answers as a whole.
  public var output = 64
  /// How many seconds a client may leave answers unread before it is cut off, and how long it may say nothing
  /// before it has to go for another one where there is no room. MPD's, which lets silent ones go in any case.
  public var timeout = 60
  /// Entries of the queue. MPD has 16,384; here all of a large library can be played.
  public var queue = 1_000_000

  public init() {}
}
