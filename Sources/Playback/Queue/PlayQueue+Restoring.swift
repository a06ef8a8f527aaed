import Media

extension PlayQueue {
  /// A queue as it was kept: the entries have the ids they had.
  ///
  /// - Parameter current: `nil`, or an entry that is not among them: nobody's turn.
  public init(
    restoring entries: [(id: EntryID, item: MediaItem)], lastID: UInt32 = 0, current: EntryID?,
    seed: UInt64 = .random(in: 0...UInt64.max)
  ) {
    self.init(seed: seed)
    self.entries = entries.map { QueueEntry(id: $0.id, item: $0.item) }
    self.lastID = entries.reduce(lastID) { max($0, $1.id.rawValue) }
    turn = current.flatMap { position(of: $0) }
    touch(0..<count)
  }
}
