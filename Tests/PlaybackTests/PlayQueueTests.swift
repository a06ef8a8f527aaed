import Media
import TestSupport
import Testing

@testable import Playback

@Suite struct PlayQueueTests {
  @Test func `ids grow and are never used twice`() throws {
    var queue = PlayQueue(seed: 1)
    let first = queue.append(items(3))
    try queue.remove(0..<3)
    let second = queue.append(items(2))
    #expect(first.map(\.rawValue) == [1, 2, 3])
    #expect(second.map(\.rawValue) == [4, 5])
  }

  @Test func `a position outside of the queue is refused and changes nothing`() throws {
    var queue = PlayQueue(seed: 1)
    queue.append(items(3))
    let version = queue.version
    #expect(throws: PlayerError.badPosition) { try queue.remove(2..<4) }
    #expect(throws: PlayerError.badPosition) { try queue.move(0..<2, to: 2) }
    #expect(throws: PlayerError.badPosition) { try queue.swap(0, 3) }
    #expect(throws: PlayerError.badPosition) { try queue.shuffle(1..<4) }
    #expect(throws: PlayerError.badPosition) { try queue.insert(items(1), atPosition: 4) }
    #expect(throws: PlayerError.noSuchEntry(EntryID(rawValue: 9))) {
      try queue.remove(ids: [EntryID(rawValue: 1), EntryID(rawValue: 9)])
    }
    #expect(queue.version == version)
    #expect(queue.count == 3)
  }

  struct Ending: Sendable {
    let repeating: Bool
    let single: OneShotMode
    let consume: OneShotMode
    /// The ids (1, 2, 3) that have their turn after the second and after the last; 0 is the end, and
    /// a negative id waits.
    let afterSecond: Int
    let afterLast: Int
    let left: [Int]
  }

  static let endings = [
    Ending(
      repeating: false, single: .off, consume: .off, afterSecond: 3, afterLast: 0, left: [1, 2, 3]),
    Ending(
      repeating: true, single: .off, consume: .off, afterSecond: 3, afterLast: 1, left: [1, 2, 3]),
    Ending(
      repeating: false, single: .on, consume: .off, afterSecond: -3, afterLast: 0, left: [1, 2, 3]),
    Ending(
      repeating: false, single: .oneShot, consume: .off, afterSecond: -3, afterLast: 0,
      left: [1, 2, 3]),
    Ending(
      repeating: true, single: .on, consume: .off, afterSecond: 2, afterLast: 3, left: [1, 2, 3]),
    Ending(
      repeating: false, single: .off, consume: .on, afterSecond: 3, afterLast: 0, left: [1, 2]),
    Ending(
      repeating: true, single: .off, consume: .on, afterSecond: 3, afterLast: 1, left: [1, 2]),
    Ending(
      repeating: true, single: .on, consume: .on, afterSecond: 3, afterLast: 1, left: [1, 2]),
    Ending(
      repeating: false, single: .on, consume: .oneShot, afterSecond: -3, afterLast: 0, left: [1, 2]),
  ]

  @Test(arguments: endings)
  func `what follows at the end of a track depends on the modes`(ending: Ending) throws {
    var queue = PlayQueue(seed: 1)
    queue.append(items(3))
    queue.isRepeating = ending.repeating
    queue.single = ending.single
    queue.consume = ending.consume
    var last = queue
    queue.select(position: 1)
    #expect(queue.trackEnded().number == ending.afterSecond)
    last.select(position: 2)
    #expect(last.trackEnded().number == ending.afterLast)
    #expect(last.entries.map { Int($0.id.rawValue) } == ending.left)
    // It has its effect where it pauses.
    #expect(last.single == ending.single)
    #expect(queue.single == (ending.single == .oneShot ? .off : ending.single))
    #expect(last.consume == (ending.consume == .oneShot ? .off : ending.consume))
  }

  @Test func `the follower is what the end of the track brings`() {
    var queue = PlayQueue(seed: 3)
    queue.append(items(20))
    queue.setRandom(true)
    queue.isRepeating = true
    _ = queue.begin()
    for _ in 0..<100 {
      let follower = queue.follower()
      let last = queue.current?.id
      _ = queue.trackEnded()
      #expect(queue.current?.id == follower)
      #expect(queue.current?.id != last)
    }
  }

  @Test func `next ends after the last entry and previous stays at the first`() {
    var queue = PlayQueue(seed: 1)
    queue.append(items(2))
    #expect(queue.next() == nil)
    _ = queue.begin()
    #expect(queue.next()?.rawValue == 2)
    #expect(queue.previous()?.rawValue == 1)
    #expect(queue.previous()?.rawValue == 1)
    queue.isRepeating = true
    #expect(queue.previous()?.rawValue == 2)
    queue.isRepeating = false
    #expect(queue.next() == nil)
    #expect(queue.current == nil)
  }

  @Test func `when the current entry is removed the next that stays has the turn`() throws {
    var queue = PlayQueue(seed: 1)
    queue.append(items(5))
    queue.select(position: 1)
    #expect(try queue.remove(1..<3))
    #expect(queue.current?.id.rawValue == 4)
    #expect(try !queue.remove(ids: [EntryID(rawValue: 1)]))
    #expect(queue.current?.id.rawValue == 4)
    #expect(try queue.remove(0..<2))
    #expect(queue.current == nil)
  }

  @Test func `a shuffled range begins with the current entry`() throws {
    var queue = PlayQueue(seed: 5)
    queue.append(items(50))
    queue.select(position: 30)
    try queue.shuffle(10..<40)
    #expect(queue.currentPosition == 10)
    #expect(queue.current?.id.rawValue == 31)
    let ids = queue.entries.map { Int($0.id.rawValue) }
    #expect(Array(ids[..<10]) == Array(1...10))
    #expect(Array(ids[40...]) == Array(41...50))
    #expect(ids[10..<40].sorted() == Array(11...40))
    #expect(ids != Array(1...50))
  }

  @Test func `in random order every entry has one turn, and previous leads back`() {
    var queue = PlayQueue(seed: 11)
    let ids = queue.append(items(40))
    queue.select(position: 17)
    queue.setRandom(true)
    var played = [queue.current?.id]
    while let next = queue.next() { played.append(next) }
    #expect(played.first == ids[17])
    #expect(Set(played.compactMap { $0 }) == Set(ids))
    #expect(played.count == 40)

    queue.select(position: 3)
    _ = queue.next()
    #expect(queue.previous() == ids[3])
  }

  @Test func `entries added in random order get their turn among those to come`() {
    var queue = PlayQueue(seed: 12)
    queue.append(items(30))
    queue.setRandom(true)
    _ = queue.begin()
    var played = [queue.current?.id.rawValue]
    for _ in 0..<10 { played.append(queue.next()?.rawValue) }
    let follower = queue.follower()?.rawValue
    queue.append(items(30))
    #expect(queue.follower()?.rawValue == follower)
    while let next = queue.next() { played.append(next.rawValue) }
    #expect(Set(played.compactMap { $0 }).count == 60)
    #expect(played.count == 60)
    #expect(played[12...].contains { $0.map { $0 <= 30 } ?? false })
  }

  @Test func `an entry that is played out of turn in random order comes between`() throws {
    var queue = PlayQueue(seed: 13)
    queue.append(items(10))
    queue.setRandom(true)
    _ = queue.begin()
    let before = try #require(queue.current?.id)
    let follower = try #require(queue.follower())
    let other = try #require(
      queue.entries.map(\.id).first { $0 != before && $0 != follower })
    try queue.select(other)
    #expect(queue.follower() == follower)
    #expect(queue.previous() == before)
  }

  @Test func `a restored queue has the ids it had and gives new ones after them`() {
    let kept = items(3).enumerated().map {
      QueueRecord(id: UInt32($0 * 3 + 4), item: $1.persistentID)
    }
    var queue = PlayQueue(restoring: kept, current: EntryID(rawValue: 7))
    #expect(queue.entries.map(\.id.rawValue) == [4, 7, 10])
    #expect(queue.currentPosition == 1)
    #expect(queue.append(items(1)).map(\.rawValue) == [11])
    #expect(queue.position(of: EntryID(rawValue: 10)) == 2)
  }
}

/// Items that differ in their URI.
func items(_ count: Int) -> [MediaItem] {
  (0..<count).map {
    MediaItem(persistentID: .random(), uri: "\($0).flac", path: FilePath("/music/\($0).flac"))
  }
}
