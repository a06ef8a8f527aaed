import Media
import Playback
import TestSupport
import Testing

/// A player on a card of its own, with a recording to play.
@MainActor final class Stage {
  let recording: Recording
  let card: VirtualCard
  let probe: PlayerProbe

  /// How many frames are left after `seekToEnd`.
  static let endFrames = 4000

  private let seat: Seat

  var player: Player { probe.player }

  /// - Parameters:
  ///   - lengths: How many frames each file has.
  ///   - keys: What the card is like.
  ///   - closeAfterPause: How long it is kept while paused.
  init(
    _ lengths: [Int], rate: Int = 44100, card keys: String...,
    closeAfterPause: Duration = .seconds(30), items: (any ItemSource)? = nil,
    mixer: OutputConfiguration.Mixer = .software
  ) async throws {
    seat = await Seat.free()
    recording = try await Recording(lengths, rate: rate)
    card = try await VirtualCard(keys)
    var output = card.output
    output.mixer = mixer
    probe = PlayerProbe(output, closeAfterPause: closeAfterPause, items: items)
  }

  isolated deinit { player.shutDown() }

  /// Plays items: those of the recording, if no others.
  @discardableResult
  func play(_ items: [MediaItem]? = nil) -> [EntryID] {
    defer { player.play() }
    return player.append(items ?? recording.items)
  }

  /// Goes to the last half second of a long recording.
  ///
  /// - Returns: The frames that are heard from there on.
  @discardableResult
  func seekToEnd() throws -> ArraySlice<UInt8> {
    let place = Recording.long - Self.endFrames
    try player.seek(to: .microseconds(125) * place)
    return recording.frames[(place * 4)..<(Recording.long * 4)]
  }

  /// Plays on for longer than the device holds, then goes to the end of a long recording. All that was
  /// heard must be its beginning and its end, without a frame more or less.
  func expectEveryFrame(at location: SourceLocation = #_sourceLocation) async throws {
    let position = try #require(player.position)
    try await probe.waitForPosition(position + .milliseconds(800), at: location)
    #expect(player.error == nil, sourceLocation: location)
    let rest = Array(try seekToEnd())
    try await probe.waitUntilStopped(at: location)
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

/// A place among the tests that play at the same time: they are few, since cards keep real time and a
/// machine that is too busy does not.
@MainActor private final class Seat {
  private static var left = Effort.sanitizer == nil ? 6 : 2
  private static var waiting: [CheckedContinuation<Void, Never>] = []

  private init() {}

  static func free() async -> Seat {
    if left > 0 {
      left -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    return Seat()
  }

  isolated deinit {
    if Self.waiting.isEmpty {
      Self.left += 1
    } else {
      Self.waiting.removeFirst().resume()
    }
  }
}
