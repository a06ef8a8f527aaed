import Media

/// Numbers by numbers, none of which is 0 (ids of entries, of items, albums): of a long queue all are put in here and
/// found again in a tenth of the time that a dictionary takes to hash them.
struct NumberTable {
  private struct Slot {
    /// 0 where nothing is.
    var key: UInt64 = 0
    var value: UInt32 = 0
  }

  private var slots: [Slot]
  private var shift: UInt64
  private(set) var count = 0

  /// - Parameter capacity: How many it will have, about.
  init(capacity: Int) {
    var bits: UInt64 = 4
    while 1 << bits < capacity * 2 { bits += 1 }
    shift = 64 - bits
    slots = [Slot](repeating: Slot(), count: 1 << bits)
  }

  /// What a number has; one that is not there is not added by being set.
  subscript(key: UInt64) -> UInt32? {
    get {
      let slot = slots[place(of: key)]
      return slot.key == 0 ? nil : slot.value
    }
    set {
      let place = place(of: key)
      if slots[place].key != 0, let newValue { slots[place].value = newValue }
    }
  }

  func contains(_ key: UInt64) -> Bool { slots[place(of: key)].key != 0 }

  /// Adds a number that is not there yet; of one that is, what it has stays.
  mutating func add(_ key: UInt64, _ value: UInt32 = 0) {
    if (count + 1) * 2 > slots.count { grow() }
    let place = place(of: key)
    guard slots[place].key == 0 else { return }
    slots[place] = Slot(key: key, value: value)
    count += 1
  }

  /// Where a number is, or would be.
  private func place(of key: UInt64) -> Int {
    // Numbers that follow each other are spread by the golden ratio (Knuth, volume 3, section 6.4).
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    return slots.withUnsafeBufferPointer { slots in
      while slots[place].key != 0, slots[place].key != key {
        place = (place + 1) & (slots.count - 1)
      }
      return place
    }
  }

  private mutating func grow() {
    var larger = Self(capacity: slots.count)
    for slot in slots where slot.key != 0 { larger.add(slot.key, slot.value) }
    self = larger
  }
}

// By ids of entries.
extension NumberTable {
  init(_ ids: [EntryID]) {
    self.init(capacity: ids.count)
    for id in ids { add(UInt64(id.rawValue)) }
  }

  /// Where each entry is.
  init(_ records: [QueueRecord]) {
    self.init(capacity: records.count)
    for (position, record) in records.enumerated() { add(UInt64(record.id), UInt32(position)) }
  }

  subscript(id: EntryID) -> UInt32? { self[UInt64(id.rawValue)] }
}
