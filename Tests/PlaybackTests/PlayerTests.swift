import Media
import TestSupport
import Testing

@testable import Playback

/// Real files, the real decoder, and the rig's card: what was heard, frame by frame.
@MainActor @Suite struct PlayerTests {
  @Test func `consecutive files are heard as the one take they were cut from`() async throws {
    let recording = try Recording([44100, 30001, 17, 50000])
    let card = try VirtualCard("speed=10")
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    let ids = probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitUntilStopped()
    #expect(try card.takes().count == 1)
    #expect(try card.heard() == recording.frames)
    #expect(probe.started == ids)
    #expect(probe.player.nowPlaying == nil)
    #expect(probe.player.error == nil)
  }
}
