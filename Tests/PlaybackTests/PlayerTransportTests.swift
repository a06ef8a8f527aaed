import Glibc
import Media
import Playback
import TestSupport
import Testing

/// Pause, seek and going on after a restart, to the frame.
@MainActor @Suite struct PlayerTransportTests {
  @Test func `pausing and going on loses no frame`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    func position() -> Duration { stage.player.position ?? .zero }
    func pauses() -> Int { stage.card.count(of: " pause at frame") }
    stage.play()
    for time in [100, 200, 400] {
      try await stage.probe.waitForPosition(position() + .milliseconds(time))
      stage.player.pause(true)
      #expect(stage.player.state == .paused)
      stage.player.pause(false)
      try await stage.probe.waitForPosition(position() + .milliseconds(100))
      let before = pauses()
      stage.player.pause(true)
      try await stage.probe.wait("the device to stand") { pauses() > before }
      stage.player.pause(false)
    }
    try await stage.expectEveryFrame()
    #expect(try stage.card.takes().count == 1)
  }

  @Test func `a device that was given up while paused loses no frame`() async throws {
    let stage = try await Stage(
      [Recording.long], rate: 8000, closeAfterPause: .milliseconds(100))
    let ids = stage.play()
    for round in 1...3 {
      try await stage.probe.waitForPosition(
        (stage.player.position ?? .zero) + .milliseconds(333))
      stage.player.pause(true)
      try await stage.probe.wait("the device to be closed") {
        stage.card.count(of: " close") == round
      }
      let position = stage.player.position
      #expect(stage.player.state == .paused)
      #expect(stage.player.audioFormat?.sampleRate == 8000)
      stage.player.pause(false)
      #expect(stage.player.position == position)
    }
    try await stage.expectEveryFrame()
    #expect(try stage.card.takes().count == 4)
    #expect(stage.probe.started == [ids[0], ids[0]], "It began once, and again after the seek.")
  }

  @Test func `going to another entry while paused gives the device up at once`() async throws {
    let stage = try await Stage([Recording.long, 8000], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(300))
    stage.player.pause(true)
    try stage.player.seek(position: 1, to: .milliseconds(500))
    try await stage.probe.wait("the device to be closed") {
      stage.card.count(of: " close") == 1
    }
    #expect(stage.player.state == .paused)
    #expect(stage.player.position == .milliseconds(500))
    stage.player.pause(false)
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(atEnd: stage.recording.frames.suffix(4000))
  }

  @Test func `a file that is gone when a given up device comes back is skipped`() async throws {
    let stage = try await Stage(
      [Recording.long, 8000], rate: 8000, closeAfterPause: .zero)
    let ids = stage.play()
    try await stage.probe.waitForPosition(.milliseconds(300))
    stage.player.pause(true)
    try await stage.probe.wait("the device to be closed") {
      stage.card.count(of: " close") == 1
    }
    #expect(unlink(stage.recording.folder.path("0.flac")) == 0)
    stage.player.pause(false)
    try await stage.probe.waitUntilStopped()
    #expect(stage.probe.failures.map(\.0) == [ids[0]])
    #expect(stage.probe.started == ids)
    try stage.expectHeard(atEnd: stage.recording.frames.suffix(32_000))
  }

  @Test func `a seek goes to the frame, and what was ahead is not heard`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(200))
    let rest = try stage.seekToEnd()
    #expect(stage.player.position == .milliseconds(119_500))
    try await stage.probe.waitUntilStopped()
    let before = try stage.card.heard().count - rest.count
    try #require(before > 0)
    try stage.expectHeard(Array(stage.recording.frames[..<before]), Array(rest))
    #expect(stage.probe.events.contains(.positionJumped))
  }

  @Test func `a seek goes no further than to the end`() async throws {
    let stage = try await Stage([Recording.long, 8000], rate: 8000)
    let ids = stage.play()
    try await stage.probe.waitForPosition(.milliseconds(100))
    stage.player.pause(true)
    try stage.player.seek(to: .seconds(99_999))
    #expect(stage.player.position == .seconds(120))
    stage.player.pause(false)
    try await stage.probe.waitUntilStopped()
    #expect(stage.probe.started == ids)
  }

  @Test func `a restored queue goes on where it was`() async throws {
    let stage = try await Stage([60_000, 10_000], card: "speed=10")
    let ids = [EntryID(rawValue: 5), EntryID(rawValue: 9)]
    stage.player.items.remember(stage.recording.items)
    let records = zip(ids, stage.recording.items).map {
      QueueRecord(id: $0.rawValue, item: $1.persistentID)
    }
    var queue = PlayQueue(restoring: records, current: ids[0])
    queue.consume = .on
    stage.player.restore(queue, position: .seconds(1), state: .paused)
    #expect(stage.player.state == .paused)
    #expect(stage.player.position == .seconds(1))
    stage.player.play()
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(Array(stage.recording.frames[(44_100 * 4)...]))
    #expect(stage.player.queue.isEmpty)
  }
}
