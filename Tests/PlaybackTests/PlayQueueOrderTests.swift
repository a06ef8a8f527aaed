import CAllocations
import Media
import Testing

@testable import Playback

/// Priorities, albums, ends, and what a long queue costs.
@Suite struct PlayQueueOrderTests {
  @Test func `higher priorities come first in random order, and are spent when they are heard`()
    throws
  {
    var queue = PlayQueue(seed: 4)
    let ids = queue.append(items(30))
    queue.setRandom(true)
    _ = queue.begin()
    try queue.setPriority(5, of: [ids[3], ids[4]].filter { $0 != queue.current?.id })
    try queue.setPriority(9, of: [ids[20]].filter { $0 != queue.current?.id })
    let raised = queue.prioritized
    var heard: [EntryID] = []
    for _ in 0..<raised {
      guard case .play(let id) = queue.trackEnded() else { break }
      heard.append(id)
      let hadPriority = queue.started(id)
      #expect(hadPriority)
    }
    #expect(heard.first == ids[20])
    #expect(Set(heard) == [ids[3], ids[4], ids[20]])
    #expect(queue.prioritized == 0)
  }

  @Test func `an entry that was played comes again when its priority is raised`() throws {
    var queue = PlayQueue(seed: 5)
    queue.append(items(10))
    queue.setRandom(true)
    let begun = queue.begin()
    let first = try #require(begun)
    _ = queue.next()
    try queue.setPriority(1, of: [first])
    #expect(queue.follower() == first)
    try queue.setPriority(0, of: [first])
    #expect(queue.order.count == 10)
  }

  @Test func `priorities of many are set at once, and those that were played come again`() throws {
    var queue = PlayQueue(seed: 6)
    let ids = queue.append(items(200))
    queue.setRandom(true)
    _ = queue.begin()
    for _ in 0..<60 { _ = queue.next() }
    let current = try #require(queue.current).id
    let raised = Set(ids[50..<150]).subtracting([current])
    try queue.setPriority(7, of: Array(raised))
    #expect(queue.current?.id == current)
    #expect(queue.order.sorted() == Array(0..<200))
    var heard: [EntryID] = []
    for _ in raised {
      guard case .play(let id) = queue.trackEnded() else { break }
      heard.append(id)
    }
    #expect(Set(heard) == raised)
  }

