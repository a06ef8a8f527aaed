import Glibc
import Media
import TestSupport
import Testing

@testable import Playback

/// How tracks go over into each other, frame by frame.
@MainActor @Suite struct PlayerCrossfadeTests {
  /// 22 seconds, and 20 and a half, at 8 kHz.
  static let lengths = [176_000, 164_000]
  /// Two seconds.
  static let overlap = 16_000
  /// Where in the first track it begins.
  static let start = 143_200

  @Test func `the end of a track is mixed with the beginning of the next`() async throws {
    let stage = try await Self.stage()
    var position: Duration?
    stage.player.addObserver { [weak stage] event in
      if case .trackStarted = event { position = stage?.player.position }
    }
    let ids = try await Self.play(stage)
    #expect(try stage.card.takes().count == 1)
    try Self.expectMixed(stage) { share in
      let sine = sin(Double.pi / 2 * share)
      return (1 - sine * sine, sine * sine)
    }
    // The next one is the current one when nothing of the one before is heard.
    #expect(stage.probe.started == ids)
    #expect(position.map { $0 >= .seconds(2) } == true)
    #expect(
      stage.probe.events.contains(.trackEnded(ids[0], heard: .seconds(22), isOver: true)))
  }

  @Test func `tracks that follow one another on their album are not mixed`() async throws {
    let stage = try await Self.stage()
    var items = stage.recording.items
    for index in items.indices {
      items[index].tags.album = "A"
      items[index].tags.trackNumber = index + 4
    }
    try await Self.play(stage, items)
    try stage.expectHeard(Array(stage.recording.frames[(Self.start * 4)...]))
  }

  @Test func `other tracks of one album are mixed`() async throws {
    let stage = try await Self.stage()
    var items = stage.recording.items
    for index in items.indices {
      items[index].tags.album = "A"
      items[index].tags.trackNumber = 9 - index
    }
    try await Self.play(stage, items)
    #expect(
      try stage.card.heard().count
        == (Self.lengths.reduce(0, +) - Self.start - Self.overlap) * 4)
  }

  @Test func `by MixRamp tags tracks are added where both are quiet`() async throws {
    let stage = try await Self.stage()
    stage.player.setCrossfade(
      Self.settings {
        $0.duration = .seconds(1)
        $0.mixRampThreshold = -20
        $0.mixRampDelay = 1
      })
    let tags = [
      ["-T", "MIXRAMP_END=-30 1;-20 1.5;"], ["-T", "MIXRAMP_START=-20 1.5;-10 5;"],
    ]
    for (index, tags) in tags.enumerated() {
      let path = stage.recording.folder.path("\(index)")
      let run = try await ProgramRun.of(
        ["flac", "--silent", "-f"] + tags + ["-o", path + ".flac", path + ".wav"])
      try #require(run.status == 0, "\(run.errors)")
    }
    try await Self.play(stage)
    try Self.expectMixed(stage) { _ in (1, 1) }
  }

  @Test func `a next track of another format is resampled, and levels cross`() async throws {
    let stage = try await Self.stage()
    let folder = stage.recording.folder
    let items = try [(440.0, 8000), (660.0, 16_000)].map { frequency, rate in
      let tone = Sine(frequency, rate: rate, seconds: 22)
      return Recording.item(try folder.write("\(rate).wav", tone.file), rate: rate)
    }
    try await Self.play(stage, items)
    #expect(try stage.card.takes().count == 1)
    // The end of 22 seconds, and 22 that it overlaps by 2.
    let frames = try stage.card.heard().count / 4
    #expect(abs(frames - (42 * 8000 - Self.start)) <= 2)
    let rows = try await stage.card.levels(1, of: 440, 660)
    try #require(rows.count > 450)
    let full = rows[10][2]
    let begin = 20 - Double(Self.start) / 8000
    for (time, levels) in rows.map({ ($0[0] + 0.025, ($0[2] - full, $0[3] - full)) }) {
      let sine = sin(Double.pi / 2 * min(1, max(0, (time - begin) / 2)))
      for (level, share) in [(levels.0, 1 - sine * sine), (levels.1, sine * sine)] {
        let expected = share > 0 ? 20 * log10(share) : -200
        // What is quieter than this is noise, of the window too.
        #expect(expected < -35 ? level < -30 : abs(level - expected) < 0.5, "at \(time)")
      }
    }
  }

  @Test func `what was to come next and is taken out is not heard in the end of the track`()
    async throws
  {
    let stage = try await Self.stage("speed=0.2")
    stage.player.append(stage.recording.items)
    try stage.player.seek(position: 0, to: .microseconds(125) * Self.start)
    let stream = try await Self.stream(of: stage)
    // It was mixed already, more than a second ahead of what is heard.
    try await stage.probe.wait("the mix") { stream.ring.written > 20_800 }
    try stage.player.remove(1..<2)
    try await stage.card.set("speed=10")
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(
      Array(stage.recording.frames[(Self.start * 4)..<(Self.lengths[0] * 4)]))
    #expect(stage.probe.started.count == 1)
  }

  @Test func `a file that is gone leaves the end of the track as it is`() async throws {
    let stage = try await Self.stage("speed=10")
    let ids = stage.player.append(stage.recording.items)
    #expect(unlink(stage.recording.folder.path("1.flac")) == 0)
    try stage.player.seek(position: 0, to: .microseconds(125) * Self.start)
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(
      Array(stage.recording.frames[(Self.start * 4)..<(Self.lengths[0] * 4)]))
    #expect(stage.probe.failures.map(\.0) == [ids[1]])
  }

  /// - Parameter speed: Slow, so that the next track is there in time on any machine.
  private static func stage(_ speed: String = "speed=0.5") async throws -> Stage {
    let stage = try await Stage(lengths, rate: 8000, card: speed)
    stage.player.setCrossfade(settings { $0.duration = .seconds(2) })
    return stage
  }

  /// Plays from shortly before the end of the first track on, slowly until both tracks are on their way to the card.
  @discardableResult
  private static func play(_ stage: Stage, _ items: [MediaItem]? = nil) async throws -> [EntryID] {
    let ids = stage.player.append(items ?? stage.recording.items)
    try stage.player.seek(position: 0, to: .microseconds(125) * start)
    let stream = try await stream(of: stage)
    try await stage.probe.wait("both tracks") { stream.ring.written > lengths[0] - start }
    try await stage.card.set("speed=10")
    try await stage.probe.waitUntilStopped()
    return ids
  }

  private static func settings(
    _ change: (inout CrossfadeSettings) -> Void
  ) -> CrossfadeSettings {
    var settings = CrossfadeSettings()
    change(&settings)
    return settings
  }

  private static func stream(of stage: Stage) async throws -> OutputFeed {
    try await stage.probe.wait("sound") { stage.player.sounding?.stream != nil }
    return try #require(stage.player.sounding?.stream)
  }

  /// All that was heard is both tracks, with two seconds of the one and the other multiplied and added.
  private static func expectMixed(
    _ stage: Stage, at location: SourceLocation = #_sourceLocation,
    weights: (Double) -> (Double, Double)
  ) throws {
    let original = Comparison.samples(stage.recording.frames)
    let first = Array(original[(start * 2)..<(lengths[0] * 2)])
    let second = Array(original[(lengths[0] * 2)...])
    let heard = Comparison.samples(try stage.card.heard())
    let begin = first.count - overlap * 2
    #expect(heard.count == begin + second.count, sourceLocation: location)
    try #require(heard.count >= first.count, sourceLocation: location)
    #expect(heard[..<begin] == first[..<begin], sourceLocation: location)
    #expect(heard[first.count...] == second[(overlap * 2)...], sourceLocation: location)
    let wrong = (0..<overlap * 2).first { index in
      let (out, into) = weights(Double(index / 2) / Double(overlap))
      let sum = Double(first[begin + index]) * out + Double(second[index]) * into
      return abs(Double(heard[begin + index]) - max(-32768, min(32767, sum))) > 1.6
    }
    #expect(wrong == nil, sourceLocation: location)
  }
}
