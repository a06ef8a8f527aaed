import Media
import Playback
import TestSupport
import Testing

/// A player on a card of its own, with a recording to play.
@MainActor final class Stage {
  let recording: Recording
  let card: VirtualCard
  let probe: PlayerProbe

  var player: Player { probe.player }

  /// - Parameters:
  ///   - lengths: How many frames each file has.
  ///   - keys: What the card is like.
  init(_ lengths: [Int], rate: Int = 44100, card keys: String...) async throws {
    recording = try await Recording(lengths, rate: rate)
    card = try await VirtualCard(keys)
    probe = PlayerProbe(card.output)
  }

  isolated deinit { player.shutDown() }

  /// Plays items: those of the recording, if no others.
  @discardableResult
  func play(_ items: [MediaItem]? = nil) -> [EntryID] {
    defer { player.play() }
    return player.append(items ?? recording.items)
  }

  /// Plays on for longer than the device holds, then goes to the end of a recording of 20 seconds at
  /// 8 kHz. All that was heard must be its beginning and its end, without a frame more or less.
  func expectEveryFrame(at location: SourceLocation = #_sourceLocation) async throws {
    let position = try #require(player.position)
    try await probe.waitForPosition(position + .milliseconds(800), at: location)
    #expect(player.error == nil, sourceLocation: location)
    try player.seek(to: .milliseconds(19_500))
    try await probe.waitUntilStopped(at: location)
    let rest = Array(recording.frames[(156_000 * 4)...])
    let before = try card.heard().count - rest.count
    #expect(before > 8000 * 4, sourceLocation: location)
    try expectHeard(Array(recording.frames.prefix(before)), rest, at: location)
  }

  /// Everything that was heard, in all takes.
  func expectHeard(
    _ wanted: [UInt8]..., at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Comparison.difference(card.heard(), Array(wanted.joined()))
    #expect(found == nil, sourceLocation: location)
  }

  /// What was heard last.
  func expectHeard(
    atEnd wanted: ArraySlice<UInt8>, at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Comparison.difference(Array(card.heard().suffix(wanted.count)), Array(wanted))
    #expect(found == nil, sourceLocation: location)
  }
}
