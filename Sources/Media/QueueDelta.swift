/// What a queue was before a change, told by what it is after it: small where little has changed.
public struct QueueDelta: Sendable, Hashable {
  /// The entries between what is alike at both ends, as they were.
  public enum Middle: Sendable, Hashable {
    case records([QueueRecord])
    /// The same entries in another order: where each of them is among those of now.
    case places([UInt32])
  }

  /// How many entries there are after the change.
  public var count: Int
  /// So many at the beginning are as they were.
  public var prefix: Int
  /// So many at the end are as they were.
  public var suffix: Int
  public var middle: Middle
  /// What was set for few entries; `nil` where it has not changed.
  public var details: [UInt32: QueueEntryDetails]?
  /// The ids in the order of their turns; `nil` where that has not changed.
  public var order: [UInt32]?
  /// Tells whether the order is still the one that the change led to.
  public var orderAfter: UInt64

  public init(
    count: Int, prefix: Int, suffix: Int, middle: Middle,
    details: [UInt32: QueueEntryDetails]? = nil, order: [UInt32]? = nil, orderAfter: UInt64 = 0
  ) {
    (self.count, self.prefix, self.suffix) = (count, prefix, suffix)
    (self.middle, self.details) = (middle, details)
    (self.order, self.orderAfter) = (order, orderAfter)
  }

  public init(from before: SavedQueue, to after: SavedQueue) {
    let (old, new) = (before.records, after.records)
    let prefix = CommonEnds.prefix(old, new) { $0.isSame(as: $1) }
    let suffix = CommonEnds.suffix(old, new, besides: prefix) { $0.isSame(as: $1) }
    let was = old[prefix..<old.count - suffix]
    let isNow = new[prefix..<new.count - suffix]
    self.init(
      count: new.count, prefix: prefix, suffix: suffix,
      middle: Self.places(was, isNow).map { .places($0) } ?? .records(Array(was)),
      details: before.details == after.details ? nil : before.details,
      order: before.order == after.order ? nil : before.order,
      orderAfter: Self.stamp(after.order))
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool {
    prefix + suffix == count && earlierCount == count && details == nil && order == nil
  }

  /// How many entries there were before the change.
  public var earlierCount: Int {
    switch middle {
    case .records(let records): prefix + suffix + records.count
    case .places(let places): prefix + suffix + places.count
    }
  }

  /// The queue before the change; `nil` where `after` is not what it was made of. Where turns were drawn since, it has
  /// no order.
  public func before(_ after: SavedQueue) -> SavedQueue? {
    let records = after.records
    guard records.count == count, prefix >= 0, suffix >= 0, prefix + suffix <= count else {
      return nil
    }
    var earlier = after
    switch middle {
    case .records(let was):
      earlier.records.replaceSubrange(prefix..<count - suffix, with: was)
    case .places(let places):
      guard places.count == count - prefix - suffix,
        places.allSatisfy({ Int($0) < places.count })
      else { return nil }
      earlier.records.replaceSubrange(
        prefix..<count - suffix, with: places.map { records[prefix + Int($0)] })
    }
    if let details { earlier.details = details }
    if let order { earlier.order = Self.stamp(after.order) == orderAfter ? order : [] }
    return earlier
  }

  /// How many entries come and go when the change is taken back.
  public func difference(_ after: SavedQueue) -> (coming: Int, going: Int) {
    guard case .records(let was) = middle, after.records.count == count else { return (0, 0) }
    let isNow = after.records[prefix..<count - suffix]
    if was.isEmpty || isNow.isEmpty { return (was.count, isNow.count) }
    let ids = Set(isNow.map(\.id))
    let coming = was.count { !ids.contains($0.id) }
    return (coming, isNow.count - (was.count - coming))
  }

  private static func stamp(_ order: [UInt32]) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for id in order { sum = (sum ^ UInt64(id)) &* 0x100_0000_01B3 }
    return sum
  }

  /// Where each of these entries is by now; `nil` where they are not the same ones.
  private static func places(
    _ was: ArraySlice<QueueRecord>, _ isNow: ArraySlice<QueueRecord>
  ) -> [UInt32]? {
    guard was.count == isNow.count, !was.isEmpty else { return nil }
    var places: [UInt32: UInt32] = [:]
    places.reserveCapacity(isNow.count)
    for (place, record) in isNow.enumerated() { places[record.id] = UInt32(place) }
    var result: [UInt32] = []
    result.reserveCapacity(was.count)
    for record in was {
      guard let place = places[record.id],
        isNow[isNow.startIndex + Int(place)].isSame(as: record)
      else { return nil }
      result.append(place)
    }
    return result
  }
}

/// How far two lists are alike at their ends.
public enum CommonEnds {
  public static func prefix<Element>(
    _ old: [Element], _ new: [Element], _ isSame: (Element, Element) -> Bool
  ) -> Int {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let limit = min(old.count, new.count)
        // Where both share their storage, nothing need be looked at.
        if old.baseAddress == new.baseAddress { return limit }
        var length = 0
        while length < limit, isSame(old[length], new[length]) { length += 1 }
        return length
      }
    }
  }

  /// - Parameter prefix: So many at the beginning are not looked at.
  public static func suffix<Element>(
    _ old: [Element], _ new: [Element], besides prefix: Int,
    _ isSame: (Element, Element) -> Bool
  ) -> Int {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let limit = min(old.count, new.count) - prefix
        var length = 0
        while length < limit, isSame(old[old.count - 1 - length], new[new.count - 1 - length]) {
          length += 1
        }
        return length
      }
    }
  }
}
