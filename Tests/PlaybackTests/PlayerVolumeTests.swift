import Media
import Playback
import TestSupport
import Testing

/// The software volume, as it is heard.
@MainActor @Suite struct PlayerVolumeTests {
  @Test func `half the volume is an eighth of the amplitude`() async throws {
    let stage = try await Stage([10_000], card: "speed=10")
    stage.player.append(stage.recording.items)
    try stage.player.setVolume(50)
    stage.player.play()
    try await stage.probe.waitUntilStopped()
    let expected = Self.samples(stage.recording.frames).map { (Double($0) / 8).rounded() }
    let heard = try Self.samples(stage.card.heard()).map(Double.init)
    #expect(heard.elementsEqual(expected))
  }

  @Test func `a change is heard within 50 ms, though the device holds more`() async throws {
    let stage = try await Stage([160_000], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    let position = try #require(stage.player.position)
    try stage.player.setVolume(50)
    try await stage.probe.waitForPosition(position + .milliseconds(800))
    try stage.player.seek(to: .milliseconds(19_500))
    try await stage.probe.waitUntilStopped()

    let heard = Self.samples(try stage.card.heard())
    let original = Self.samples(stage.recording.frames)
    let begun = try #require(heard.indices.first { heard[$0] != original[$0] }) / 2
    let asked = Int(position / .microseconds(125))
    #expect(asked - 80...asked + 400 ~= begun, "\(begun) after \(asked)")
    // In 20 ms silence becomes full scale. From then on every frame is there, and at its place.
    let (ramp, rest) = (140, 4000)
    let before = heard.count / 2 - rest
    let expected = (original[(begun + ramp) * 2..<before * 2] + original[312_000...])
      .map { (Double($0) / 8).rounded() }
    #expect(heard[((begun + ramp) * 2)...].map(Double.init).elementsEqual(expected))
  }

  @Test func `a knob that is turned does not break up the sound`() async throws {
    let stage = try await Stage([160_000], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    for volume in stride(from: 99, through: 50, by: -1) { try stage.player.setVolume(volume) }
    let position = try #require(stage.player.position)
    try await stage.probe.waitForPosition(position + .milliseconds(800))
    let stops = try stage.card.events().split(separator: "\n")
      .count { $0.contains(" stop at frame") }
    #expect(1...2 ~= stops)
    let frames = try stage.card.heard().count / 4
    let last = Self.samples(Array(try stage.card.heard()[((frames - 400) * 4)..<(frames * 4)]))
    let original = Self.samples(
      Array(stage.recording.frames[((frames - 400) * 4)..<(frames * 4)]))
    #expect(last.map(Double.init).elementsEqual(original.map { (Double($0) / 8).rounded() }))
  }

  private static func samples(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}
