import Media
import TestSupport
import Testing

@testable import Playback

/// Random changes of a queue and of a list that does the same in the simplest way.
@Suite struct PlayQueueModelTests {
  private static let sequences = UInt64(Effort.count(50_000))

  @Test func `any changes and any modes leave what a plain list has, and every change is told`()
    throws
  {
    for seed in 0..<Self.sequences {
      var change = RandomChange(seed: seed)
      var queue = PlayQueue(seed: seed)
      var list = PlainList()
      var versions: [(UInt32, [UInt32])] = [(queue.version, [])]
      for _ in 0..<12 {
        try change.make(&queue, &list)
        let ids = queue.records.map(\.id)
        try #require(ids == list.ids, "seed \(seed)")
        try #require(queue.current?.id.rawValue == list.current, "seed \(seed)")
        let (version, old) = versions[Int.random(in: 0..<versions.count, using: &change.random)]
        #expect(patched(old, queue, since: version) == ids, "seed \(seed)")
        versions.append((queue.version, ids))
        if let id = ids.randomElement(using: &change.random) {
          #expect(queue.position(of: EntryID(rawValue: id)) == ids.firstIndex(of: id))
        }
      }
      for _ in 0..<4 {
        let foretold = queue.nextStep()
        let step = queue.trackEnded()
        #expect(step == foretold, "seed \(seed)")
        let expected = list.ended()
        try #require(step.number == expected, "seed \(seed)")
        try #require(queue.records.map(\.id) == list.ids, "seed \(seed)")
        try #require(queue.current?.id.rawValue == list.current, "seed \(seed)")
      }
    }
  }

  @Test func `in random order any changes keep the current entry and one turn for each`() throws {
    for seed in 0..<Self.sequences {
      var change = RandomChange(seed: seed)
      var queue = PlayQueue(seed: seed)
      var list = PlainList()
      queue.setShufflesAlbums(seed % 3 == 0)
      queue.setRandom(true)
      for _ in 0..<12 {
        let before = queue.current?.id.rawValue
        try change.make(&queue, &list)
        try #require(queue.records.map(\.id) == list.ids, "seed \(seed)")
        try #require(queue.order.sorted() == queue.positions.map { Int32($0) }, "seed \(seed)")
        if let before, list.ids.contains(before), list.current == before {
          #expect(queue.current?.id.rawValue == before, "seed \(seed)")
        }
        list.current = queue.current?.id.rawValue
        #expect(queue.prioritized == queue.records.count { $0.priority > 0 })
      }
      try expectRound(&queue, "seed \(seed)")
    }
  }

  /// From the beginning of a round every entry is played once, and what was foretold comes.
  private func expectRound(_ queue: inout PlayQueue, _ comment: Comment) throws {
    (queue.isRepeating, queue.single, queue.consume) = (true, .off, .off)
    queue.stopPoint = nil
    queue.end()
    guard let first = queue.begin() else { return }
    var played = [first]
    for _ in 1..<max(1, queue.count) {
      let follower = queue.follower()
      guard case .play(let id) = queue.trackEnded() else { break }
      #expect(id == follower, comment)
      played.append(id)
    }
    try #require(played.count == queue.count && Set(played).count == played.count, comment)
    let follower = queue.follower()
    #expect(queue.trackEnded() == follower.map { .play($0) }, comment)
    #expect(queue.count < 2 || queue.current?.id != played.last, comment)
  }

  /// What a client makes of the list it has and the changes it is told.
  private func patched(_ old: [UInt32], _ queue: PlayQueue, since version: UInt32) -> [UInt32] {
    var ids = Array(old.prefix(queue.count))
    for position in queue.changes(since: version) {
      let id = queue.records[position].id
      if position < ids.count { ids[position] = id } else { ids.append(id) }
    }
    return ids
  }
}

