import Media

/// What becomes of items that are added and have an entry already.
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
  /// They get another one.
  case allow
  /// They are left out.
  case skip
  /// Their entries come to where they would be added. The current one stays where it is.
  case move
}

// Each item once.
extension PlayQueue {
  /// Inserts items so that the first of them has the position given, as far as the policy has it.
  ///
  /// - Returns: The entries of all items that were given, in their order, each once unless duplicates are allowed.
  @discardableResult
  public mutating func insert(
    _ items: [QueueItem], atPosition position: Int, duplicates: DuplicatePolicy
  ) throws(PlayerError) -> [EntryID] {
    guard 0...count ~= position else { throw .badPosition }
    if duplicates == .allow { return insert(items, at: position) }
    let (new, known) = partition(items)
    let added = insert(new, at: position)
    return settle(items, known, added, at: position, duplicates)
  }

  /// As `insertNext`, as far as the policy has it.
  @discardableResult
  public mutating func insertNext(
    _ items: [QueueItem], duplicates: DuplicatePolicy
  ) -> [EntryID] {
    if duplicates == .allow { return insertNext(items) }
    let (new, known) = partition(items)
    let position = currentPosition.map { $0 + 1 } ?? count
    let added = insertNext(new)
    let ids = settle(items, known, added, at: position, duplicates)
    guard duplicates == .move, isRandom, let turn else { return ids }
    // What was moved comes next in its turn, too.
    let heard = order[turn]
    let next = positions(of: ids.filter { $0 != current?.id }).compactMap { $0 }
    let moved = Set(next.map { Int32($0) })
    order.removeAll { moved.contains($0) }
    let place = order.firstIndex(of: heard) ?? 0
    order.insert(contentsOf: next.map { Int32($0) }, at: place + 1)
    self.turn = place
    return ids
  }

  /// Those of some items that can be added where there is room for so many entries more: as many of the new ones as
  /// fit, and all that get none.
  public func fitting(
    _ items: [QueueItem], in room: Int, duplicates: DuplicatePolicy
  ) -> [QueueItem] {
    if items.count <= room { return items }
    if duplicates == .allow { return Array(items.prefix(room)) }
    let new = Set(partition(items).new.dropFirst(room).map(\.id))
    return items.filter { !new.contains($0.id) }
  }

  /// The items that have no entry, each once, and the entries of the others.
  private func partition(
    _ items: [QueueItem]
  ) -> (new: [QueueItem], known: [PersistentID: EntryID]) {
    let wanted = Set(items.map(\.id))
    var known: [PersistentID: EntryID] = [:]
    let current = currentPosition
    for position in positions where wanted.contains(records[position].item) {
      let record = records[position]
      if known[record.item] == nil || position == current {
        known[record.item] = EntryID(rawValue: record.id)
      }
    }
    var seen = Set<PersistentID>()
    let new = items.filter { known[$0.id] == nil && seen.insert($0.id).inserted }
    return (new, known)
  }

  /// Has the entries of all items stand together where the new ones were put.
  private mutating func settle(
    _ items: [QueueItem], _ known: [PersistentID: EntryID], _ added: [EntryID], at position: Int,
    _ duplicates: DuplicatePolicy
  ) -> [EntryID] {
    var entries = known
    for (place, id) in zip(position..., added) { entries[records[place].item] = id }
    var seen = Set<PersistentID>()
    let ids = items.filter { seen.insert($0.id).inserted }.compactMap { entries[$0.id] }
    if duplicates == .move, !known.isEmpty { gather(ids, at: position, added: added.count) }
    return ids
  }

  /// - Parameters:
  ///   - ids: Entries, among them the new ones, which stand at `position` already.
  private mutating func gather(_ ids: [EntryID], at position: Int, added: Int) {
    let current = self.current?.id
    var places: [UInt32: Int] = [:]
    let wanted = Set(ids.map(\.rawValue))
    for place in positions where wanted.contains(records[place].id) {
      places[records[place].id] = place
    }
    let block = ids.filter { $0 != current }.compactMap { places[$0.rawValue] }
    let moving = Set(block)
    let others = positions.filter { !moving.contains($0) }
    let ahead = others.prefix { $0 < position }
    rearrange(Array(ahead) + block + others.dropFirst(ahead.count))
  }
}
