import Media
import TestSupport
import Testing

@testable import Playback

/// Changes are taken back, and done again.
@Suite struct PlayQueueUndoTests {
  /// What a change was made of, and what the list was before it.
  private struct Step {
    var delta: QueueDelta
    var ids: [UInt32]
    var current: EntryID?
  }

  @Test func `what is undone is as it was, and done again as it was after`() throws {
    for seed in 0..<UInt64(Effort.count(20_000)) {
      var change = RandomChange(seed: seed)
      var queue = PlayQueue(seed: seed)
      var list = PlainList()
      queue.setShufflesAlbums(seed % 5 == 0)
      queue.setRandom(seed % 2 == 0)
      var undo: [Step] = []
      for _ in 0..<8 {
        let (before, current) = (queue, queue.current?.id)
        try change.make(&queue, &list)
        list.current = queue.current?.id.rawValue
        let step = Step(
          delta: QueueDelta(from: before.kept, to: queue.kept), ids: before.kept.records.map(\.id),
          current: current)
        undo.append(step)
      }
      let last = queue
      var redo: [Step] = []
      while let step = undo.popLast() {
        redo.append(try Self.take(step, &queue, "seed \(seed)"))
      }
      #expect(queue.isEmpty && queue.current == nil)
      while let step = redo.popLast() { _ = try Self.take(step, &queue, "seed \(seed)") }
      try #require(Self.isSame(queue.kept, last.kept), "seed \(seed)")
      #expect(queue.current?.id == last.current?.id, "seed \(seed)")
      #expect(queue.prioritized == last.prioritized)
    }
  }

  /// Takes a step back.
  ///
  /// - Returns: The step that does it again.
  private static func take(
    _ step: Step, _ queue: inout PlayQueue, _ comment: Comment
  ) throws -> Step {
    let (now, version, current) = (queue.kept, queue.version, queue.current?.id)
    let earlier = try #require(step.delta.before(now), comment)
    queue.putBack(earlier, turnOf: step.current)
    try #require(queue.records.map(\.id) == step.ids, comment)
    #expect(queue.current?.id == step.current, comment)
    #expect(queue.order.sorted() == (queue.isRandom ? queue.positions.map { Int32($0) } : []))
    // A client that was told of changes alone has the same.
    var told = Array(now.records.map(\.id).prefix(queue.count))
    for position in queue.changes(since: version) {
      let id = queue.records[position].id
      if position < told.count { told[position] = id } else { told.append(id) }
    }
    #expect(told == step.ids, comment)
    return Step(
      delta: QueueDelta(from: now, to: queue.kept), ids: now.records.map(\.id), current: current)
  }

  private static func isSame(_ one: SavedQueue, _ other: SavedQueue) -> Bool {
    one.records.count == other.records.count && one.details == other.details
      && one.order == other.order
      && zip(one.records, other.records).allSatisfy { $0.isSame(as: $1) }
  }

  @Test func `where only what is set for an entry comes back, its position is told`() throws {
    var queue = PlayQueue(seed: 1)
    let ids = queue.append(
      (1...5).map { QueueItem(id: PersistentID(rawValue: $0) ?? .random(), album: .none) })
    let before = queue.kept
    try queue.setRange(PlayedRange(start: 1000), of: ids[3])
    let delta = QueueDelta(from: before, to: queue.kept)
    let version = queue.version
    queue.putBack(try #require(delta.before(queue.kept)), turnOf: nil)
    #expect(queue.entries[3].range == nil)
    #expect(queue.changes(since: version) == [3])
  }

  @Test func `who comes back into a random order has a turn among those to come`() throws {
    let items = (1...50).map {
      QueueItem(id: PersistentID(rawValue: $0) ?? .random(), album: .none)
    }
    var queue = PlayQueue(seed: 7)
    queue.append(items)
    queue.setRandom(true)
    _ = queue.begin()
    for _ in 0..<10 { _ = queue.next() }
    let before = queue.kept
    try queue.remove(ids: queue.turns.suffix(20).map { EntryID(rawValue: $0) })
    let delta = QueueDelta(from: before, to: queue.kept)
    for _ in 0..<3 { _ = queue.next() }
    // Other turns are drawn meanwhile.
    queue.select(position: 0)
    let current = queue.current?.id
    let played = queue.turns.prefix { $0 != current?.rawValue }
    queue.putBack(try #require(delta.before(queue.kept)), turnOf: current)
    #expect(queue.current?.id == current)
    #expect(queue.turns.prefix(played.count) == played[...])
    #expect(Set(queue.turns).count == 50)
  }

  @Test func `where albums are mixed, those that stay keep their turns`() throws {
    func items(_ numbers: ClosedRange<UInt64>) -> [QueueItem] {
      numbers.map {
        QueueItem(
          id: PersistentID(rawValue: $0) ?? .random(), album: AlbumKey(rawValue: UInt32($0) / 5 + 1)
        )
      }
    }
    var queue = PlayQueue(seed: 3)
    queue.append(items(5...54))
    let before = queue.kept
    queue.append(items(55...59))
    let delta = QueueDelta(from: before, to: queue.kept)
    queue.setRandom(true)
    queue.setShufflesAlbums(true)
    for _ in 0..<12 { _ = queue.begin() ?? queue.next() }
    let new = Set(queue.entries.suffix(5).map(\.id.rawValue))
    let turns = queue.turns.filter { !new.contains($0) }
    let current = queue.current.map(\.id).flatMap { new.contains($0.rawValue) ? nil : $0 }
    queue.putBack(try #require(delta.before(queue.kept)), turnOf: current)
    #expect(queue.turns == turns)
  }

  @Test func `a mixed queue is told in four bytes an entry, an appended one in none`() throws {
    var queue = PlayQueue(seed: 1)
    let empty = queue.kept
    queue.append(
      (1...1000).map { QueueItem(id: PersistentID(rawValue: $0) ?? .random(), album: .none) })
    let appended = queue.kept
    #expect(QueueDelta(from: empty, to: appended).middle == .records([]))
    try queue.shuffle()
    guard case .places(let places) = QueueDelta(from: appended, to: queue.kept).middle else {
      return #expect(Bool(false), "Entries were kept that are all there.")
    }
    #expect(places.count > 900)
  }
}
