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
    guard isRandom, turns.count == count else { return }
    var positions: [UInt32: Int32] = [:]
    positions.reserveCapacity(count)
    for (position, record) in records.enumerated() { positions[record.id] = Int32(position) }
    let restored = turns.compactMap { positions.removeValue(forKey: $0) }
    guard restored.count == count else { return }
    let current = currentPosition
    order = restored
    turn = current.map { turn(ofPosition: $0) }
  }
}
