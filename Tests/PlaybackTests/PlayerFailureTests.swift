import Media
import Playback
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
    let failures = stage.probe.events.compactMap {
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
