import Media

// What is set for single entries.
extension PlayQueue {
  /// Has entries come earlier in random order, as MPD does: among those that are still to come, higher
  /// priorities first, equal ones by lot. One that has been played comes again when its priority has grown
  /// above that of the current entry.
  public mutating func setPriority(_ priority: UInt8, of range: Range<Int>) throws(PlayerError) {
    try check(range)
    setPriority(priority, at: Array(range))
  }

  private mutating func setPriority(_ priority: UInt8, at wanted: [Int]) {
    // Without a priority it goes back to its album.
    let movesEach = wanted.count <= Self.fewEntries && !(shufflesAlbums && priority == 0)
    let old = movesEach ? [] : records.map(\.priority)
    var isChanged = false
    for position in wanted where records[position].priority != priority {
      let old = setPriority(priority, at: position, version + 1)
      if isRandom, movesEach { reorder(position, from: old) }
      isChanged = true
    }
    if !isChanged { return }
    version += 1
    if isRandom, !movesEach { reorder(from: old) }
  }

  /// More than these are not moved one by one: everything that is to come is drawn anew.
  private static let fewEntries = 32

  public mutating func setPriority(_ priority: UInt8, of ids: [EntryID]) throws(PlayerError) {
    var found: [Int] = []
    for (id, position) in zip(ids, positions(of: ids)) {
      guard let position else { throw .noSuchEntry(id) }
      found.append(position)
    }
    setPriority(priority, at: found)
  }

  /// An entry is heard: its priority has had its effect.
  ///
  /// - Returns: Whether it had one.
  @discardableResult
  mutating func started(_ id: EntryID) -> Bool {
    guard prioritized > 0, let position = position(of: id), records[position].priority > 0 else {
      return false
    }
    version += 1
    _ = setPriority(0, at: position, version)
    return true
  }

  /// Has only a part of an entry's item played.
  ///
  /// - Parameter range: `nil` for all of it.
  public mutating func setRange(_ range: PlayedRange?, of id: EntryID) throws(PlayerError) {
    try change(id) { $0.range = range }
  }

  /// Shows an entry with a further tag, as an internet stream may need it.
  public mutating func addTag(_ tag: EntryTag, to id: EntryID) throws(PlayerError) {
    try change(id) { $0.tags.append(tag) }
  }

  /// Takes back what was added by `addTag`.
  ///
  /// - Parameter name: Of which tag; `nil` for all.
  public mutating func clearTags(_ name: String? = nil, of id: EntryID) throws(PlayerError) {
    try change(id) { details in details.tags.removeAll { name == nil || $0.name == name } }
  }

  private mutating func change(
    _ id: EntryID, _ body: (inout QueueEntryDetails) -> Void
  ) throws(PlayerError) {
    guard let position = position(of: id) else { throw .noSuchEntry(id) }
    let old = details[id.rawValue] ?? QueueEntryDetails()
    var new = old
    body(&new)
    if new == old { return }
    details[id.rawValue] = new.isEmpty ? nil : new
    version += 1
    records[position].changed = version
  }

  /// - Returns: What it was before.
  private mutating func setPriority(_ new: UInt8, at position: Int, _ version: UInt32) -> UInt8 {
    let old = records[position].priority
    if old == 0, new > 0 { prioritized += 1 }
    if old > 0, new == 0 { prioritized -= 1 }
    records[position].priority = new
    records[position].changed = version
    return old
  }

  /// Draws what is to come, with those that come again.
  ///
  /// - Parameter old: The priorities that entries had before, by position.
  private mutating func reorder(from old: [UInt8]) {
    guard let turn else { return draw(from: 0) }
    let heard = records[Int(order[turn])].priority
    let (again, played) = partition(order[..<turn]) { position in
      let wanted = records[Int(position)].priority
      return wanted > old[Int(position)] && wanted > heard
    }
    order = played + order[turn...] + again
    self.turn = played.count
    if shufflesAlbums { return drawAlbumsToCome(before: old) }
    draw(from: played.count + 1)
  }

  /// Moves an entry to a place by lot among those of its priority.
  private mutating func reorder(_ position: Int, from old: UInt8) {
    let from = turn(ofPosition: position)
    let wanted = records[position].priority
    if let turn {
      if from == turn { return }
      let heard = records[Int(order[turn])].priority
      if from < turn, wanted <= old || wanted <= heard { return }
    }
    order.remove(at: from)
    if let turn, from < turn { self.turn = turn - 1 }
    let first = turn.map { $0 + 1 } ?? 0
    func priority(ofTurn turn: Int) -> UInt8 { records[Int(order[turn])].priority }
    var lower = first
    while lower < order.count, priority(ofTurn: lower) > wanted { lower += 1 }
    var upper = lower
    while upper < order.count, priority(ofTurn: upper) == wanted { upper += 1 }
    order.insert(Int32(position), at: Int.random(in: lower...upper, using: &generator))
  }
}
