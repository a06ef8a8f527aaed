import Media
import Posix
import TestSupport
import Testing

@testable import Library

@Suite struct WaitingScanTests {
  @Test func `a scan that waits shows the progress of the one that runs`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    let database = try LibraryStore.open(rig.library, .write, nil)
    var progress = ScanProgress(phase: .reading)
    (progress.found, progress.read, progress.toRead, progress.rate) = (500, 123, 456, 789)
    try ProgressRow.write(progress, database)
    let lock = try ScanLock.take(library: rig.library)
    let seen = Guarded<ScanProgress?>(nil)
    let isSeen = Flag()
    let summary = try await withCheckedContinuation { continuation in
      rig.scan.start(
        [rig.music], isCancelled: { isSeen.isRaised },
        progress: { progress in
          seen.withLock { $0 = progress }
          isSeen.raise()
        },
        completion: { continuation.resume(returning: $0) })
    }.get()
    _ = consume lock
    #expect(summary.isCancelled)
    progress.phase = .waiting
    #expect(seen.withLock { $0 } == progress)
  }
}
