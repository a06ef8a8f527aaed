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
    #expect(abs(frames - 13 * 8000 * 1000 / speed) <= 4)
    #expect(
      stage.probe.events.contains(.trackEnded(ids[0], heard: .seconds(12), isOver: true)))
    let rows = try await stage.card.levels(1, of: 440, 523)
    // All of the tone, without its ends.
    let whole = rows.filter { $0[0] > 0.5 && $0[0] < 11.0 * 1000 / Double(speed) }
    let level = 20 * log10(tone.amplitude / 32768)
    try #require(whole.count > 20)
    #expect(whole.allSatisfy { abs($0[2] - level) < 1 && $0[3] < level - 15 })
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
