import Media
import TestSupport
import Testing

@testable import Playback

/// What becomes of items that are added and are in the queue.
@Suite struct PlayQueueDuplicatesTests {
  private static func items(_ numbers: [UInt64]) -> [QueueItem] {
    numbers.map { QueueItem(id: PersistentID(rawValue: $0) ?? .random(), album: .none) }
  }

  private static func numbers(_ queue: PlayQueue) -> [UInt64] {
    queue.records.map(\.item.rawValue)
  }

  @Test(
    arguments: [
      (.allow, [1, 2, 3, 2, 4, 2], 3), (.skip, [1, 2, 3, 4], 2), (.move, [1, 3, 2, 4], 2),
    ] as [(DuplicatePolicy, [UInt64], Int)])
  func `a policy decides, and the entries of all items are told`(
    policy: DuplicatePolicy, expected: [UInt64], told: Int
  ) throws {
    var queue = PlayQueue(seed: 1)
    queue.append(Self.items([1, 2, 3]))
    let ids = try queue.insert(Self.items([2, 4, 2]), atPosition: 3, duplicates: policy)
    #expect(Self.numbers(queue) == expected && ids.count == told)
    if policy != .allow { #expect(ids == [EntryID(rawValue: 2), EntryID(rawValue: 4)]) }
  }

  @Test(.timeLimit(.minutes(Effort.minutes(1))), arguments: [DuplicatePolicy.skip, .move])
  func `a mixed queue takes as many items again as it has, in one pass`(
    policy: DuplicatePolicy
  ) throws {
    var queue = PlayQueue(seed: 1)
    queue.append(Self.items(Array(1...100_000)))
    try queue.shuffle()
    let all = Self.items(Array(50_001...150_000))
    let ids = try queue.insert(all, atPosition: 50_000, duplicates: policy)
    #expect(queue.count == 150_000 && ids.count == 100_000)
    let next = queue.insertNext(all, duplicates: policy)
    #expect(queue.count == 150_000 && next == ids)
  }

  @Test func `where there is little room, what has an entry needs none`() {
    var queue = PlayQueue(seed: 1)
    queue.append(Self.items([1, 2, 3]))
    let all = Self.items([2, 4, 3, 5, 4, 6])
    let fitting = { (room: Int, policy: DuplicatePolicy) in
      queue.fitting(all, in: room, duplicates: policy).map(\.id.rawValue)
    }
    #expect(fitting(2, .allow) == [2, 4])
    for policy in [DuplicatePolicy.skip, .move] {
      #expect(fitting(0, policy) == [2, 3])
      #expect(fitting(2, policy) == [2, 4, 3, 5, 4])
      #expect(fitting(3, policy) == [2, 4, 3, 5, 4, 6])
    }
  }

  @Test func `what plays stays where it is, and what is moved comes next in random order too`()
    throws
  {
    for seed in 0..<UInt64(Effort.count(500)) {
      var queue = PlayQueue(seed: seed)
      queue.append(Self.items(Array(1...20)))
      queue.setRandom(seed % 2 == 0)
      _ = queue.begin()
      for _ in 0..<5 { _ = queue.next() }
      let current = try #require(queue.current)
      let wanted: [UInt64] = [7, 30, current.itemID.rawValue, 9]
      let ids = queue.insertNext(Self.items(wanted), duplicates: .move)
      #expect(ids.count == Set(wanted).count && queue.count == 21)
      #expect(queue.current?.id == current.id)
      #expect(Set(Self.numbers(queue)).count == 21)
      let others = ids.filter { $0 != current.id }
      for id in others { #expect(queue.next() == id, "seed \(seed)") }
    }
  }
}
