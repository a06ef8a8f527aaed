import Media
import TestSupport
import Testing

@testable import Playback

/// How music becomes silent before a pause, a stop and a skip, frame by frame.
@MainActor @Suite struct PlayerFadeTests {
  /// A quarter of a second at 8 kHz.
  static let frames = 2000

  @Test func `a pause fades out and in again, and no frame is lost`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.player.fades.pause = .milliseconds(250)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    stage.player.pause(true)
    #expect(stage.player.state == .paused)
    let stream = try #require(stage.player.sounding?.stream)
    try await stage.probe.wait("the device to stand") { stream.isStanding }
    let silent = stream.ring.heard
    stage.player.pause(false)
    try await stage.probe.waitForPosition(.microseconds(125) * (silent + 5000))
    let rest = try stage.seekToEnd()
    try await stage.probe.waitUntilStopped()

    let heard = try stage.card.heard()
    let before = heard.count / 4 - Stage.endFrames
    try #require(silent > Self.frames && before >= silent + 5000)
    #expect(heard[(before * 4)...].elementsEqual(rest))
    let original = Array(stage.recording.frames[..<(before * 4)])
    Self.expect(Array(heard[..<(before * 4)]), original) { frame in
      switch frame {
      case silent - Self.frames..<silent: Double(silent - 1 - frame) / Double(Self.frames)
      case silent..<silent + Self.frames: Double(frame + 1 - silent) / Double(Self.frames)
      default: 1
      }
    }
  }

  @Test func `what is heard fades before a skip, and the next begins at its full volume`()
    async throws
  {
    let stage = try await Stage([Recording.long, 8000], rate: 8000)
    stage.player.fades.skip = .milliseconds(250)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    try stage.player.next()
    try await stage.probe.waitUntilStopped()

    let heard = try stage.card.heard()
    let second = stage.recording.frames.suffix(8000 * 4)
    #expect(heard.suffix(8000 * 4).elementsEqual(second))
    let end = heard.count / 4 - 8000
    try #require(end > Self.frames)
    Self.expect(Array(heard[..<(end * 4)]), Array(stage.recording.frames[..<(end * 4)])) { frame in
      frame < end - Self.frames ? 1 : Double(end - 1 - frame) / Double(Self.frames)
    }
  }

  @Test func `a seek fades out, and in where it goes on`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.player.fades.skip = .milliseconds(125)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    let rest = Array(try stage.seekToEnd())
    try await stage.probe.waitUntilStopped()
    let heard = try stage.card.heard()
    Self.expect(Array(heard.suffix(rest.count)), rest) { min(1, Double($0 + 1) / 1000) }
    let end = heard.count / 4 - Stage.endFrames
    Self.expect(Array(heard[..<(end * 4)]), Array(stage.recording.frames[..<(end * 4)])) { frame in
      frame < end - 1000 ? 1 : Double(end - 1 - frame) / 1000
    }
  }

  @Test func `a stop fades, and the device is closed behind it`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.player.fades.stop = .milliseconds(250)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    stage.player.stop()
    #expect(stage.player.state == .stopped)
    try await stage.probe.wait("the device to be closed") { stage.card.count(of: " close") == 1 }
    let heard = try stage.card.heard()
    let end = heard.count / 4
    try #require(end > Self.frames)
    Self.expect(heard, Array(stage.recording.frames[..<(end * 4)])) { frame in
      frame < end - Self.frames ? 1 : Double(end - 1 - frame) / Double(Self.frames)
    }
  }

  @Test func `going on in the middle of a fade rises from where it is`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000, card: "speed=0.5")
    stage.player.fades.pause = .seconds(1)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(400))
    stage.player.pause(true)
    let stream = try #require(stage.player.sounding?.stream)
    let paused = stream.ring.heard
    try await stage.probe.wait("a part of the fade") { stream.ring.heard > paused + 2000 }
    stage.player.pause(false)
    let resumed = stream.ring.heard
    try await stage.card.set("speed=5")
    try await stage.probe.wait("all of it to be heard") { stream.ring.heard > resumed + 16_000 }
    stage.player.stop()
    try await stage.probe.wait("the device to be closed") { stage.card.count(of: " close") == 1 }
    let heard = try stage.card.heard()
    let gains = Self.gains(heard, Array(stage.recording.frames[..<heard.count]))
    // Every frame is at its place, and the gain never jumps; it need not become 0.
    for (one, next) in zip(gains, gains.dropFirst()) {
      let steps = Double(next.frame - one.frame) / 8000
      #expect(abs(one.gain - next.gain) <= steps + 0.001, "at frame \(next.frame)")
    }
    #expect(gains.contains { $0.gain < 0.9 })
    #expect(gains.last.map { $0.gain == 1 } == true)
  }

  /// What was heard is the original at a gain, or next to it where it had to be rounded.
  private static func expect(
    _ heard: [UInt8], _ original: [UInt8], at location: SourceLocation = #_sourceLocation,
    gain: (Int) -> Double
  ) {
    let (heard, original) = (Comparison.samples(heard), Comparison.samples(original))
    #expect(heard.count == original.count, sourceLocation: location)
    let wrong = zip(heard, original).enumerated().first { index, pair in
      let (before, now) = (gain(index / 2 - 1), gain(index / 2))
      // Nothing is rounded, nor dithered, where nothing is multiplied; a fade may be a frame late.
      return abs(Double(pair.0) - Double(pair.1) * now) > (before == 1 && now == 1 ? 0 : 1.6)
    }
    let text = wrong.map { "\($0.element.0) for \($0.element.1) at frame \($0.offset / 2)" }
    #expect(wrong == nil, "\(text ?? "")", sourceLocation: location)
  }

  /// By how much frames were multiplied, where they are loud enough to say so.
  private static func gains(_ heard: [UInt8], _ original: [UInt8]) -> [(frame: Int, gain: Double)] {
    zip(Comparison.samples(heard), Comparison.samples(original)).enumerated().compactMap {
      index, pair in
      guard index % 2 == 0, abs(Int(pair.1)) > 8000 else { return nil }
      return (index / 2, Double(pair.0) / Double(pair.1))
    }
  }
}
