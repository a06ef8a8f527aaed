import Media
import Playback
import TestSupport
import Testing

/// Entries that are played on from where they were left another time.
@MainActor @Suite struct PlayerResumptionTests {
  private func ends(_ stage: Stage) -> [(EntryID, isOver: Bool)] {
    stage.probe.events.compactMap { event in
      if case .trackEnded(let id, _, let isOver) = event { (id, isOver) } else { nil }
    }
  }

  @Test func `an entry of which nothing is left begins anew, and the next one follows`()
    async throws
  {
    let stage = try await Stage([20_000, 10_000], card: "speed=10")
    let first = stage.recording.items[0].persistentID
    stage.player.placeToResume = { $0.itemID == first ? .seconds(100) : nil }
    let ids = stage.play()
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
    #expect(stage.probe.started == ids && stage.player.error == nil)
    #expect(ends(stage).map(\.0) == ids && ends(stage).allSatisfy(\.isOver))
  }

  @Test func `an entry that has come to its end is told from one that was left`() async throws {
    let stage = try await Stage([Recording.long, 4000], rate: 8000)
    let ids = stage.play()
    try await stage.probe.waitForPosition(.milliseconds(100))
    try stage.player.next()
    try await stage.probe.waitUntilStopped()
    #expect(ends(stage).map(\.0) == ids)
    #expect(ends(stage).map(\.isOver) == [false, true])
  }

  @Test func `a new queue waits where its first item was left`() async throws {
    let stage = try await Stage([Recording.long, 8000], rate: 8000)
    let second = stage.recording.items[1].persistentID
    stage.player.placeToResume = { $0.itemID == second ? .milliseconds(500) : nil }
    stage.play([stage.recording.items[0]])
    try await stage.probe.wait("sound") { !stage.probe.started.isEmpty }
    stage.player.setQueue(MediaItemCollection([stage.recording.items[1]]))
    #expect(stage.player.state == .paused && stage.player.position == .milliseconds(500))
    stage.player.play()
    try await stage.probe.waitUntilStopped()
    // Half of it, which is 4000 frames.
    #expect(try stage.card.takes().last?.count == 4000 * 4)
    try stage.expectHeard(atEnd: stage.recording.frames.suffix(4000 * 4))
  }

  @Test func `single pauses where the next entry was left`() async throws {
    let stage = try await Stage([4000, 8000], rate: 8000, card: "speed=10")
    let second = stage.recording.items[1].persistentID
    stage.player.placeToResume = { $0.itemID == second ? .milliseconds(500) : nil }
    stage.player.append(stage.recording.items)
    stage.player.setSingle(.oneShot)
    stage.player.play()
    try await stage.probe.wait("pause") { stage.player.state == .paused }
    #expect(stage.player.position == .milliseconds(500))
    stage.player.pause(false)
    try await stage.probe.waitUntilStopped()
    let frames = stage.recording.frames
    try stage.expectHeard(Array(frames.prefix(4000 * 4)), Array(frames.suffix(4000 * 4)))
  }
}
