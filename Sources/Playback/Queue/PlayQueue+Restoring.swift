import Media

extension PlayQueue {
  /// A queue as it was kept: the entries have the ids they had.
  ///
  /// - Parameter current: `nil`, or an entry that is not among them: nobody's turn.
  public init(
    restoring records: [QueueRecord], details: [UInt32: QueueEntryDetails] = [:],
    lastID: UInt32 = 0, current: EntryID?, seed: UInt64 = .random(in: 0...UInt64.max)
  ) {
    self.init(seed: seed)
    self.records = records
    self.details = details
    for record in records {
      self.lastID = max(self.lastID, record.id)
      if record.priority > 0 { prioritized += 1 }
    }
    self.lastID = max(self.lastID, lastID)
    turn = current.flatMap { position(of: $0) }
    touch(positions)
  }
}

extension PlayQueue {
  /// The ids of all entries in the order of their turns, to be kept; empty where that is the queue's.
  public var turns: [UInt32] { order.map { records[Int($0)].id } }

  /// Puts a random order back, where it is one of these entries.
  public mutating func restore(turns: [UInt32]) {
    guard isRandom, let restored = self.turns(turns, NumberTable(records)) else { return }
    let current = currentPosition
    order = restored
    turn = current.map { turn(ofPosition: $0) }
  }

  /// The positions of entries in the order of their turns; `nil` unless these are the entries that are here, each once.
  func turns(_ ids: [UInt32], _ places: NumberTable) -> [Int32]? {
    guard ids.count == count else { return nil }
    var isThere = [Bool](repeating: false, count: count)
    var turns: [Int32] = []
    turns.reserveCapacity(count)
    for id in ids {
      guard let place = places[UInt64(id)], !isThere[Int(place)] else { return nil }
      isThere[Int(place)] = true
      turns.append(Int32(place))
    }
    return turns
  }
}
