import Library
import Media
import Playback
import TestSupport
import Testing

@testable import Service

@Suite struct StateKeeperTests {
  private static let item = QueueItem(id: .random(), album: .none)

  /// How many steps can be taken back.
  private static func undo(_ keeper: StateKeeper, _ queue: inout PlayQueue) throws -> Int {
    var steps = 0
    while true {
      guard case .queue(let undone, let earlier, _) = try keeper.plan(redo: false, queue) else {
        return steps
      }
      queue = earlier
      steps += 1
      let point = SavedPoint(entry: nil, position: .zero, state: .stopped)
      keeper.keep(
        queue: queue, edit: .step(undone, from: point), player: SavedPlayer(), isDurable: false)
      keeper.flush()
    }
  }

  @Test func `where identities are used again, what had them before does not come back`()
    async throws
  {
    let folder = try TemporaryFolder()
    let keeper = StateKeeper(
      store: try LibraryStore(path: folder.path("segue.db"), access: .write))
    try await blocking {
      var queue = PlayQueue(restoring: [], lastID: UInt32(Int32.max) - 3, current: nil)
      var token: Int64 = 0
      func keep(_ items: Int) {
        if items == 0 {
          queue.clear()
        } else {
          queue.append(Array(repeating: Self.item, count: items))
        }
        token += 1
        let point = SavedPoint(entry: nil, position: .zero, state: .stopped)
        keeper.keep(
          queue: queue, edit: .change(token: token, from: point), player: SavedPlayer(),
          isDurable: false)
        keeper.flush()
      }
      for items in [1, 1, 0] { keep(items) }
      #expect(queue.reuses == 0)
      var copy = queue
      var steps = try Self.undo(keeper, &copy)
      #expect(steps == 3)
      for items in [1, 0] { keep(items) }
      // Now there are not enough others left.
      keep(2)
      #expect(queue.reuses == 1)
      steps = try Self.undo(keeper, &queue)
      #expect(steps == 1)
      #expect(queue.isEmpty)
    }
  }
}
