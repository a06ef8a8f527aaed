import Media

/// What is to be played, in which order, and where in it we are. A pure value: it knows no sound.
///
/// It does as MPD does, in all that MPD has.
public struct PlayQueue: Sendable {
  /// The entries by position.
  public internal(set) var entries: [QueueEntry] = []

  /// Grows with every change of the entries.
  public internal(set) var version: UInt32 = 1

  public internal(set) var isRandom = false

  /// Whether the first entry follows the last, and with `single` an entry itself.
  public var isRepeating = false

  /// Whether playing pauses after each entry.
  public var single = OneShotMode.off

  /// Whether entries leave the queue when they have been played.
  public var consume = OneShotMode.off

  /// Positions in the order in which they have their turn; empty unless random.
  var order: [Int] = []

  /// Which turn it is: an index into `order`, or a position where there is none.
  var turn: Int?

  var lastID: UInt32 = 0
  var generator: ShuffleGenerator

  /// - Parameter seed: Decides what is drawn by lot.
  public init(seed: UInt64 = .random(in: 0...UInt64.max)) {
    generator = ShuffleGenerator(seed: seed)
  }

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// The entry whose turn it is.
  public var current: QueueEntry? { currentPosition.map { entries[$0] } }

  public var currentPosition: Int? { turn.map { position(ofTurn: $0) } }

  /// Where an entry is; `nil` when it is not in the queue.
  public func position(of id: EntryID) -> Int? {
    guard let first = entries.first else { return nil }
    // Mostly nothing was moved, and the ids follow each other.
    let guess = Int(id.rawValue) - Int(first.id.rawValue)
    if entries.indices.contains(guess), entries[guess].id == id { return guess }
    return entries.firstIndex { $0.id == id }
  }

  public subscript(id: EntryID) -> QueueEntry? { position(of: id).map { entries[$0] } }

  /// The positions that differ from what they were at an earlier version, all of them where that
  /// version was never ours. Positions that are gone are told by `count`.
  public func changes(since version: UInt32) -> [Int] {
    if version > self.version { return Array(entries.indices) }
    return entries.indices.filter { entries[$0].changed > version }
  }

  func position(ofTurn turn: Int) -> Int { isRandom ? order[turn] : turn }

  func turn(ofPosition position: Int) -> Int {
    // Every position has its turn.
    isRandom ? order.firstIndex(of: position) ?? 0 : position
  }
}
