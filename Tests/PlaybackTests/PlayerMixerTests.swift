import Glibc
import Posix
import TestSupport
import Testing

@testable import Playback

/// The volume of the sound card itself.
@MainActor @Suite struct PlayerMixerTests {
  private static func player(_ card: VirtualCard) -> PlayerProbe {
    var output = card.output
    output.mixer = .hardware
    return PlayerProbe(output)
  }

  /// "LEFT RIGHT SWITCH", in half decibels above -60 dB.
  private static func state(_ card: VirtualCard) throws -> String {
    String(decoding: try FileDescriptor(opening: "\(card.folder)/mixer").readAll(), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func set(_ card: VirtualCard, _ state: String) throws {
    try FileDescriptor(opening: "\(card.folder)/mixer", O_WRONLY | O_TRUNC).write(
      Array("\(state)\n".utf8))
  }

  @Test func `the card's volume is shown, set and followed`() async throws {
    let card = try await VirtualCard()
    try Self.set(card, "60 40 1")
    let probe = Self.player(card)
    defer { probe.player.shutDown() }
    // As alsamixer shows -30 of -60 dB.
    try await probe.wait("the mixer") { probe.player.volume == 24 }
    #expect(probe.player.hasHardwareVolume)
    for volume in [50, 51, 100, 1, 0] {
      try probe.player.setVolume(volume)
      #expect(probe.player.volume == volume)
    }
    try await probe.wait("silence") { (try? Self.state(card)) == "0 0 1" }
    try probe.player.setVolume(50)
    try await probe.wait("half") { (try? Self.state(card)) == "89 89 1" }
    // The card's steps are wider than a percent, and what was asked for is what is shown.
    try Self.set(card, "60 60 0")
    try await probe.wait("muted") { probe.player.volume == 0 }
    try probe.player.setVolume(24)
    try await probe.wait("heard again") { (try? Self.state(card)) == "60 60 1" }
    try Self.set(card, "120 120 1")
    try await probe.wait("all of it") { probe.player.volume == 100 }
    #expect(probe.events.contains(.volumeChanged))
  }

  @Test func `with the card's volume samples stay as they are`() async throws {
    let stage = try await Stage([10_000], card: "speed=10", mixer: .hardware)
    try await stage.probe.wait("the mixer") { stage.player.hasHardwareVolume }
    try stage.player.setVolume(20)
    stage.play()
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
  }

  @Test func `without one software makes the volume`() async throws {
    let stage = try await Stage([10_000], card: "speed=10", "mixer=0", mixer: .hardware)
    try stage.player.setVolume(0)
    stage.play()
    try await stage.probe.waitUntilStopped()
    #expect(!stage.player.hasHardwareVolume)
    #expect(stage.player.volume == 0)
    #expect(try stage.card.heard().suffix(4000).allSatisfy { $0 == 0 })
  }

  @Test func `what is put back after a restart is the software's volume`() async throws {
    let card = try await VirtualCard()
    try Self.set(card, "60 60 1")
    let probe = Self.player(card)
    defer { probe.player.shutDown() }
    probe.player.restore(volume: 70)
    try await probe.wait("the mixer") { probe.player.hasHardwareVolume }
    #expect(probe.player.volume == 24)
    #expect(try Self.state(card) == "60 60 1")
  }

  @Test(arguments: [
    ("hw:0,0", "hw:0"), ("plughw:1", "hw:1"), ("front:CARD=PCH,DEV=0", "hw:PCH"),
    ("sysdefault:CARD=USB", "hw:USB"), ("default", "default"), ("pulse", "pulse"), ("my:x", "my:x"),
  ])
  func `a device's mixer is that of its card`(device: String, card: String) {
    #expect(MixerControl.card(of: device) == card)
  }

  @Test func `percents go by loudness, from end to end`() {
    let wide = VolumeScale(lowest: -6000, highest: 0, isDecibels: true)
    let narrow = VolumeScale(lowest: -2000, highest: 400, isDecibels: true)
    let steps = VolumeScale(lowest: 0, highest: 31, isDecibels: false)
    let endless = VolumeScale(lowest: -9_999_999, highest: 0, isDecibels: true)
    // 60 · log10(0.55) dB; even where the range is small.
    #expect([wide, narrow, steps].map { $0.value(50) } == [-1558, -800, 16])
    #expect(endless.value(50) == -1806)
    for scale in [wide, narrow, steps, endless] {
      #expect(scale.value(0) == scale.lowest && scale.value(100) == scale.highest)
      #expect(scale.percent(scale.lowest) == 0 && scale.percent(scale.highest) == 100)
    }
    for percent in 1..<100 {
      #expect(wide.percent(wide.value(percent)) == percent)
      #expect(narrow.percent(narrow.value(percent)) == percent)
      #expect(endless.percent(endless.value(percent)) == percent)
    }
  }
}
