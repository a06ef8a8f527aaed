import Media

extension PlayQueue {
  /// Puts new entries in the place of all.
  @discardableResult
  public mutating func replace(with items: some Collection<MediaItem>) -> [EntryID] {
    clear()
    return append(items)
  }

  public mutating func clear() {
    entries = []
    order = []
    turn = nil
    version += 1
  }

  @discardableResult
  public mutating func append(_ items: some Collection<MediaItem>) -> [EntryID] {
    insert(items, at: count)
  }

  /// Inserts items so that the first of them has the position given. In random order their turns
  /// are drawn from those that are still to come.
  @discardableResult
  mutating func insert(_ items: some Collection<MediaItem>, at position: Int) -> [EntryID] {
    if items.isEmpty { return [] }
    let new = items.map { QueueEntry(id: nextID(), item: $0) }
    if !isRandom, let turn, turn >= position { self.turn = turn + new.count }
    if isRandom { weave(position..<position + new.count) }
    entries.insert(contentsOf: new, at: position)
    touch(position..<count)
    return new.map(\.id)
  }

  @discardableResult
  public mutating func insert(
    _ items: some Collection<MediaItem>, atPosition position: Int
  ) throws(PlayerError) -> [EntryID] {
    guard 0...count ~= position else { throw .badPosition }
    return insert(items, at: position)
  }

  /// Takes entries out. Where the current one is among them, the turn goes to the next that stays.
  ///
  /// - Returns: Whether the current one was among them.
  @discardableResult
  public mutating func remove(_ range: Range<Int>) throws(PlayerError) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw .badPosition }
    return remove(first: range.first) { range.contains($0) }
  }

  @discardableResult
  public mutating func remove(ids: [EntryID]) throws(PlayerError) -> Bool {
    if let id = ids.first, ids.count == 1 {
      guard let position = position(of: id) else { throw .noSuchEntry(id) }
      return try remove(position..<position + 1)
    }
    let leaving = Set(ids)
    let positions = entries.indices.filter { leaving.contains(entries[$0].id) }
    if positions.count < leaving.count {
      let present = Set(positions.map { entries[$0].id })
      throw .noSuchEntry(ids.first { !present.contains($0) } ?? ids[0])
    }
    var isLeaving = [Bool](repeating: false, count: count)
    for position in positions { isLeaving[position] = true }
    return remove(first: positions.first) { isLeaving[$0] }
  }

  /// Moves a range so that it begins at `target`.
  public mutating func move(_ range: Range<Int>, to target: Int) throws(PlayerError) {
    guard range.lowerBound >= 0, range.upperBound <= count, !range.isEmpty, target >= 0,
      target <= count - range.count
    else { throw .badPosition }
    if target == range.lowerBound { return }
    let affected =
      min(target, range.lowerBound)..<max(target + range.count, range.upperBound)
    let moving = Array(entries[range])
    let others =
      entries[affected.lowerBound..<range.lowerBound]
      + entries[range.upperBound..<affected.upperBound]
    let ahead = target - affected.lowerBound
    entries.replaceSubrange(
      affected, with: Array(others.prefix(ahead)) + moving + Array(others.dropFirst(ahead)))
    remap { position in
      if range.contains(position) { return position - range.lowerBound + target }
      guard affected.contains(position) else { return position }
      return target < range.lowerBound ? position + range.count : position - range.count
    }
    touch(affected)
  }

  public mutating func swap(_ one: Int, _ other: Int) throws(PlayerError) {
    guard entries.indices.contains(one), entries.indices.contains(other) else {
      throw .badPosition
    }
    entries.swapAt(one, other)
    remap { $0 == one ? other : $0 == other ? one : $0 }
    entries[one].changed = version + 1
    entries[other].changed = version + 1
    version += 1
  }

  /// Mixes the entries of a range. The current one, where it is among them, comes first.
  ///
  /// - Parameter range: `nil` for all.
  public mutating func shuffle(_ range: Range<Int>? = nil) throws(PlayerError) {
    var range = range ?? 0..<count
    guard range.lowerBound >= 0, range.upperBound <= count else { throw .badPosition }
    if range.count < 2 { return }
    let affected = range
    if let current = currentPosition, range.contains(current) {
      entries.swapAt(range.lowerBound, current)
      remap { $0 == current ? range.lowerBound : $0 == range.lowerBound ? current : $0 }
      range = range.lowerBound + 1..<range.upperBound
    }
    entries[range].shuffle(using: &generator)
    touch(affected)
  }

  private mutating func nextID() -> EntryID {
    lastID += 1
    return EntryID(rawValue: lastID)
  }

  /// Begins a new version, in which the positions given are changed.
  mutating func touch(_ positions: Range<Int>) {
    version += 1
    let version = self.version
    entries.withUnsafeMutableBufferPointer { entries in
      for position in positions { entries[position].changed = version }
    }
  }

  /// Renames positions after entries have moved.
  private mutating func remap(_ new: (Int) -> Int) {
    if isRandom {
      for index in order.indices { order[index] = new(order[index]) }
    } else if let turn {
      self.turn = new(turn)
    }
  }

  private mutating func remove(first: Int?, _ isLeaving: (Int) -> Bool) -> Bool {
    guard let first else { return false }
    let losesCurrent = currentPosition.map(isLeaving) ?? false
    if losesCurrent { turn = turnOfNextStaying(isLeaving) }

    var kept = first
    var newPosition = Array(0..<first)
    newPosition.reserveCapacity(count)
    for position in first..<count {
      newPosition.append(kept)
      if isLeaving(position) { continue }
      entries.swapAt(kept, position)
      kept += 1
    }
    if isRandom {
      let current = turn.map { order[$0] }
      order = order.filter { !isLeaving($0) }.map { newPosition[$0] }
      turn = current.map { newPosition[$0] }.flatMap { order.firstIndex(of: $0) }
    } else {
      turn = turn.map { newPosition[$0] }
    }
    entries.removeSubrange(kept...)
    touch(first..<count)
    return losesCurrent
  }

  /// Whose turn it is when the current entry leaves.
  private func turnOfNextStaying(_ isLeaving: (Int) -> Bool) -> Int? {
    // An entry that repeats itself has no follower.
    guard let turn, !repeatsItself else { return nil }
    let later = (turn + 1)..<count
    if let next = later.first(where: { !isLeaving(position(ofTurn: $0)) }) { return next }
    guard isRepeating else { return nil }
    return (0..<turn).first { !isLeaving(position(ofTurn: $0)) }
  }
}