  @Test func `identities that run out begin anew, and no two entries share one`() throws {
    let record = QueueRecord(id: 3, item: try #require(PersistentID(rawValue: 1)))
    var queue = PlayQueue(
      restoring: [record], lastID: UInt32(Int32.max) - 2, current: nil)
    #expect(queue.append(items(2)).map(\.rawValue) == [0x7FFF_FFFE, 0x7FFF_FFFF])
    #expect(queue.append(items(2)).map(\.rawValue) == [1, 2])
    #expect(queue.append(items(3)).map(\.rawValue) == [4, 5, 6])
    #expect(Set(queue.entries.map(\.id)).count == queue.count)
    #expect(queue.reuses == 2)
  }

  @Test func `an album that plays goes on, whatever becomes of priorities`() throws {
    let albums = (0..<120).map { UInt32($0 / 12 + 1) }
    for seed in 0..<60 as Range<UInt64> {
      var queue = PlayQueue(seed: seed)
      queue.append(albums.enumerated().map(item))
      queue.setShufflesAlbums(true)
      queue.select(position: 4)
      queue.setRandom(true)
      let raised = seed % 3 == 0 ? 24..<27 : 24..<70
      if seed % 2 == 0 { try queue.setPriority(3, of: raised) }
      // Those that have one come next, and the album that plays after them.
      var heard: [Int] = []
      for _ in 0..<(seed % 2 == 0 ? raised.count : 0) {
        _ = queue.next()
        heard.append(queue.currentPosition ?? -1)
        queue.started(try #require(queue.current).id)
      }
      #expect(Set(heard) == (seed % 2 == 0 ? Set(raised) : []), "seed \(seed)")
      _ = queue.next()
      #expect(queue.currentPosition == 5, "seed \(seed)")
      try queue.setPriority(3, of: raised)
      try queue.setPriority(0, of: seed % 3 == 0 ? 24..<27 : 20..<75)
      queue.append((200..<230).map { item($0, album: UInt32($0 / 12 + 1)) })
      #expect(queue.order.sorted() == queue.positions.map { Int32($0) })
      for position in 6..<12 {
        _ = queue.next()
        #expect(queue.currentPosition == position, "seed \(seed)")
      }
      // No other album is torn either.
      var last = -1
      var seen = Set<UInt32>()
      while queue.next() != nil {
        let position = try #require(queue.currentPosition)
        if heard.contains(position) { continue }
        let album = queue.records[position].album.rawValue
        let goesOn = last >= 0 && queue.records[last].album.rawValue == album
        if !goesOn { #expect(seen.insert(album).inserted, "seed \(seed)") }
        last = position
      }
    }
  }

  @Test func `albums are drawn by lot, and their entries follow each other`() {
    for seed in 0..<50 as Range<UInt64> {
      var queue = PlayQueue(seed: seed)
      let albums = [1, 1, 1, 2, 2, 0, 3, 3, 3, 0] as [UInt32]
      queue.append(albums.enumerated().map(item))
      queue.setShufflesAlbums(true)
      queue.select(position: 3)
      queue.setRandom(true)
      var played = [queue.currentPosition ?? -1]
      while queue.next() != nil { played.append(queue.currentPosition ?? -1) }
      #expect(Array(played.prefix(2)) == [3, 4])
      for album in [[0, 1, 2], [6, 7, 8]] {
        let places = album.compactMap { played.firstIndex(of: $0) }
        #expect(places[1] == places[0] + 1 && places[2] == places[0] + 2, "seed \(seed)")
      }
      #expect(played.sorted() == Array(0..<10))
    }
  }

  @Test func `next and previous album go to their first entries`() {
    var queue = PlayQueue(seed: 1)
    let ids = queue.append(([1, 1, 1, 2, 2, 0] as [UInt32]).enumerated().map(item))
    queue.select(position: 1)
    #expect(queue.nextAlbum() == ids[3])
    #expect(queue.nextAlbum() == ids[5])
    #expect(queue.previousAlbum() == ids[3])
    #expect(queue.next() == ids[4])
    #expect(queue.previousAlbum() == ids[3])
    #expect(queue.previousAlbum() == ids[0])
    #expect(queue.previousAlbum() == ids[0])
    queue.select(position: 5)
    #expect(queue.nextAlbum() == nil)
  }

  @Test func `what is inserted next comes next, in random order too`() {
    for seed in 0..<20 as Range<UInt64> {
      var queue = PlayQueue(seed: seed)
      queue.append(items(10))
      queue.setRandom(seed % 2 == 0)
      _ = queue.begin()
      _ = queue.next()
      let new = queue.insertNext(items(3).map { QueueItem($0) })
      #expect([queue.next(), queue.next(), queue.next()] == new)
    }
  }

  @Test func `a range that is moved next comes next, in random order too`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var queue = PlayQueue(seed: seed)
      let ids = queue.append(items(20))
      queue.setRandom(seed % 2 == 0)
      _ = queue.begin()
      for _ in 0..<(seed % 15) { _ = queue.next() }
      let current = queue.current?.id
      let wanted = ids[4..<9].filter { $0 != current }
      try queue.moveNext(4..<9)
      #expect(queue.current?.id == current)
      #expect(queue.isRandom ? queue.order.sorted() == (0..<20).map { $0 } : queue.order.isEmpty)
      var next: [EntryID] = []
      for _ in wanted { next += queue.next().map { [$0] } ?? [] }
      #expect(next == wanted, "seed \(seed)")
    }
  }

  @Test func `the order of turns comes back with the queue`() throws {
    var queue = PlayQueue(seed: 8)
    queue.append(items(50))
    queue.setRandom(true)
    _ = queue.begin()
    for _ in 0..<20 { _ = queue.next() }
    var restored = PlayQueue(restoring: queue.records, current: queue.current?.id)
    restored.setRandom(true)
    restored.restore(turns: queue.turns)
    #expect(restored.current?.id == queue.current?.id)
    while let next = queue.next() { #expect(restored.next() == next) }
  }

  @Test(.enabled(if: segue_thread_allocations() >= 0))
  func `asking a long queue what plays and what comes next allocates nothing`() {
    var queue = PlayQueue(seed: 1)
    queue.append((1...100_000).map { item($0, album: 0) })
    for isRandom in [false, true] {
      queue.setRandom(isRandom)
      queue.isRepeating = true
      queue.select(position: 70_000)
      let before = segue_thread_allocations()
      let next = queue.nextEntry
      let place = queue.currentPosition
      #expect(segue_thread_allocations() == before)
      #expect(next != nil && place == 70_000)
    }
  }

  @Test(.enabled(if: segue_thread_allocations() >= 0))
  func `a hundred thousand entries are put in, moved and taken out in a few blocks`() throws {
    var queue = PlayQueue(seed: 1)
    let new = (1...100_000).map { item($0, album: UInt32($0 / 12)) }
    var allocations: [Int] = []
    func count(_ body: () throws -> Void) rethrows {
      let before = segue_thread_allocations()
      try body()
      allocations.append(segue_thread_allocations() - before)
    }
    count { queue.replace(with: new) }
    count { queue.setRandom(true) }
    try count { try queue.move(50_000..<90_000, to: 3) }
    try count { try queue.shuffle() }
    count { queue.insertNext(Array(new[..<1])) }
    try count { try queue.remove(0..<1) }
    count { _ = queue.trackEnded() }
    try count { try queue.remove(10..<40_000) }
    #expect(allocations.allSatisfy { $0 < 100 }, "\(allocations)")
    #expect(MemoryLayout<QueueRecord>.stride == 24)
  }

  private func item(_ number: Int, album: UInt32) -> QueueItem {
    QueueItem(
      id: PersistentID(rawValue: UInt64(number) + 1) ?? .random(), album: AlbumKey(rawValue: album))
  }
}
