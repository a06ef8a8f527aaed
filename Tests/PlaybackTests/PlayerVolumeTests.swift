import Media
import TestSupport
import Testing

@testable import Playback

/// The software volume, as it is heard.
@MainActor @Suite struct PlayerVolumeTests {
  @Test func `half the volume is an eighth of the amplitude`() async throws {
    let stage = try await Stage([10_000], card: "speed=10")
    stage.player.append(stage.recording.items)
    try stage.player.setVolume(50)
    stage.player.play()
    try await stage.probe.waitUntilStopped()
    try Self.expectEighth(Self.samples(stage.card.heard()), Self.samples(stage.recording.frames))
  }

  @Test func `a knob that is turned does not break up the sound, and every frame keeps its place`()
    async throws
  {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    let stream = try #require(stage.player.sounding?.stream)
    let asked = stream.ring.heard
    for volume in stride(from: 99, through: 50, by: -1) { try stage.player.setVolume(volume) }
    // What was not taken yet, and behind it a write that had begun with the old volume and the ramp.
    let settled = stream.ring.taken + 4000 + 160
    try await stage.probe.waitForPosition(.microseconds(125) * (settled + 2000))
    #expect(try !stage.card.events().contains(" stop at frame"))
    let rest = try stage.seekToEnd()
    try await stage.probe.waitUntilStopped()

    let heard = try stage.card.heard()
    let original = stage.recording.frames
    #expect(heard[..<(asked * 4)] == original[..<(asked * 4)])
    // From the ramp on every frame is there, and at its place.
    let before = heard.count / 4 - Stage.endFrames
    try #require(settled < before)
    try Self.expectEighth(
      Self.samples(heard[(settled * 4)...]),
      Self.samples(original[(settled * 4)..<(before * 4)] + rest))
  }

  /// An eighth, and the noise of a dither: within one and a half steps, and on average none.
  private static func expectEighth(
    _ heard: [Int16], _ original: [Int16], at location: SourceLocation = #_sourceLocation
  ) throws {
    try #require(heard.count == original.count, sourceLocation: location)
    let errors = zip(heard, original).map { Double($0) - Double($1) / 8 }
    #expect(errors.allSatisfy { abs($0) <= 1.5 }, sourceLocation: location)
    let mean = errors.reduce(0, +) / Double(errors.count)
    #expect(abs(mean) < 0.05, sourceLocation: location)
  }

  private static func samples(_ bytes: some Collection<UInt8>) -> [Int16] {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}
