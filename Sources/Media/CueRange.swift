/// The part of a file that a track of a cue sheet is.
///
/// Places are counted as cue sheets do: in CD frames, of which 75 make a second.
public struct CueRange: Sendable, Hashable {
  /// The track's number in its sheet.
  public var track: Int
  /// In CD frames from the beginning of the file.
  public var start: Int64
  /// Where the next track begins; `nil` for the end of the file.
  public var end: Int64?

  public static let framesPerSecond: Int64 = 75

  /// The most that is believed: about 100 hours.
  public static let limit: Int64 = 75 * 360_000

  /// `nil` for what no sheet can mean.
  public init?(track: Int, start: Int64, end: Int64? = nil) {
    guard (0...9999).contains(track), (0...Self.limit).contains(start) else { return nil }
    if let end, end <= start || end > Self.limit { return nil }
    (self.track, self.start, self.end) = (track, start, end)
  }

  /// A place as frames of sound, exact at the rates of which a CD frame holds a whole number.
  public static func soundFrames(_ place: Int64, rate: Int) -> Int64 {
    place * Int64(rate) / framesPerSecond
  }

  /// A place in milliseconds, rounded.
  public static func milliseconds(_ place: Int64) -> Int64 {
    (place * 1000 + framesPerSecond / 2) / framesPerSecond
  }

  /// How long it plays in milliseconds, in a file of this length; `nil` when nobody knows or nothing is left.
  public func milliseconds(ofFile length: Int64?) -> Int64? {
    let exact = end.map { Self.milliseconds($0 - start) }
    let rest = length.map { $0 - Self.milliseconds(start) }
    guard let time = [exact, rest].compactMap({ $0 }).min(), time > 0 else { return nil }
    return time
  }
}
