import Media

/// What is to be played, in which order, and where in it we are. A pure value: it knows no sound.
///
/// It does as MPD does, in all that MPD has. Its entries are plain numbers in one array: of 100,000 every change
/// is one move of memory, and the longest one, mixing them all, some milliseconds.
public struct PlayQueue: Sendable {
  /// The entries by position.
  public internal(set) var records: [QueueRecord] = []

  /// What few entries have, by their ids.
  public internal(set) var details: [UInt32: QueueEntryDetails] = [:]

  /// Grows with every change of the entries.
  public internal(set) var version: UInt32 = 1

  public internal(set) var isRandom = false

  /// Whether the first entry follows the last, and with `single` an entry itself.
  public var isRepeating = false

  /// Whether playing pauses after each entry.
  public var single = OneShotMode.off

  /// Whether entries leave the queue when they have been played.
  public var consume = OneShotMode.off

  /// Where playing ends by itself; `nil` where the modes decide.
  public var stopPoint: StopPoint?

  /// Whether random order goes from album to album.
  public internal(set) var shufflesAlbums = false

  /// Positions in the order in which they have their turn; empty unless random.
  var order: [Int32] = []

  /// Which turn it is: an index into `order`, or a position where there is none.
  var turn: Int?

  /// How many entries have a priority.
  var prioritized = 0

  public internal(set) var lastID: UInt32 = 0
  /// How often entries got identities that others may have had before.
  public internal(set) var reuses = 0
  var generator: ShuffleGenerator

  /// - Parameter seed: Decides what is drawn by lot.
  public init(seed: UInt64 = .random(in: 0...UInt64.max)) {
    generator = ShuffleGenerator(seed: seed)
  }

  public var entries: QueueEntries { QueueEntries(records: records, details: details) }
  public var count: Int { records.count }
  public var isEmpty: Bool { records.isEmpty }
  public var positions: Range<Int> { 0..<records.count }

  /// The entry whose turn it is.
  public var current: QueueEntry? { currentPosition.map { entry(at: $0) } }

  public var currentPosition: Int? { turn.map { position(ofTurn: $0) } }

  func entry(at position: Int) -> QueueEntry {
    let record = records[position]
    return QueueEntry(record, details.isEmpty ? nil : details[record.id])
  }

  /// Where an entry is; `nil` when it is not in the queue.
  public func position(of id: EntryID) -> Int? {
    guard let first = records.first else { return nil }
    // Mostly nothing was moved, and the ids follow each other with some missing.
    let guess = min(max(0, Int(id.rawValue) - Int(first.id)), records.count - 1)
    return records.withUnsafeBufferPointer { records in
      var (below, above) = (guess, guess + 1)
      while below >= 0 || above < records.count {
        if below >= 0, records[below].id == id.rawValue { return below }
        if above < records.count, records[above].id == id.rawValue { return above }
        below -= 1
        above += 1
      }
      return nil
    }
  }

  public subscript(id: EntryID) -> QueueEntry? { position(of: id).map { entry(at: $0) } }

  /// No position.
  private static let nowhere = UInt32.max

  /// Where entries are, in their order; `nil` where one is not in the queue. Of many, in one pass.
  func positions(of ids: [EntryID]) -> [Int?] {
    if ids.count == 1 { return [position(of: ids[0])] }
    var places = NumberTable(capacity: ids.count)
    for id in ids { places.add(UInt64(id.rawValue), Self.nowhere) }
    records.withUnsafeBufferPointer { records in
      for position in records.indices { places[UInt64(records[position].id)] = UInt32(position) }
    }
    return ids.map { id in
      places[id].flatMap { $0 == Self.nowhere ? nil : Int($0) }
    }
  }

  /// The positions that differ from what they were at an earlier version, all of them where that
  /// version was never ours. Positions that are gone are told by `count`.
  public func changes(since version: UInt32) -> [Int] {
    if version > self.version { return Array(positions) }
    return records.withUnsafeBufferPointer { records in
      records.indices.filter { records[$0].changed > version }
    }
  }

  func position(ofTurn turn: Int) -> Int { isRandom ? Int(order[turn]) : turn }

  func turn(ofPosition position: Int) -> Int {
    guard isRandom else { return position }
    let wanted = Int32(position)
    // Every position has its turn.
    return order.withUnsafeBufferPointer { $0.firstIndex(of: wanted) } ?? 0
  }
}
