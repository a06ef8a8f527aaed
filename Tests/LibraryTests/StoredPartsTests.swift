import Media
import TestSupport
import Testing

@testable import Library

/// Long lists in parts: what is written, and that it is what was meant.
@Suite struct StoredPartsTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(path: folder.path("segue.db"), access: .write)
  }

  @Test func `a change of a long queue writes two rows, whatever its length`() throws {
    var queue = SavedQueue(records: Self.records(1..<100_001))
    var writer = QueueWriter()
    #expect(try writer.save(queue, in: store) == 98)
    var rows: [Int] = []
    func save() throws {
      rows.append(try writer.save(queue, in: store))
      #expect(try store.savedQueue() == queue)
    }
    queue.records.remove(at: 0)
    try save()
    queue.records.insert(Self.records(200_000..<200_001)[0], at: 50_000)
    try save()
    queue.records.append(Self.records(200_002..<200_003)[0])
    try save()
    queue.records.swapAt(30_000, 30_100)
    try save()
    queue.records[99_000].priority = 7
    try save()
    queue.records[70_000].album = AlbumKey(rawValue: 7)
    try save()
    #expect(rows.allSatisfy { (1...3).contains($0) }, "\(rows)")
    try save()
    #expect(rows.last == 0)
  }

  @Test func `after any changes what is read is what was saved`() throws {
    for seed in 0..<UInt64(Effort.count(200)) {
      var random = SeededGenerator(seed: seed)
      var writer = QueueWriter()
      var queue = SavedQueue()
      var next: UInt32 = 1
      for _ in 0..<20 {
        let count = queue.records.count
        let place = Int.random(in: 0...count, using: &random)
        let length = Int.random(in: 0...3000, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          queue.records.insert(
            contentsOf: Self.records(next..<next + UInt32(length)), at: place)
          next += UInt32(length)
        case 2: queue.records.removeSubrange(place..<min(count, place + length))
        default: queue.records.reverse()
        }
        queue.order = queue.records.map(\.id).sorted { $0 % 97 < $1 % 97 }
        try writer.save(queue, in: store)
        try #require(try store.savedQueue() == queue, "seed \(seed)")
      }
    }
  }

  @Test func `small changes at one place never run out of room`() throws {
    var queue = SavedQueue(records: Self.records(1..<3000))
    var writer = QueueWriter()
    try writer.save(queue, in: store)
    for id in 5000..<UInt32(5300) {
      queue.records.insert(Self.records(id..<id + 1)[0], at: 1500)
      #expect(try writer.save(queue, in: store) <= 4)
    }
    #expect(try store.savedQueue() == queue)
  }

  private static func records(_ ids: Range<UInt32>) -> [QueueRecord] {
    ids.map { QueueRecord(id: $0, item: PersistentID(rawValue: UInt64($0) * 7) ?? .random()) }
  }
}
