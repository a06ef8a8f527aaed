import Media
import TestSupport
import Testing

@testable import Playback

/// Which entry is heard after which, to the frame.
@MainActor @Suite struct PlayerCourseTests {
  @Test func `consecutive files are heard as the one take they were cut from`() async throws {
    let stage = try await Stage([44100, 30001, 17, 50000], card: "speed=10")
    let ids = stage.play()
    try await stage.probe.waitUntilStopped()
    #expect(try stage.card.takes().count == 1)
    try stage.expectHeard(stage.recording.frames)
    #expect(stage.probe.started == ids)
    #expect(stage.player.nowPlaying == nil)
    #expect(stage.player.error == nil)
  }

  /// So slow that what follows is in the device long before it is heard, however late we look.
  private static let slow = Effort.sanitizer == nil ? "speed=0.01" : "speed=0.003"

  @Test func `what follows may change until it is heard`() async throws {
    let stage = try await Stage([20_000, 40_000, 30_000], card: Self.slow)
    let ids = stage.play()
    var ring: (taken: Int, written: Int) {
      stage.player.sounding?.stream.map { ($0.ring.taken, $0.ring.written) } ?? (0, 0)
    }
    try await stage.probe.wait("the next one in the device") { ring.taken > 20_000 }
    try stage.player.remove(ids: [ids[1]])
    try await stage.probe.wait("another in its place") { ring.written == 50_000 }
    try await stage.card.set("speed=10")
    try await stage.probe.waitUntilStopped()
    let frames = stage.recording.frames
    try stage.expectHeard(Array(frames[..<80_000]), Array(frames[240_000...]))
    #expect(stage.probe.started == [ids[0], ids[2]])
  }

  @Test func `only a part of what follows is heard when that is said in time`() async throws {
    // At 44100 Hz half a second is 22050 frames.
    let stage = try await Stage([20_000, 40_000, 30_000], card: Self.slow)
    let ids = stage.play()
    var ring: (taken: Int, written: Int) {
      stage.player.sounding?.stream.map { ($0.ring.taken, $0.ring.written) } ?? (0, 0)
    }
    try await stage.probe.wait("the next one in the device") { ring.taken > 20_000 }
    try stage.player.setRange(PlayedRange(start: 0, end: 500), of: ids[1])
    try await stage.probe.wait("its part in its place") { ring.written == 42_050 }
    try await stage.card.set("speed=10")
    try await stage.probe.waitUntilStopped()
    let frames = stage.recording.frames
    try stage.expectHeard(Array(frames[..<(42_050 * 4)]), Array(frames[240_000...]))
    #expect(stage.probe.started == ids)
  }

  @Test func `all of what follows is heard when its part is taken back in time`() async throws {
    let stage = try await Stage([20_000, 40_000, 30_000], card: Self.slow)
    let ids = stage.play()
    var ring: (taken: Int, written: Int) {
      stage.player.sounding?.stream.map { ($0.ring.taken, $0.ring.written) } ?? (0, 0)
    }
    try await stage.probe.wait("sound") { ring.taken > 0 }
    let before = stage.player.queue
    try stage.player.setRange(PlayedRange(start: 0, end: 500), of: ids[1])
    try await stage.probe.wait("its part in the device") {
      ring.written == 42_050 && ring.taken > 20_000
    }
    stage.player.putBack(before, at: nil)
    try await stage.probe.wait("all of it in its place") { ring.written > 50_000 }
    try await stage.card.set("speed=10")
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
    #expect(stage.probe.started == ids)
  }

  @Test func `when the playing entry is removed the next one plays`() async throws {
    let stage = try await Stage([Recording.long, 8000], rate: 8000)
    let ids = stage.play()
    try await stage.probe.waitForPosition(.milliseconds(100))
    try stage.player.remove(ids: [ids[0]])
    #expect(stage.player.nowPlaying?.id == ids[1])
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(atEnd: stage.recording.frames.suffix(32_000))
  }

  @Test func `single pauses before the next entry, which then plays from its first frame`()
    async throws
  {
    let stage = try await Stage([10_000, 20_000], card: "speed=10")
    let ids = stage.player.append(stage.recording.items)
    stage.player.setSingle(.oneShot)
    stage.player.play()
    try await stage.probe.wait("pause") { stage.player.state == .paused }
    #expect(stage.player.nowPlaying?.id == ids[1])
    #expect(stage.player.position == .zero)
    #expect(stage.player.queue.single == .off)
    stage.player.pause(false)
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
  }

  @Test func `an entry that repeats itself is heard again without a gap`() async throws {
    let stage = try await Stage([50_000])
    stage.player.append(stage.recording.items)
    stage.player.setRepeat(true)
    stage.player.play()
    try await stage.probe.wait("three rounds") { stage.probe.started.count == 3 }
    stage.player.setRepeat(false)
    try await stage.probe.waitUntilStopped()
    #expect(try stage.card.takes().count == 1)
    let rounds = stage.probe.started.count
    try #require(rounds < 60)
    let parts = Array(repeating: stage.recording.frames, count: rounds)
    try stage.expectHeard(Array(parts.joined()))
  }

  @Test func `a new queue pauses what plays and waits at its first item`() async throws {
    let stage = try await Stage([Recording.long, 8000], rate: 8000)
    stage.play()
    try await stage.probe.wait("sound") { !stage.probe.started.isEmpty }
    stage.player.setQueue(MediaItemCollection([stage.recording.items[1]]))
    #expect(stage.player.state == .paused)
    #expect(stage.player.nowPlaying.map { stage.player.item(of: $0) } == stage.recording.items[1])
    #expect(stage.player.position == .zero)
    stage.player.play()
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(atEnd: stage.recording.frames.suffix(32_000))
  }
}
