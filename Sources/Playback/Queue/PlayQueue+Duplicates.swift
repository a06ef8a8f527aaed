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
    let known = partition(items)
    let added = insert(known.new, at: position)
    return settle(items, known, added, at: position, duplicates)
  }

  /// As `insertNext`, as far as the policy has it.
  @discardableResult
  public mutating func insertNext(
    _ items: [QueueItem], duplicates: DuplicatePolicy
  ) -> [EntryID] {
    if duplicates == .allow { return insertNext(items) }
    let known = partition(items)
    let position = currentPosition.map { $0 + 1 } ?? count
    let added = insertNext(known.new)
    let ids = settle(items, known, added, at: position, duplicates)
    guard duplicates == .move, isRandom, let turn else { return ids }
    // What was moved comes next in its turn, too.
    let heard = order[turn]
    let next = positions(of: ids.filter { $0 != current?.id }).compactMap { $0 }
    let isNext = marks(at: next)
    order.keepOnly { isNext[Int($0)] ? nil : $0 }
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
    var tooMany = NumberTable(capacity: items.count)
    for item in partition(items).new.dropFirst(room) { tooMany.add(item.id.rawValue) }
    return items.filter { !tooMany.contains($0.id.rawValue) }
  }

  /// What is known of items that are to be added.
  private struct Known {
    /// Those that have no entry, each once.
    var new: [QueueItem] = []
    /// The ids of the others' entries by items, `none` for those that have none.
    var entries: NumberTable
    var isEmpty = true

    static let none: UInt32 = 0
    /// The item is among the new ones.
    static let added = UInt32.max
  }

  private func partition(_ items: [QueueItem]) -> Known {
    var known = Known(entries: NumberTable(capacity: items.count))
    for item in items { known.entries.add(item.id.rawValue, Known.none) }
    let current = currentPosition
    records.withUnsafeBufferPointer { records in
      for position in records.indices {
        let item = records[position].item.rawValue
        guard let entry = known.entries[item] else { continue }
        if entry == Known.none || position == current { known.entries[item] = records[position].id }
        known.isEmpty = false
      }
    }
    for item in items where known.entries[item.id.rawValue] == Known.none {
      known.entries[item.id.rawValue] = Known.added
      known.new.append(item)
    }
    return known
  }

  /// Has the entries of all items stand together where the new ones were put.
  private mutating func settle(
    _ items: [QueueItem], _ known: Known, _ added: [EntryID], at position: Int,
    _ duplicates: DuplicatePolicy
  ) -> [EntryID] {
    var entries = known.entries
    for (place, id) in zip(position..., added) {
      entries[records[place].item.rawValue] = id.rawValue
    }
    var ids: [EntryID] = []
    ids.reserveCapacity(entries.count)
    for item in items {
      guard let entry = entries[item.id.rawValue], entry != Known.none else { continue }
      ids.append(EntryID(rawValue: entry))
      entries[item.id.rawValue] = Known.none
    }
    if duplicates == .move, !known.isEmpty { gather(ids, at: position) }
    return ids
  }

  /// - Parameters:
  ///   - ids: Entries, among them the new ones, which stand at `position` already.
  private mutating func gather(_ ids: [EntryID], at position: Int) {
    let current = self.current?.id
    let block = positions(of: ids).compactMap { $0 }.filter { records[$0].id != current?.rawValue }
    let isMoving = marks(at: block)
    var old: [Int] = []
    old.reserveCapacity(count)
    for place in 0..<position where !isMoving[place] { old.append(place) }
    old += block
    for place in position..<count where !isMoving[place] { old.append(place) }
    rearrange(old)
  }

  private func marks(at positions: [Int]) -> [Bool] {
    var marks = [Bool](repeating: false, count: count)
    for position in positions { marks[position] = true }
    return marks
  }
}
