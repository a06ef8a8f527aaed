import Media
import TestSupport
import Testing

@testable import Picker

/// What is seen of moves at once, and what the player is told, are the same.
@Suite struct PickerQueueOrderTests {
  private static func queue(_ count: Int) -> PickerQueue {
    let entries = (0..<count).map {
      PickerQueueEntry(id: UInt32($0), item: Samples.records[$0 % Samples.records.count].id)
    }
    return PickerQueue(entries, PickerTable(), others: Samples.recordRows)
  }

  /// As a player does it.
  private static func carryOut(_ moves: [PickerMove], _ queue: PickerQueue) -> [UInt32] {
    moves.reduce(into: queue.entries.map(\.id)) { order, move in
      order.removeAll { $0 == move.entry }
      order.insert(move.entry, at: move.place)
    }
  }

  @Test func `whatever is moved`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let queue = Self.queue(Int.random(in: 1...12, using: &random))
      let places = (0..<queue.count).filter { _ in Bool.random(using: &random) }
      let target = Int.random(in: 0...queue.count, using: &random)
      var moved = queue
      moved.move(places, before: target, PickerTable())
      #expect(
        moved.entries.map(\.id) == Self.carryOut(queue.moves(places, before: target), queue))
      for direction in [-1, 1] {
        let steps = queue.steps(places, direction)
        if steps.isEmpty { continue }
        var stepped = queue
        stepped.step(places, direction, PickerTable())
        #expect(stepped.entries.map(\.id) == Self.carryOut(steps, queue))
        #expect(stepped.milliseconds == queue.milliseconds)
      }
    }
  }
}
