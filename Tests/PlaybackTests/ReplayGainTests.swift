import Glibc
import Media
import TestSupport
import Testing

@testable import Playback

/// How loud tracks are made, and how they are heard then.
@MainActor @Suite struct ReplayGainTests {
  typealias Mode = ReplayGainSettings.Mode

  struct Case: Sendable {
    let mode: Mode
    var track: ReplayGain.Correction?
    var album: ReplayGain.Correction?
    var isAmongAlbum = false
    /// In decibels.
    let expected: Double
  }

  @Test(arguments: [
    Case(mode: .off, track: .init(gain: -6), expected: 0),
    Case(mode: .track, track: .init(gain: -6), album: .init(gain: -9), expected: -4),
    Case(mode: .album, track: .init(gain: -6), album: .init(gain: -9), expected: -7),
    Case(mode: .album, track: .init(gain: -6), expected: -4),
    Case(mode: .track, album: .init(gain: -9), expected: -7),
    Case(mode: .automatic, track: .init(gain: -6), album: .init(gain: -9), expected: -4),
    Case(
      mode: .automatic, track: .init(gain: -6), album: .init(gain: -9), isAmongAlbum: true,
      expected: -7),
    Case(mode: .track, expected: -3),
    // A peak of half of full scale leaves 6.02 decibels.
    Case(mode: .track, track: .init(gain: 9, peak: 0.5), expected: 6.0206),
    Case(mode: .track, track: .init(gain: 3, peak: 0.5), expected: 5),
    Case(mode: .track, track: .init(gain: 9, peak: 0), expected: 11),
    Case(
      mode: .album, track: .init(gain: 9, peak: 0.5), album: .init(gain: -5, peak: 1.2),
      expected: -3),
  ])
  func `the gain is that of the mode, with the preamp, up to the peak`(one: Case) {
    var settings = ReplayGainSettings()
    settings.mode = one.mode
    settings.preamp = 2
    settings.fallback = -3
    let factor = settings.factor(
      for: ReplayGain(track: one.track, album: one.album), isAmongAlbum: one.isAmongAlbum)
    #expect(abs(20 * log10(factor) - one.expected) < 0.001)
  }

  @Test func `neighbours of the same album are known by album, artist and folder`() {
    func item(_ album: String?, _ artist: String?, _ folder: String) -> MediaItem {
      var item = Recording.item("/\(folder)/\(UInt64.random(in: 0...(.max))).flac")
      item.tags.album = album
      item.tags.albumArtists = artist.map { [$0] } ?? []
      return item
    }
    var queue = PlayQueue()
    let ids = queue.append([
      item("A", "x", "1"), item("A", "x", "2"), item("A", "y", "2"), item("B", nil, "1"),
      item("B", nil, "2"), item("B", nil, "2"), item(nil, nil, "2"), item(nil, nil, "2"),
    ])
    #expect(
      ids.map { queue.isAmongAlbum($0) } == [true, true, false, false, true, true, false, false])
    queue.setRandom(true)
    #expect(!ids.contains { queue.isAmongAlbum($0) })
  }

  @Test func `each track is heard at its own gain, without a gap`() async throws {
    let stage = try await Stage([20_000, 15_001, 10_000], card: "speed=10")
    stage.player.setReplayGain(.track)
    var items = stage.recording.items
    items[0].tags.replayGain = ReplayGain(track: .init(gain: -7.25, peak: 1))
    items[2].tags.replayGain = ReplayGain(track: .init(gain: 3.5, peak: 0.9))
    stage.play(items)
    try await stage.probe.waitUntilStopped()
    #expect(try stage.card.takes().count == 1)
    // 10^(-7.25/20), nothing, and 1/0.9, which is less than 10^(3.5/20); full scale is the end.
    let factors = [
      (0..<20_000, 0.43401026364474), (20_000..<35_001, 1), (35_001..<45_001, 1 / 0.9),
    ]
    let original = Self.samples(stage.recording.frames)
    let expected = factors.flatMap { frames, factor in
      original[frames.lowerBound * 2..<frames.upperBound * 2].map {
        max(-32768, min(32767, Double($0) * factor))
      }
    }
    let heard = Self.samples(try stage.card.heard()).map(Double.init)
    try #require(heard.count == expected.count)
    // What is multiplied is dithered; the track in the middle is not.
    #expect(zip(heard, expected).allSatisfy { abs($0 - $1) <= 1.5 })
    #expect(heard[40_000..<70_002] == expected[40_000..<70_002])
  }

  @Test func `a new mode ramps in while a track plays, and loses no frame`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    var item = stage.recording.items[0]
    item.tags.replayGain = ReplayGain(track: .init(gain: -20))
    stage.play([item])
    try await stage.probe.waitForPosition(.milliseconds(200))
    stage.player.setReplayGain(.track)
    #expect(stage.probe.events.last == .optionsChanged)
    let original = stage.recording.frames
    // By then all that the ring and the device held before is heard.
    try await stage.probe.waitForPosition(.seconds(4))
    let rest = Self.samples(try stage.seekToEnd())
    try await stage.probe.waitUntilStopped()
    let all = Self.samples(try stage.card.heard())
    #expect(zip(all.suffix(8000), rest).allSatisfy { abs(Double($0) - Double($1) / 10) <= 1.5 })
    let changed = try #require(all.indices.first { all[$0] != Self.sample(original, $0) })
    let settled = changed + 2 * 160
    let end = all.count - 8000
    try #require(settled < end)
    #expect(
      (settled..<end).allSatisfy {
        abs(Double(all[$0]) - Double(Self.sample(original, $0)) / 10) <= 1.5
      })
  }

  private static func samples(_ bytes: some Collection<UInt8>) -> [Int16] {
    let bytes = Array(bytes)
    return (0..<bytes.count / 2).map { sample(bytes, $0) }
  }

  private static func sample(_ bytes: [UInt8], _ index: Int) -> Int16 {
    Int16(bitPattern: UInt16(bytes[index * 2]) | UInt16(bytes[index * 2 + 1]) << 8)
  }
}
