import Media

extension PlayQueue {
  /// Puts new entries in the place of all.
  @discardableResult
  public mutating func replace(with items: [QueueItem]) -> [EntryID] {
    clear()
    return append(items)
  }

  public mutating func clear() {
    records = []
    details = [:]
    prioritized = 0
    order = []
    turn = nil
    version += 1
  }

  @discardableResult
  public mutating func append(_ items: [QueueItem]) -> [EntryID] { insert(items, at: count) }

  /// Inserts items so that the first of them has the position given. In random order their turns
  /// are drawn from those that are still to come.
  @discardableResult
  public mutating func insert(
    _ items: [QueueItem], atPosition position: Int
  ) throws(PlayerError) -> [EntryID] {
    guard 0...count ~= position else { throw .badPosition }
    return insert(items, at: position)
  }

  /// Inserts items behind the current entry, so that they come next, in random order too; behind all
  /// where it is nobody's turn.
  @discardableResult
  public mutating func insertNext(_ items: [QueueItem]) -> [EntryID] {
    guard let position = currentPosition, let turn else { return append(items) }
    let wasRandom = isRandom
    let first = position + 1
    if wasRandom { shiftOrder(from: first, by: items.count) }
    let ids = put(items, at: first)
    if wasRandom {
      let new = (first..<first + items.count).map { Int32($0) }
      order.insert(contentsOf: new, at: turn + 1)
    }
    return ids
  }

  @discardableResult
  mutating func insert(_ items: [QueueItem], at position: Int) -> [EntryID] {
    if items.isEmpty { return [] }
    if isRandom { shiftOrder(from: position, by: items.count) }
    if !isRandom, let turn, turn >= position { self.turn = turn + items.count }
    let ids = put(items, at: position)
    if isRandom { weave(position..<position + items.count) }
    return ids
  }

  /// Makes entries, without a turn of theirs.
  private mutating func put(_ items: [QueueItem], at position: Int) -> [EntryID] {
    if items.isEmpty { return [] }
    let first = firstID(ofNew: items.count)
    lastID = max(lastID, first + UInt32(items.count - 1))
    let new = Array.filled(items.count) { index in
      let item = items[index]
      return QueueRecord(id: first + UInt32(index), item: item.id, album: item.album)
    }
    records.insert(contentsOf: new, at: position)
    touch(position..<count)
    return Array.filled(items.count) { EntryID(rawValue: first + UInt32($0)) }
  }

  /// The first of so many identities in a row that no entry has: new ones as long as there are any, then those
  /// in the first gap that is wide enough.
  private mutating func firstID(ofNew count: Int) -> UInt32 {
    if count <= Int(Self.greatestID) - Int(lastID) { return lastID + 1 }
    reuses += 1
    var next: UInt32 = 1
    for id in records.map(\.id).sorted() {
      if count <= Int(id) - Int(next) { break }
      next = id + 1
    }
    return next
  }

  /// The protocol's clients take identities for signed numbers.
  private static var greatestID: UInt32 { UInt32(Int32.max) }

  /// Takes entries out. Where the current one is among them, the turn goes to the next that stays.
  ///
  /// - Returns: Whether the current one was among them.
  @discardableResult
  public mutating func remove(_ range: Range<Int>) throws(PlayerError) -> Bool {
    try check(range)
    if range.isEmpty { return false }
    let losesCurrent = loseTurn { range.contains($0) }
    let current = currentPosition
    forget(range)
    records.removeSubrange(range)
    if isRandom {
      let (lower, count) = (Int32(range.lowerBound), Int32(range.count))
      order.keepOnly { position in
        position < lower ? position : position < lower + count ? nil : position - count
      }
      turn = current.map { turn(ofPosition: $0 < range.lowerBound ? $0 : $0 - range.count) }
    } else {
      turn = current.map { $0 < range.lowerBound ? $0 : $0 - range.count }
    }
    touch(range.lowerBound..<self.count)
    return losesCurrent
  }

