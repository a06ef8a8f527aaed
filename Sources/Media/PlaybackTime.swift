/// A length or position in a track as people read it: `h:mm:ss`.
///
/// Minutes and seconds always have two digits, hours stand only where there are any: `03:25`,
/// `1:02:03`, `27:46:40`. Seconds are rounded down. Unknown is `--:--`.
public struct PlaybackTime: Sendable, Hashable {
  /// `nil` when it is not known.
  public let duration: Duration?

  public init(_ duration: Duration?) { self.duration = duration }

  public init(milliseconds: Int64?) {
    self.init(milliseconds.map { .milliseconds($0) })
  }
}

extension PlaybackTime: CustomStringConvertible {
  public var description: String {
    guard let duration, duration >= .zero else { return "--:--" }
    let seconds = duration.components.seconds
    let tail = "\(Self.twoDigits(seconds / 60 % 60)):\(Self.twoDigits(seconds % 60))"
    return seconds < 3600 ? tail : "\(seconds / 3600):\(tail)"
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
