import Media
import TestSupport
import Testing

@testable import Playback

/// Random edits of a queue and of a list that does the same in the simplest way.
@Suite struct PlayQueueModelTests {
  @Test func `random edits leave what a plain list has, and tell every change`() throws {
    for seed in 0..<UInt64(Effort.count(5000)) {
      var random = SeededGenerator(seed: seed)
      var queue = PlayQueue(seed: seed)
      var list = PlainList()
      var versions: [(UInt32, [UInt32])] = [(queue.version, [])]
      for _ in 0..<24 {
        try step(&queue, &list, &random)
        let ids = queue.entries.map(\.id.rawValue)
        try #require(ids == list.ids, "seed \(seed)")
        try #require(queue.current?.id.rawValue == list.current, "seed \(seed)")
        for (version, old) in versions {
          #expect(patched(old, queue, since: version) == ids, "seed \(seed)")
        }
        versions.append((queue.version, ids))
      }
    }
  }

  @Test func `random edits in random order keep the current entry and one turn for each`() throws {
    for seed in 0..<UInt64(Effort.count(5000)) {
      var random = SeededGenerator(seed: seed)
      var queue = PlayQueue(seed: seed)
      var list = PlainList()
      queue.setRandom(true)
      for _ in 0..<24 {
        let before = queue.current?.id.rawValue
        try step(&queue, &list, &random)
        try #require(queue.entries.map(\.id.rawValue) == list.ids, "seed \(seed)")
        try #require(queue.order.sorted() == Array(queue.entries.indices), "seed \(seed)")
        if let before, list.ids.contains(before), list.current == before {
          #expect(queue.current?.id.rawValue == before, "seed \(seed)")
        }
        list.current = queue.current?.id.rawValue
      }
    }
  }

  /// What a client makes of the list it has and the changes it is told.
  private func patched(_ old: [UInt32], _ queue: PlayQueue, since version: UInt32) -> [UInt32] {
    var ids = Array(old.prefix(queue.count))
    for position in queue.changes(since: version) {
      let id = queue.entries[position].id.rawValue
      if position < ids.count { ids[position] = id } else { ids.append(id) }
    }
    return ids
  }

  private func step(
    _ queue: inout PlayQueue, _ list: inout PlainList, _ random: inout SeededGenerator
  ) throws {
    let count = list.ids.count
    switch Int.random(in: 0..<8, using: &random) {
    case 0...1:
      let position = Int.random(in: 0...count, using: &random)
      let new = try queue.insert(
        items(Int.random(in: 0...4, using: &random)), atPosition: position)
      list.ids.insert(contentsOf: new.map(\.rawValue), at: position)
    case 2 where count > 0:
      let range = Self.range(count, &random)
      try queue.remove(range)
      for position in range.reversed() { list.remove(position) }
    case 3 where count > 0:
      var ids = list.ids.shuffled(using: &random)
      ids.removeLast(Int.random(in: 0..<ids.count, using: &random))
      try queue.remove(ids: ids.map { EntryID(rawValue: $0) })
      for position in list.ids.indices.reversed() where ids.contains(list.ids[position]) {
        list.remove(position)
      }
    case 4 where count > 0:
      let range = Self.range(count, &random)
      if range.isEmpty { return }
      let target = Int.random(in: 0...count - range.count, using: &random)
      try queue.move(range, to: target)
      let moving = Array(list.ids[range])
      list.ids.removeSubrange(range)
      list.ids.insert(contentsOf: moving, at: target)
    case 5 where count > 0:
      let pair = (0..<2).map { _ in Int.random(in: 0..<count, using: &random) }
      try queue.swap(pair[0], pair[1])
      list.ids.swapAt(pair[0], pair[1])
    case 6 where count > 0:
      let position = Int.random(in: 0..<count, using: &random)
      queue.select(position: position)
      list.current = list.ids[position]
    case 7:
      try queue.shuffle(count > 0 ? Self.range(count, &random) : nil)
      // Where the lot decides, the list only follows.
      #expect(Set(queue.entries.map(\.id.rawValue)) == Set(list.ids))
      list.ids = queue.entries.map(\.id.rawValue)
    default: return
    }
  }

  private static func range(_ count: Int, _ random: inout SeededGenerator) -> Range<Int> {
    let ends = (0..<2).map { _ in Int.random(in: 0...count, using: &random) }
    return min(ends[0], ends[1])..<max(ends[0], ends[1])
  }

  struct PlainList {
    var ids: [UInt32] = []
    var current: UInt32?

    /// Positions are removed from the last to the first, so the next one always stays.
    mutating func remove(_ position: Int) {
      if ids[position] == current {
        current = position + 1 < ids.count ? ids[position + 1] : nil
      }
      ids.remove(at: position)
    }
  }
}
