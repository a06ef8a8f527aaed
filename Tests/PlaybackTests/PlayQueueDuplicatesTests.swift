import Glibc
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

  /// How long this thread has worked, in nanoseconds: what others do meanwhile does not count.
  private static func workTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
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

  @Test(arguments: [DuplicatePolicy.skip, .move])
  func `a mixed queue takes items one by one, not each by a search`(
    policy: DuplicatePolicy
  ) throws {
    var times: [UInt64] = []
    for half in [4000, 32_000] as [UInt64] {
      var queue = PlayQueue(seed: 1)
      queue.append(Self.items(Array(1...half * 2)))
      try queue.shuffle()
      let all = Self.items(Array(half + 1...half * 3))
      let start = Self.workTime()
      let ids = try queue.insert(all, atPosition: Int(half), duplicates: policy)
      let next = queue.insertNext(all, duplicates: policy)
      times.append(Self.workTime() - start)
      #expect(queue.count == half * 3 && ids.count == all.count && next == ids)
    }
    // Eight times as many take some eight times as long, not sixty-four.
    #expect(times[1] < times[0] * 16, "\(times)")
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
