import Glibc
import Media
import Playback
import Posix
import TestSupport
import Testing
import Worker

/// Entries that cannot be played.
@MainActor @Suite struct PlayerFailureTests {
  @Test func `an unreadable entry is skipped with its reason, without a gap`() async throws {
    let stage = try await Stage([40_000, 20_000], card: "speed=10")
    let recording = stage.recording
    try recording.folder.write("text.flac", "This is no music.")
    let broken = Recording.item(recording.folder.path("text.flac"))
    let missing = Recording.item(recording.folder.path("missing.flac"))
    let ids = stage.play(
      [broken, recording.items[0], missing, broken, recording.items[1], missing])
    try await stage.probe.waitUntilStopped()
    #expect(try stage.card.takes().count == 1)
    try stage.expectHeard(recording.frames)
    #expect(stage.probe.started == [ids[1], ids[4]])
    let failures = stage.probe.failures
    #expect(failures.map(\.0) == [ids[0], ids[2], ids[3], ids[5]])
    #expect(failures[1].1.hasSuffix("missing.flac: No such file or directory."))
  }

  @Test func `what fails while it is paused has the next one wait, too`() async throws {
    let stage = try await Stage([20_000], card: "speed=10")
    let missing = Recording.item(stage.recording.folder.path("missing.flac"))
    let ids = stage.play([missing, missing, stage.recording.items[0]])
    stage.player.pause(true)
    try await stage.probe.wait("a failure", { stage.probe.failures.count == 1 })
    #expect(stage.player.state == .paused && stage.player.queue.current?.id == ids[1])
    stage.player.pause(false)
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
    #expect(stage.probe.started == [ids[2]])
  }

  @Test func `while items cannot be looked up music waits, and no entry is lost`() async throws {
    let items = ShutSource()
    let stage = try await Stage([20_000, 30_000], card: "speed=10", items: items)
    items.open(stage.recording.items)
    let ids = stage.player.append(stage.recording.items)
    items.shut()
    stage.player.play()
    #expect(stage.player.state == .playing && stage.probe.failures.isEmpty)
    #expect(stage.player.error?.contains("library") == true)
    items.open(stage.recording.items)
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
    #expect(stage.probe.started == ids && stage.player.error == nil)
  }

  @Test func `what goes on by a command waits for nothing any more, and says so`() async throws {
    let items = ShutSource()
    let stage = try await Stage([20_000, 30_000], card: "speed=10", items: items)
    stage.player.append(stage.recording.items)
    stage.player.play()
    #expect(stage.player.error?.contains("library") == true)
    items.open(stage.recording.items)
    try stage.player.next()
    #expect(stage.player.error == nil)
    #expect(stage.probe.interruptions.count == 2 && stage.probe.interruptions.last == .some(nil))
    try await stage.probe.waitUntilStopped()
    #expect(stage.player.error == nil)
  }

  /// A library that can be read only at times.
  private final class ShutSource: ItemSource {
    private let items = Guarded<[PersistentID: MediaItem]?>(nil)

    func open(_ new: [MediaItem]) {
      items.withLock { items in
        items = Dictionary(new.map { ($0.persistentID, $0) }, uniquingKeysWith: { $1 })
      }
    }

    func shut() { items.withLock { $0 = nil } }

    func look(_ id: PersistentID) -> ItemLookup {
      guard let items = items.withLock({ $0 }) else { return .unreachable }
      return items[id].map { .found($0) } ?? .unknown
    }

    func remember(_ items: [MediaItem]) {}
  }

  enum Change: CaseIterable, Sendable { case cutOff, overwritten }

  @Test(arguments: Change.allCases)
  func `a file that is changed while it plays ends with its reason, and the queue goes on`(
    change: Change
  ) async throws {
    let stage = try await Stage([200_000, 8000], rate: 8000, card: "speed=0.1")
    let ids = stage.play()
    try await stage.probe.wait("sound") { !stage.probe.started.isEmpty }
    let file = try FileDescriptor(opening: stage.recording.folder.path("0.flac"), O_WRONLY)
    switch change {
    case .cutOff: #expect(ftruncate(file.raw, 300_000) == 0)
    case .overwritten:
      #expect(lseek(file.raw, 300_000, SEEK_SET) == 300_000)
      try file.write(Array(String(repeating: "This is no music. ", count: 30_000).utf8))
    }
    try await stage.card.set("speed=10")
    try await stage.probe.waitUntilStopped()
    #expect(stage.probe.started == ids)
    let failures = stage.probe.failures
    #expect(failures.map(\.0) == [ids[0]])
    let reason = failures.first?.1 ?? ""
    #expect(
      reason.contains("0.flac ended at 00:1") && reason.contains(" instead of 00:25"), "\(reason)")
    // Up to the last block, which may be torn, and from the next file on nothing is missing.
    let heard = try stage.card.heard()
    let sure = heard.count / 4 - 8000 - 4608
    try #require(sure > 80_000)
    #expect(heard[..<(sure * 4)] == stage.recording.frames[..<(sure * 4)])
    try stage.expectHeard(atEnd: stage.recording.frames.suffix(32_000))
  }

  @Test func `a file that is removed while it plays is heard to its end`() async throws {
    let stage = try await Stage([200_000, 8000], rate: 8000, card: "speed=0.1")
    stage.play()
    try await stage.probe.wait("sound") { !stage.probe.started.isEmpty }
    #expect(unlink(stage.recording.folder.path("0.flac")) == 0)
    try await stage.card.set("speed=10")
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
    #expect(stage.player.error == nil)
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
    let script = "printf '#!/bin/sh\\necho gone >&2\\nexit 3\\n' >$0; chmod 755 $0"
    #expect(try await ProgramRun.of(["sh", "-c", script, program]).status == 0)
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
}
