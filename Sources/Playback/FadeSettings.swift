/// How long what plays takes to become silent before it ends; zero to end at once, which leaves every sample as it is.
public struct FadeSettings: Sendable, Hashable {
  /// Before a pause, and up again after it.
  public var pause = Duration.zero
  public var stop = Duration.zero
  /// Before something else plays, and up where that begins in its middle.
  public var skip = Duration.zero

  public init() {}
}
