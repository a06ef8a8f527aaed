import Media

/// What played at a moment, and where in it.
public struct QueuePoint: Sendable, Hashable {
  /// `nil` where it was nobody's turn.
  public var entry: EntryID?
  public var position: Duration
  public var state: PlaybackState

  public init(entry: EntryID?, position: Duration, state: PlaybackState) {
    (self.entry, self.position, self.state) = (entry, position, state)
  }
}

// Entries as they were before.
extension PlayQueue {
  /// Its entries and their turns, to be kept.
  public var kept: SavedQueue { SavedQueue(records: records, details: details, order: turns) }

  /// Puts entries in the place of all that are there, with the ids they have. The modes stay.
  ///
  /// In random order their turns are those that were kept with them, if there are any; else who comes back has a turn
  /// by lot among those to come.
  ///
  /// - Parameters:
  ///   - kept: Entries that were in this queue before, or are now.
  ///   - id: Whose turn it is afterwards.
  public mutating func putBack(_ kept: SavedQueue, turnOf id: EntryID?) {
    let old = self
    let same = CommonEnds.prefix(records, kept.records) { $0.isSame(as: $1) }
    records = kept.records
    details = kept.details
    prioritized = 0
    for record in records {
      if record.priority > 0 { prioritized += 1 }
      lastID = max(lastID, record.id)
    }
    order = []
    turn = id.flatMap { position(of: $0) }
    touch(min(same, count)..<count)
    touchWhereDetailsDiffer(from: old.details)
    guard isRandom else { return }
    let current = turn
    order = turns(kept.order, after: old)
    turn = current.map { turn(ofPosition: $0) }
  }

  /// Has those be changed, in this version, for which something else is set than before.
  private mutating func touchWhereDetailsDiffer(from old: [UInt32: QueueEntryDetails]) {
    if old == details { return }
    for position in positions where old[records[position].id] != details[records[position].id] {
      records[position].changed = version
    }
  }

  /// What was the queue of an earlier moment takes over what is set now.
  mutating func takeModes(of other: PlayQueue) {
    (isRepeating, single, consume) = (other.isRepeating, other.single, other.consume)
    stopPoint = other.stopPoint
  }

  /// Whether entries, turns and order are those of a copy.
  public func isUnchanged(since copy: PlayQueue) -> Bool {
    version == copy.version && turn == copy.turn && isRandom == copy.isRandom
      && shufflesAlbums == copy.shufflesAlbums && order == copy.order
  }

  /// A random order of all entries: the wanted one, if it is one of them.
  private func turns(_ wanted: [UInt32], after old: PlayQueue) -> [Int32] {
    let places = NumberTable(records)
    let here = wanted.filter { places.contains(UInt64($0)) }
    if let exact = turns(here, places) { return exact }
    let before = old.order.compactMap { turn in
      places[UInt64(old.records[Int(turn)].id)].map { Int32($0) }
    }
    var copy = self
    if shufflesAlbums {
      copy.drawOrder()
      if let turn { copy.beginOrder(with: turn) }
      return copy.order
    }
    // Those that stay keep their turns; the others are drawn.
    copy.order = before
    let current = turn
    copy.turn = current.flatMap { before.firstIndex(of: Int32($0)) }
    var hasStayed = [Bool](repeating: false, count: count)
    for position in before { hasStayed[Int(position)] = true }
    for position in positions where !hasStayed[position] {
      let last = copy.order.count
      copy.order.append(Int32(position))
      let first = copy.turn.map { $0 + 1 } ?? 0
      copy.order.swapAt(last, Int.random(in: min(first, last)...last, using: &copy.generator))
    }
    return copy.order
  }
}
