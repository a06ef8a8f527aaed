import Media
import Playback
import TestSupport
import Testing

/// What reaches devices of different formats.
@MainActor @Suite struct PlayerFormatTests {
  @Test func `files of different formats are heard one after the other, each exactly`()
    async throws
  {
    let stage = try await Stage([22050], card: "speed=10")
    let other = try await Recording([24000], rate: 48000)
    let one = stage.recording
    stage.play(one.items + other.items + one.items)
    try await stage.probe.waitUntilStopped()
    #expect(try stage.card.takes().map(\.count) == [88_200, 96_000, 88_200])
    try stage.expectHeard(one.frames, other.frames, one.frames)
    #expect(stage.probe.started.count == 3)
  }

  @Test func `a device without 16 bits gets wider samples that lose nothing`() async throws {
    let stage = try await Stage([10_000], card: "formats=S32_LE", "speed=10")
    stage.play()
    try await stage.probe.waitUntilStopped()
    let wide = stride(from: 0, to: stage.recording.frames.count, by: 2).flatMap { index in
      [0, 0] + stage.recording.frames[index...index + 1]
    }
    try stage.expectHeard(wide)
  }

  @Test func `a device of another rate gets resampled frames`() async throws {
    let stage = try await Stage([22_050], card: "rates=48000", "speed=10")
    stage.play()
    try await stage.probe.waitUntilStopped()
    #expect(abs(try stage.card.heard().count / 4 - 24_000) <= 1)
  }

  @Test func `the null output plays by the clock`() async throws {
    let recording = try await Recording([20_000])
    let probe = PlayerProbe(OutputConfiguration(name: "null", kind: .null, mixer: .none))
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    #expect(probe.player.volume == nil)
    let start = ContinuousClock.now
    probe.player.play()
    try await probe.waitUntilStopped()
    #expect(ContinuousClock.now - start >= .milliseconds(453))
    #expect(probe.started.count == 1)
  }
}
