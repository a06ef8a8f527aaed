import Media

/// How tracks that do not follow one another on an album go over into each other.
public struct CrossfadeSettings: Sendable, Hashable {
  /// How long two of them are heard together; zero for not at all.
  public var duration = Duration.zero
  /// Where MixRamp has them meet, in decibels below full scale.
  public var mixRampThreshold = 0.0
  /// What MixRamp takes off the time they overlap, in seconds; `nil` or nothing positive has it not used.
  public var mixRampDelay: Double?

  public init() {}

  /// Shorter tracks are heard by themselves, as in MPD.
  static let shortestTrack = Duration.seconds(20)
  static let longest = Duration.seconds(60)

  var usesMixRamp: Bool { mixRampDelay.map { $0 > 0 } ?? false }

  /// A track at one side of the overlap.
  struct Side: Sendable {
    /// What its MixRamp tag says: of its end for the one that goes, of its beginning for the one that comes.
    var ramp: MixRamp?
    /// What ReplayGain adds, in decibels.
    var gain = 0.0
    var length: Duration?
  }

  struct Overlap: Sendable, Hashable {
    var time: Duration
    /// Whether the tracks fade; by MixRamp they are added as they are, since they are quiet where they meet.
    var isFaded: Bool
  }

  /// How much of the end of a track has to be there when the next one begins.
  func reach(of end: Side) -> Duration {
    guard let ramp = end.ramp, usesMixRamp, duration > .zero else {
      return min(duration, Self.longest)
    }
    let time = ramp.time(at: mixRampThreshold - end.gain) ?? 0
    return min(max(duration, .seconds(time) + .seconds(15)), Self.longest)
  }

  /// How two tracks overlap; `nil` where they do not.
  func overlap(_ end: Side, _ start: Side) -> Overlap? {
    guard duration > .zero, let one = end.length, let other = start.length,
      min(one, other) >= Self.shortestTrack
    else { return nil }
    var overlap = Overlap(time: min(duration, Self.longest), isFaded: true)
    if usesMixRamp, let mixRampDelay, let out = end.ramp, let into = start.ramp {
      guard let before = out.time(at: mixRampThreshold - end.gain),
        let after = into.time(at: mixRampThreshold - start.gain), before + after > mixRampDelay
      else { return nil }
      overlap = Overlap(time: .seconds(before + after - mixRampDelay), isFaded: false)
    }
    return overlap.time < min(one, other) ? overlap : nil
  }
}

/// How loud the beginning or the end of a track is, as MixRamp tags have it: pairs of decibels and seconds
/// (`-12.5 0.3;-6 1.2;`), the quietest first.
struct MixRamp: Sendable, Hashable {
  let points: [Point]

  struct Point: Sendable, Hashable {
    let decibels: Double
    let seconds: Double
  }

  /// `nil` for what is no such tag.
  init?(_ text: String) {
    var points: [Point] = []
    for pair in text.split(separator: ";") {
      let numbers = pair.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 2, numbers.allSatisfy(\.isFinite), (0...3600).contains(numbers[1])
      else { break }
      points.append(Point(decibels: numbers[0], seconds: numbers[1]))
    }
    if points.isEmpty { return nil }
    self.points = points
  }

  /// How far from the track's beginning, or end, it first becomes so loud, in seconds; `nil` when it never does.
  func time(at decibels: Double) -> Double? {
    guard let index = points.firstIndex(where: { $0.decibels >= decibels }) else { return nil }
    let louder = points[index]
    guard index > 0, louder.decibels > decibels else { return louder.seconds }
    let quieter = points[index - 1]
    let share = (decibels - quieter.decibels) / (louder.decibels - quieter.decibels)
    return quieter.seconds + share * (louder.seconds - quieter.seconds)
  }
}