/// Makes a change by lot.
struct RandomChange {
  var random: SeededGenerator
  private var nextItem: UInt64 = 1

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func make(_ queue: inout PlayQueue, _ list: inout PlainList) throws {
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2: try insert(&queue, &list)
    case 3: try remove(&queue, &list)
    case 4:
      var ids = list.ids.shuffled(using: &random)
      ids.removeLast(list.ids.isEmpty ? 0 : Int.random(in: 0..<ids.count, using: &random))
      try queue.remove(ids: ids.map { EntryID(rawValue: $0) })
      for position in list.ids.indices.reversed() where ids.contains(list.ids[position]) {
        list.remove(position)
      }
    case 5...6: try move(&queue, &list)
    case 7 where !list.ids.isEmpty:
      let pair = (0..<2).map { _ in list.ids.indices.randomElement(using: &random) ?? 0 }
      try queue.swap(pair[0], pair[1])
      list.ids.swapAt(pair[0], pair[1])
    case 8...9:
      guard let position = list.ids.indices.randomElement(using: &random) else { return }
      queue.select(position: position)
      list.current = list.ids[position]
    case 10:
      try queue.shuffle(list.ids.isEmpty ? nil : range(list.ids.count))
      // Where the lot decides, the list only follows.
      #expect(Set(queue.records.map(\.id)) == Set(list.ids))
      list.ids = queue.records.map(\.id)
    case 11:
      try queue.setPriority(UInt8.random(in: 0...3, using: &random), of: range(list.ids.count))
    default: setModes(&queue, &list)
    }
  }

  private mutating func insert(_ queue: inout PlayQueue, _ list: inout PlainList) throws {
    let new = (0..<Int.random(in: 0...4, using: &random)).map { _ in item() }
    let place = Int.random(in: 0...list.ids.count, using: &random)
    let isNext = Int.random(in: 0..<3, using: &random) == 0
    let ids =
      isNext ? queue.insertNext(new) : try queue.insert(new, atPosition: place)
    if isNext {
      list.insertNext(ids.map(\.rawValue))
    } else {
      list.ids.insert(contentsOf: ids.map(\.rawValue), at: place)
    }
    for (id, item) in zip(ids, new) { list.albums[id.rawValue] = item.album }
  }

  private mutating func remove(_ queue: inout PlayQueue, _ list: inout PlainList) throws {
    let range = range(list.ids.count)
    if Int.random(in: 0..<6, using: &random) == 0 {
      try queue.crop(to: range)
      list.crop(range)
    } else {
      try queue.remove(range)
      for position in range.reversed() { list.remove(position) }
    }
  }

  private mutating func move(_ queue: inout PlayQueue, _ list: inout PlainList) throws {
    let range = range(list.ids.count)
    if range.isEmpty { return }
    let target = Int.random(in: 0...list.ids.count - range.count, using: &random)
    try queue.move(range, to: target)
    let moving = Array(list.ids[range])
    list.ids.removeSubrange(range)
    list.ids.insert(contentsOf: moving, at: target)
  }

  private mutating func setModes(_ queue: inout PlayQueue, _ list: inout PlainList) {
    list.repeats = Bool.random(using: &random)
    list.single = OneShotMode.allCases.randomElement(using: &random) ?? .off
    list.consume = OneShotMode.allCases.randomElement(using: &random) ?? .off
    list.stop = (PlayQueue.StopPoint.allCases + [nil, nil]).randomElement(using: &random) ?? nil
    (queue.isRepeating, queue.single, queue.consume) = (list.repeats, list.single, list.consume)
    queue.stopPoint = list.stop
  }

  private mutating func item() -> QueueItem {
    nextItem += 1
    let album = AlbumKey(rawValue: UInt32.random(in: 0...3, using: &random))
    return QueueItem(id: PersistentID(rawValue: nextItem) ?? .random(), album: album)
  }

  private mutating func range(_ count: Int) -> Range<Int> {
    let ends = (0..<2).map { _ in Int.random(in: 0...count, using: &random) }
    return min(ends[0], ends[1])..<max(ends[0], ends[1])
  }
}