  @discardableResult
  public mutating func remove(ids: [EntryID]) throws(PlayerError) -> Bool {
    if let id = ids.first, ids.count == 1 {
      guard let position = position(of: id) else { throw .noSuchEntry(id) }
      return try remove(position..<position + 1)
    }
    let leaving = NumberTable(ids)
    var found = 0
    let isLeaving = records.withUnsafeBufferPointer { records in
      Array.filled(records.count) { position in
        let isLeaving = leaving.contains(UInt64(records[position].id))
        if isLeaving { found += 1 }
        return isLeaving
      }
    }
    if found < leaving.count {
      let missing = zip(ids, positions(of: ids)).first { $0.1 == nil }
      throw .noSuchEntry(missing?.0 ?? ids[0])
    }
    return remove(isLeaving)
  }

  /// Takes out all but a range.
  @discardableResult
  public mutating func crop(to range: Range<Int>) throws(PlayerError) -> Bool {
    try check(range)
    let behind = try remove(range.upperBound..<count)
    return try remove(0..<range.lowerBound) || behind
  }

  /// Moves a range so that it begins at `target`.
  public mutating func move(_ range: Range<Int>, to target: Int) throws(PlayerError) {
    try check(range)
    guard !range.isEmpty, target >= 0, target <= count - range.count else { throw .badPosition }
    if target == range.lowerBound { return }
    let affected =
      min(target, range.lowerBound)..<max(target + range.count, range.upperBound)
    let moving = records[range]
    let others =
      records[affected.lowerBound..<range.lowerBound]
      + records[range.upperBound..<affected.upperBound]
    let ahead = target - affected.lowerBound
    records.replaceSubrange(affected, with: others.prefix(ahead) + moving + others.dropFirst(ahead))
    remap { position in
      if range.contains(position) { return position - range.lowerBound + target }
      guard affected.contains(position) else { return position }
      return target < range.lowerBound ? position + range.count : position - range.count
    }
    touch(affected)
  }

  /// Moves a range behind the current entry, so that it comes next, in random order too. The current one itself
  /// stays where it is; where there is none, the range comes to the beginning.
  public mutating func moveNext(_ range: Range<Int>) throws(PlayerError) {
    try check(range)
    if let current = currentPosition, range.contains(current) {
      try moveNext(current + 1..<range.upperBound)
      return try moveNext(range.lowerBound..<current)
    }
    if range.isEmpty { return }
    let current = currentPosition
    let target = current.map { $0 < range.lowerBound ? $0 + 1 : $0 + 1 - range.count } ?? 0
    try move(range, to: target)
    guard isRandom, let turn else { return }
    let heard = order[turn]
    let moved = target..<target + range.count
    order.keepOnly { moved.contains(Int($0)) ? nil : $0 }
    let place = order.firstIndex(of: heard) ?? 0
    order.insert(contentsOf: moved.map { Int32($0) }, at: place + 1)
    self.turn = place
  }

  public mutating func swap(_ one: Int, _ other: Int) throws(PlayerError) {
    guard positions.contains(one), positions.contains(other) else { throw .badPosition }
    exchange(one, other)
    version += 1
    records[one].changed = version
    records[other].changed = version
  }

  /// Mixes the entries of a range. The current one, where it is among them, comes first.
  ///
  /// - Parameter range: `nil` for all.
  public mutating func shuffle(_ range: Range<Int>? = nil) throws(PlayerError) {
    var range = range ?? positions
    try check(range)
    if range.count < 2 { return }
    let affected = range
    if let current = currentPosition, range.contains(current) {
      exchange(current, range.lowerBound)
      range = range.lowerBound + 1..<range.upperBound
    }
    generator.shuffle(&records, range)
    touch(affected)
  }

  /// Begins a new version, in which the positions given are changed.
  mutating func touch(_ positions: Range<Int>) {
    version += 1
    let version = self.version
    records.withUnsafeMutableBufferPointer { records in
      for position in positions { records[position].changed = version }
    }
  }

