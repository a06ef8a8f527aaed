import Media
import TestSupport
import Testing
import Worker

@testable import Playback

/// Real files, the real decoder, and the rig's card: what was heard, frame by frame.
@MainActor @Suite struct PlayerTests {
  @Test func `consecutive files are heard as the one take they were cut from`() async throws {
    let recording = try await Recording([44100, 30001, 17, 50000])
    let card = try await VirtualCard(["speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    let ids = probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitUntilStopped()
    #expect(try await card.takes().count == 1)
    let found = try await card.difference(from: recording.frames)
    #expect(found == nil)
    #expect(probe.started == ids)
    #expect(probe.player.nowPlaying == nil)
    #expect(probe.player.error == nil)
  }

  @Test func `pausing and going on loses no frame`() async throws {
    let recording = try await Recording([160_000], rate: 8000)
    let card = try await VirtualCard()
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    for time in [100, 300, 700] {
      try await probe.waitForPosition(.milliseconds(time))
      probe.player.pause(true)
      #expect(probe.player.state == .paused)
      probe.player.pause(false)
      try await probe.waitForPosition(.milliseconds(time + 100))
      probe.player.pause(true)
      try await card.set(["delay": "0"])
      probe.player.pause(false)
    }
    try await expectEveryFrame(of: recording, on: card, probe)
    #expect(try await card.takes().count == 1)
    #expect(try await card.events().contains(" pause at frame"))
  }

  @Test func `a seek goes to the frame, and what was ahead is not heard`() async throws {
    let recording = try await Recording([160_000], rate: 8000)
    let card = try await VirtualCard()
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitForPosition(.milliseconds(200))
    try probe.player.seek(to: .milliseconds(19_500))
    #expect(probe.player.position == .milliseconds(19_500))
    try await probe.waitUntilStopped()
    let rest = recording.frames[(156_000 * 4)...]
    let before = try await card.heard().count - rest.count
    try #require(before > 0)
    let found = try await card.difference(from: Array(recording.frames[..<before]), Array(rest))
    #expect(found == nil)
    #expect(probe.events.contains(.positionJumped))
  }

  enum Fault: CaseIterable, Sendable {
    case xrun, suspend, unplugged, inputOutput, stalled

    var setting: [String: String] {
      switch self {
      case .xrun: ["xrun": "1"]
      case .suspend: ["suspend": "1"]
      case .unplugged: ["plugged": "0"]
      case .inputOutput: ["write": "EIO"]
      case .stalled: ["stalled": "1"]
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `no frame is lost or repeated by a fault of the device`(fault: Fault) async throws {
    let recording = try await Recording([160_000], rate: 8000)
    let card = try await VirtualCard()
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitForPosition(.milliseconds(300))
    try await card.set(fault.setting)
    if fault != .xrun, fault != .suspend {
      try await probe.wait("interruption") { probe.player.error != nil }
      #expect(probe.player.state == .playing)
      let position = probe.player.position
      #expect(probe.player.position == position)
      try await card.set(["plugged": "1", "write": "0", "stalled": "0"])
    }
    try await probe.wait("sound again") { probe.player.error == nil }
    try await expectEveryFrame(of: recording, on: card, probe)
  }

  @Test func `a busy device is tried until it is free`() async throws {
    let recording = try await Recording([20_000])
    let card = try await VirtualCard(["open": "EBUSY", "speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.wait("error") { probe.player.error != nil }
    #expect(
      probe.player.error
        == "The sound device hw:0,0 is busy: another program is using it.")
    #expect(probe.player.state == .playing)
    try await card.set(["open": "0"])
    try await probe.waitUntilStopped()
    let found = try await card.difference(from: recording.frames)
    #expect(found == nil)
  }

  @Test func `files of different formats are heard one after the other, each exactly`()
    async throws
  {
    let one = try await Recording([22050], rate: 44100)
    let other = try await Recording([24000], rate: 48000)
    let card = try await VirtualCard(["speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(one.items + other.items + one.items)
    probe.player.play()
    try await probe.waitUntilStopped()
    let takes = try await card.takes()
    #expect(takes.map(\.count) == [88_200, 96_000, 88_200])
    let found = try await card.difference(from: one.frames, other.frames, one.frames)
    #expect(found == nil)
    #expect(probe.started.count == 3)
  }

  @Test func `a device without 16 bits gets wider samples that lose nothing`() async throws {
    let recording = try await Recording([10_000])
    let card = try await VirtualCard(["formats": "S32_LE", "speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitUntilStopped()
    let wide = stride(from: 0, to: recording.frames.count, by: 2).flatMap { index in
      [0, 0] + recording.frames[index...index + 1]
    }
    let found = try await card.difference(from: wide)
    #expect(found == nil)
  }

  @Test func `a device of another rate gets resampled frames`() async throws {
    let recording = try await Recording([22_050])
    let card = try await VirtualCard(["rates": "48000", "speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitUntilStopped()
    #expect(abs(try await card.heard().count / 4 - 24_000) <= 1)
  }

  @Test func `an unreadable entry is skipped with its reason, without a gap`() async throws {
    let recording = try await Recording([40_000, 20_000])
    try recording.folder.write("text.flac", "This is no music.")
    let broken = Recording.item(recording.folder.path("text.flac"))
    let missing = Recording.item(recording.folder.path("missing.flac"))
    let card = try await VirtualCard(["speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    let ids = probe.player.append(
      [broken, recording.items[0], missing, broken, recording.items[1], missing])
    probe.player.play()
    try await probe.waitUntilStopped()
    #expect(try await card.takes().count == 1)
    let found = try await card.difference(from: recording.frames)
    #expect(found == nil)
    #expect(probe.started == [ids[1], ids[4]])
    let failures = probe.events.compactMap {
      if case .trackFailed(let id, let reason) = $0 { (id, reason) } else { nil }
    }
    #expect(failures.map(\.0) == [ids[0], ids[2], ids[3], ids[5]])
    #expect(failures[1].1.hasSuffix("missing.flac: No such file or directory."))
  }

  @Test func `ten unplayable entries in a row stop the queue`() async throws {
    let folder = try TemporaryFolder()
    let probe = PlayerProbe(OutputConfiguration(name: "null", kind: .null))
    defer { probe.player.shutDown() }
    probe.player.append((0..<30).map { Recording.item(folder.path("\($0).flac")) })
    probe.player.setRepeat(true)
    probe.player.play()
    try await probe.waitUntilStopped()
    #expect(probe.player.error?.hasPrefix("10 entries in a row cannot be played.") == true)
  }

  @Test func `a decoder that dies costs one entry after the other, and says how`() async throws {
    let recording = try await Recording([1000, 1000])
    // Written by another process: a file that is open for writing here, or in a child that is just
    // being started from here, cannot be run.
    let program = recording.folder.path("segue-decoder")
    try await Tool.run([
      "sh", "-c", "printf '#!/bin/sh\\necho gone >&2\\nexit 3\\n' >$0; chmod 755 $0", program,
    ])
    let probe = PlayerProbe(
      OutputConfiguration(name: "null", kind: .null),
      workers: WorkerPrograms(folder: recording.folder.path))
    defer { probe.player.shutDown() }
    let ids = probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitUntilStopped()
    let failed = probe.events.compactMap {
      if case .trackFailed(let id, _) = $0 { id } else { nil }
    }
    #expect(failed == ids)
    let error = probe.player.error ?? ""
    #expect(error.contains("A worker ended with status 3, saying: gone."), "\(error)")
  }

  @Test func `without an output playing waits, and goes on where it was`() async throws {
    let recording = try await Recording([160_000], rate: 8000)
    let card = try await VirtualCard()
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitForPosition(.milliseconds(200))
    try probe.player.setOutput(0, enabled: false)
    try await probe.wait("error") { probe.player.error == "No output is enabled." }
    #expect(probe.player.state == .playing)
    #expect(probe.player.volume == nil)
    try probe.player.setOutput(0, enabled: true)
    try await expectEveryFrame(of: recording, on: card, probe)
  }

  @Test func `what follows may change until it is heard`() async throws {
    let recording = try await Recording([44_100, 40_000, 30_000])
    let card = try await VirtualCard(["speed": "0.12"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    let ids = probe.player.append(recording.items)
    probe.player.play()
    var ring: (taken: Int, written: Int) {
      probe.player.sounding.map { ($0.stream.ring.taken, $0.stream.ring.written) } ?? (0, 0)
    }
    try await probe.wait("the next one in the device") { ring.taken > 44_100 }
    try probe.player.remove(ids: [ids[1]])
    try await probe.wait("another in its place") { ring.written == 74_100 }
    try await card.set(["speed": "10"])
    try await probe.waitUntilStopped()
    let frames = recording.frames
    let found = try await card.difference(
      from: Array(frames[..<176_400]), Array(frames[336_400...]))
    #expect(found == nil)
    #expect(probe.started == [ids[0], ids[2]])
  }

  @Test func `when the playing entry is removed the next one plays`() async throws {
    let recording = try await Recording([160_000, 8000], rate: 8000)
    let card = try await VirtualCard()
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    let ids = probe.player.append(recording.items)
    probe.player.play()
    try await probe.waitForPosition(.milliseconds(100))
    try probe.player.remove(ids: [ids[0]])
    #expect(probe.player.nowPlaying?.id == ids[1])
    try await probe.waitUntilStopped()
    let found = try await card.difference(ofEnd: recording.frames.suffix(32_000))
    #expect(found == nil)
  }

  @Test func `single pauses before the next entry, which then plays from its first frame`()
    async throws
  {
    let recording = try await Recording([10_000, 20_000])
    let card = try await VirtualCard(["speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    let ids = probe.player.append(recording.items)
    probe.player.setSingle(.oneShot)
    probe.player.play()
    try await probe.wait("pause") { probe.player.state == .paused }
    #expect(probe.player.nowPlaying?.id == ids[1])
    #expect(probe.player.position == .zero)
    #expect(probe.player.queue.single == .off)
    probe.player.pause(false)
    try await probe.waitUntilStopped()
    let found = try await card.difference(from: recording.frames)
    #expect(found == nil)
  }

  @Test func `an entry that repeats itself is heard again without a gap`() async throws {
    let recording = try await Recording([100_000])
    let card = try await VirtualCard(["speed": "4"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.setRepeat(true)
    probe.player.play()
    try await probe.wait("three rounds") { probe.started.count == 3 }
    probe.player.setRepeat(false)
    try await probe.waitUntilStopped()
    let takes = try await card.takes()
    #expect(takes.count == 1)
    let rounds = probe.started.count
    try #require(rounds < 60)
    let parts = Array(repeating: recording.frames, count: rounds)
    let found = try await card.difference(from: Array(parts.joined()))
    #expect(found == nil)
  }

  @Test func `a new queue pauses what plays and waits at its first item`() async throws {
    let recording = try await Recording([160_000, 8000], rate: 8000)
    let card = try await VirtualCard()
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.wait("sound") { !probe.started.isEmpty }
    probe.player.setQueue(MediaItemCollection([recording.items[1]]))
    #expect(probe.player.state == .paused)
    #expect(probe.player.nowPlaying?.item == recording.items[1])
    #expect(probe.player.position == .zero)
    probe.player.play()
    try await probe.waitUntilStopped()
    let found = try await card.difference(ofEnd: recording.frames.suffix(32_000))
    #expect(found == nil)
  }

  @Test func `half the volume is an eighth of the amplitude`() async throws {
    let recording = try await Recording([10_000])
    let card = try await VirtualCard(["speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    try probe.player.setVolume(50)
    probe.player.play()
    try await probe.waitUntilStopped()
    let expected = Self.samples(recording.frames).map { (Double($0) / 8).rounded() }
    let heard = try await Self.samples(card.heard()).map(Double.init)
    #expect(heard.elementsEqual(expected))
  }

  @Test func `the null output plays by the clock`() async throws {
    let recording = try await Recording([20_000])
    let probe = PlayerProbe(OutputConfiguration(name: "null", kind: .null, mixer: .none))
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    #expect(probe.player.volume == nil)
    let start = ContinuousClock.now
    probe.player.play()
    try await probe.waitUntilStopped()
    #expect(ContinuousClock.now - start >= .milliseconds(453))
    #expect(probe.started.count == 1)
  }

  @Test func `a restored queue goes on where it was`() async throws {
    let recording = try await Recording([60_000, 10_000])
    let card = try await VirtualCard(["speed": "10"])
    let probe = PlayerProbe(card.output)
    defer { probe.player.shutDown() }
    let ids = [EntryID(rawValue: 5), EntryID(rawValue: 9)]
    probe.player.restore(
      [(ids[0], recording.items[0]), (ids[1], recording.items[1])], current: ids[0],
      position: .seconds(1), state: .paused, random: false, repeating: false, single: .off,
      consume: .on)
    #expect(probe.player.state == .paused)
    #expect(probe.player.position == .seconds(1))
    probe.player.play()
    try await probe.waitUntilStopped()
    let found = try await card.difference(from: Array(recording.frames[(44_100 * 4)...]))
    #expect(found == nil)
    #expect(probe.player.queue.isEmpty)
  }

  /// Plays on for longer than the device holds, then goes to the end of a recording of 20 seconds at
  /// 8 kHz. All that was heard must be its beginning and its end, without a frame more or less.
  private func expectEveryFrame(
    of recording: Recording, on card: VirtualCard, _ probe: PlayerProbe
  ) async throws {
    let position = try #require(probe.player.position)
    try await probe.waitForPosition(position + .milliseconds(800))
    #expect(probe.player.error == nil)
    try probe.player.seek(to: .milliseconds(19_500))
    try await probe.waitUntilStopped()
    let rest = Array(recording.frames[(156_000 * 4)...])
    let before = try await card.heard().count - rest.count
    #expect(before > 8000 * 4)
    let found = try await card.difference(
      from: Array(recording.frames.prefix(before)), rest)
    #expect(found == nil)
  }

  private static func samples(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}
