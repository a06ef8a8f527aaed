import Media
import Playback

/// What each change of a long queue takes as a value, where the queue that is undone to is kept beside it, so that its
/// memory is copied too.
enum QueueValues {
  /// Entries of the queue.
  private static let length = 100_000

  private struct Operation {
    let name: String
    let change: (inout PlayQueue) throws -> Void
  }

  private enum Order: String, CaseIterable {
    case row = "in a row"
    case random
    case albums = "album by album"
  }

  static func measure(_ bench: Bench) throws -> [BenchRow] {
    let items = (1...UInt32(length)).map(item)
    return try Order.allCases.flatMap { order in
      let queue = try queue(of: items, order)
      return try operations(items, queue).map { operation in
        var row = BenchRow(
          figure: "queue value of \(length) \(order.rawValue), \(operation.name)",
          unit: .milliseconds, goal: .below(5))
        for _ in 0..<bench.options.rounds {
          row.ours.append(try time(operation, queue))
        }
        return row
      }
    }
  }

  private static func time(_ operation: Operation, _ queue: PlayQueue) throws -> Double {
    var changed = queue
    let began = ContinuousClock.now
    try operation.change(&changed)
    let took = began.duration(to: .now) / .milliseconds(1)
    // Both are there until now.
    guard queue.count == length, changed.count <= 2 * length else {
      throw BenchError("The queue is \(changed.count) entries long.")
    }
    return took
  }

  /// Ten tracks make an album.
  private static func item(_ number: UInt32) -> QueueItem {
    let id = PersistentID(rawValue: UInt64(number)) ?? .random()
    return QueueItem(id: id, album: AlbumKey(rawValue: number / 10 + 1))
  }

  private static func queue(of items: [QueueItem], _ order: Order) throws -> PlayQueue {
    var queue = PlayQueue(seed: 8)
    _ = queue.append(items)
    if order != .row { queue.setRandom(true) }
    if order == .albums { queue.setShufflesAlbums(true) }
    queue.select(position: length / 2)
    return queue
  }

  private static func operations(_ items: [QueueItem], _ queue: PlayQueue) throws -> [Operation] {
    let kept = queue.kept
    let ids = stride(from: 0, to: length, by: 100).map { queue.entries[$0].id }
    let new = (1...1000).map { item(UInt32(length + $0)) }
    return [
      Operation(name: "replace") { _ = $0.replace(with: items) },
      Operation(name: "append 1,000") { _ = $0.append(new) },
      Operation(name: "insert 1,000 at 10") { _ = try $0.insert(new, atPosition: 10) },
      Operation(name: "insert 1,000 next") { _ = $0.insertNext(new) },
      Operation(name: "add 1,000, no duplicates") {
        _ = try $0.insert(Array(items.suffix(1000)), atPosition: 0, duplicates: .skip)
      },
      Operation(name: "add 1,000, moving duplicates") {
        _ = try $0.insert(Array(items.suffix(1000)), atPosition: 0, duplicates: .move)
      },
      Operation(name: "move") { try $0.move(99_000..<99_001, to: 10) },
      Operation(name: "move a half") { try $0.move(50_000..<100_000, to: 0) },
      Operation(name: "swap") { try $0.swap(7, 90_000) },
      Operation(name: "delete") { _ = try $0.remove(70_000..<70_001) },
      Operation(name: "delete a half") { _ = try $0.remove(0..<50_000) },
      Operation(name: "delete 1,000 ids") { _ = try $0.remove(ids: ids) },
      Operation(name: "crop") { _ = try $0.crop(to: 40_000..<60_000) },
      Operation(name: "clear") { $0.clear() },
      Operation(name: "mix") { try $0.shuffle() },
      Operation(name: "mix a half") { try $0.shuffle(0..<50_000) },
      Operation(name: "priority of a half") { try $0.setPriority(9, of: 0..<50_000) },
      Operation(name: "priority of 1,000 ids") { try $0.setPriority(9, of: ids) },
      Operation(name: "random on or off") { $0.setRandom(!$0.isRandom) },
      Operation(name: "album order on or off") { $0.setShufflesAlbums(!$0.shufflesAlbums) },
      Operation(name: "next") { _ = $0.next() },
      Operation(name: "previous") { _ = $0.previous() },
      Operation(name: "next album") { _ = $0.nextAlbum() },
      Operation(name: "put back") {
        $0.putBack(kept, turnOf: kept.records.last.map { EntryID(rawValue: $0.id) })
      },
    ]
  }
}
