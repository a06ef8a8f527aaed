import Library
import Posix
import TestSupport
import Testing

@testable import Service

@Suite struct PlaylistKeeperTests {
  @Test func `what cannot be kept for a time is kept later, in its order`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("segue.db")
    let keeper = PlaylistKeeper(path: path)
    let isFull = Guarded(true)
    let kept = Guarded<[Int]>([])
    @Sendable func later(_ number: Int) {
      keeper.later { _ in
        if isFull.withLock({ $0 }) { throw LibraryError.diskFull(path: path) }
        kept.withLock { $0.append(number) }
      }
    }
    try await blocking {
      later(1)
      later(2)
      keeper.flush(within: .seconds(60))
      #expect(kept.withLock { $0 } == [])
      isFull.withLock { $0 = false }
      later(3)
      // What never goes well is in nobody's way.
      keeper.later { _ in throw LibraryError.noRoots }
      later(4)
      keeper.flush(within: .seconds(60))
      #expect(kept.withLock { $0 } == [1, 2, 3, 4])
      keeper.flush(within: .seconds(60))
      #expect(kept.withLock { $0 } == [1, 2, 3, 4])
    }
  }
}
