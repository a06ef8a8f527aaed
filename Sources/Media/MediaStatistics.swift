/// What people did with an item, and what they think of it.
public struct MediaStatistics: Sendable, Hashable {
  public var plays = 0
  public var skips = 0
  public var lastPlayed: Timestamp?
  public var lastSkipped: Timestamp?
  /// 0 to 10, ten being five stars; `nil` where nobody has rated it, whatever its tags say.
  public var rating: Int?
  /// As other clients keep it: 0 disliked, 1 neither, 2 loved; `nil` where nobody has said.
  public var like: Int?

  public init() {}

  public var isLoved: Bool { like == 2 }
}
