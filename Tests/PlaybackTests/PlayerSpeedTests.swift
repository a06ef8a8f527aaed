import Glibc
import Media
import TestSupport
import Testing

@testable import Playback

/// Slower and faster, as it is heard.
@MainActor @Suite struct PlayerSpeedTests {
  @Test(arguments: [500, 1500, 2000])
  func `a track takes its time by the speed, at its own pitch, and ends at its own length`(
    speed: Int
  ) async throws {
    let stage = try await Stage([8000], rate: 8000, card: "speed=10")
    try stage.player.setSpeed(speed)
    let tone = Sine(440, rate: 8000, seconds: 12)
    let item = Recording.item(try stage.recording.folder.write("tone.wav", tone.file), rate: 8000)
    let ids = stage.play([item, stage.recording.items[0]])
    try await stage.probe.waitUntilStopped()
    let frames = try stage.card.heard().count / 4
    // The end of each of the two is moved by up to 10 ms, to fit.
    #expect(abs(frames - 13 * 8000 * 1000 / speed) <= 164)
    #expect(
      stage.probe.events.contains(.trackEnded(ids[0], heard: .seconds(12), isOver: true)))
    let rows = try await stage.card.levels(1, of: 440, 523)
    // All of the tone, without its ends.
    let whole = rows.filter { $0[0] > 0.5 && $0[0] < 11.0 * 1000 / Double(speed) }
    let level = 20 * log10(tone.amplitude / 32768)
    try #require(whole.count > 20)
    #expect(whole.allSatisfy { abs($0[2] - level) < 1 && $0[3] < level - 15 })
  }

  @Test(arguments: [700, 1250])
  func `a tone that was cut into files comes out as one`(speed: Int) async throws {
    let stage = try await Stage([1], rate: 8000, card: "speed=10")
    try stage.player.setSpeed(speed)
    let tone = Sine(440, rate: 8000, seconds: 6)
    let frames = WAVFile.frames(of: tone.file)
    let cuts = [0, 17_003, 30_011, 48_000]
    let items = try zip(cuts, cuts.dropFirst()).map { start, end in
      let part = WAVFile.bytes(frames[(start * 4)..<(end * 4)], rate: 8000)
      return Recording.item(try stage.recording.folder.write("\(start).wav", part), rate: 8000)
    }
    stage.play(items)
    try await stage.probe.waitUntilStopped()
    let heard = Comparison.samples(try stage.card.heard())
    let left = stride(from: 0, to: heard.count, by: 2).map { Double(heard[$0]) }
    #expect(abs(left.count - 48_000 * 1000 / speed) <= 3 * 82)
    // A pure tone follows from its last two samples, wherever it is.
    let factor = 2 * cos(2 * Double.pi * 440 / 8000)
    let clicks = (2..<left.count).filter {
      abs(left[$0] - factor * left[$0 - 1] + left[$0 - 2]) > tone.amplitude * 0.02
    }
    #expect(clicks.isEmpty, "\(clicks.prefix(5)) of \(left.count)")
    let quietest = stride(from: 0, to: left.count - 38, by: 19).map {
      left[$0..<$0 + 38].max() ?? 0
    }.min()
    #expect(quietest.map { $0 > tone.amplitude * 0.9 } == true)
    #expect(try stage.card.takes().count == 1)
  }

  @Test func `another speed begins where the track is, in the track's own time`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(700))
    try stage.player.setSpeed(2000)
    let changed = try #require(stage.player.position)
    #expect(stage.player.speed == 2000)
    try await stage.probe.wait("sound") {
      stage.player.audioPath?.changes.contains("The speed is 2.0.") == true
    }
    try await stage.probe.waitForPosition(changed + .seconds(1))
    try stage.player.setSpeed(1000)
    let back = try #require(stage.player.position)
    // What was heard in between was twice as much as the device has played.
    try await stage.probe.waitForPosition(back + .milliseconds(100))
    let rest = try stage.seekToEnd()
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(atEnd: rest)
    let heard = try stage.card.heard()
    let before = Int(changed / .microseconds(125))
    #expect(heard[..<(before * 4)] == stage.recording.frames[..<(before * 4)])
    #expect(throws: PlayerError.badSpeed) { try stage.player.setSpeed(2001) }
  }

  @Test func `while paused it is taken over for what comes`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(300))
    stage.player.pause(true)
    try stage.player.setSpeed(1500)
    #expect(stage.player.state == .paused)
    let position = try #require(stage.player.position)
    try await stage.probe.wait("the device to be closed") { stage.card.count(of: " close") == 1 }
    stage.player.pause(false)
    try await stage.probe.waitForPosition(position + .milliseconds(300))
    #expect(stage.player.audioPath?.speed == 1500)
  }
}