  /// Puts entries into another order.
  ///
  /// - Parameter old: For each position, which one its entry had.
  mutating func rearrange(_ old: [Int]) {
    guard let first = positions.first(where: { old[$0] != $0 }) else { return }
    records = old.map { records[$0] }
    var new = [Int](repeating: 0, count: count)
    for (position, old) in old.enumerated() { new[old] = position }
    remap { new[$0] }
    touch(first..<count)
  }

  func check(_ range: Range<Int>) throws(PlayerError) {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw .badPosition }
  }

  /// Two entries change places, and their turns with them.
  private mutating func exchange(_ one: Int, _ other: Int) {
    records.swapAt(one, other)
    remap { $0 == one ? other : $0 == other ? one : $0 }
  }

  /// Renames positions after entries have moved.
  private mutating func remap(_ new: (Int) -> Int) {
    if isRandom {
      order.withUnsafeMutableBufferPointer { order in
        for index in order.indices { order[index] = Int32(new(Int(order[index]))) }
      }
    } else if let turn {
      self.turn = new(turn)
    }
  }

  /// Makes room in the order for positions that are about to be filled.
  private mutating func shiftOrder(from position: Int, by count: Int) {
    let (first, count) = (Int32(position), Int32(count))
    order.withUnsafeMutableBufferPointer { order in
      for index in order.indices where order[index] >= first { order[index] += count }
    }
  }
}

// How entries leave.
extension PlayQueue {
  /// Takes out the entries that are marked.
  private mutating func remove(_ isLeaving: [Bool]) -> Bool {
    guard let first = isLeaving.firstIndex(of: true) else { return false }
    let losesCurrent = loseTurn { isLeaving[$0] }
    let current = currentPosition
    if prioritized > 0 || !details.isEmpty {
      for position in positions where isLeaving[position] { forget(position..<position + 1) }
    }
    var kept = Int32(first)
    var places = [Int32](repeating: 0, count: count)
    for position in positions where position < first || !isLeaving[position] {
      places[position] = position < first ? Int32(position) : kept
      if position < first { continue }
      records[Int(kept)] = records[position]
      kept += 1
    }
    records.removeSubrange(Int(kept)...)
    if isRandom {
      order.keepOnly { isLeaving[Int($0)] ? nil : places[Int($0)] }
    }
    turn = current.map { turn(ofPosition: Int(places[$0])) }
    touch(first..<count)
    return losesCurrent
  }

  /// Forgets what was set for entries that leave.
  private mutating func forget(_ range: Range<Int>) {
    guard prioritized > 0 || !details.isEmpty else { return }
    for position in range {
      if records[position].priority > 0 { prioritized -= 1 }
      details[records[position].id] = nil
    }
  }

  /// Gives the turn to the next that stays when the current entry leaves.
  private mutating func loseTurn(_ isLeaving: (Int) -> Bool) -> Bool {
    guard let current = currentPosition, isLeaving(current) else { return false }
    turn = turnOfNextStaying(isLeaving)
    return true
  }

  private func turnOfNextStaying(_ isLeaving: (Int) -> Bool) -> Int? {
    // An entry that repeats itself has no follower.
    guard let turn, !repeatsItself else { return nil }
    let later = (turn + 1)..<count
    if let next = later.first(where: { !isLeaving(position(ofTurn: $0)) }) { return next }
    guard isRepeating else { return nil }
    return (0..<turn).first { !isLeaving(position(ofTurn: $0)) }
  }
}

// Items whose tags are at hand.
extension PlayQueue {
  @discardableResult
  public mutating func append(_ items: some Collection<MediaItem>) -> [EntryID] {
    append(items.map { QueueItem($0) })
  }

  @discardableResult
  public mutating func insert(
    _ items: some Collection<MediaItem>, atPosition position: Int
  ) throws(PlayerError) -> [EntryID] {
    try insert(items.map { QueueItem($0) }, atPosition: position)
  }
}
