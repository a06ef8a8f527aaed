import Media

/// An entry of the player's queue.
public struct PickerQueueEntry: Sendable, Hashable {
  /// What the player knows it by.
  public var id: UInt32
  public var item: PersistentID

  public init(id: UInt32, item: PersistentID) {
    self.id = id
    self.item = item
  }
}

/// The player's queue, a few bytes an entry.
public struct PickerQueue: Sendable {
  struct Entry: Sendable, Hashable {
    var id: UInt32
    /// A row of the table; from -1 downwards, one of `others`.
    var row: Int32
  }

  private(set) var entries: [Entry] = []
  /// Tracks that are not among those that are offered.
  private var others = PickerTable()
  /// When each entry begins, in milliseconds from the first one's beginning, and at the end when the last one ends.
  /// What is of unknown length counts as nothing.
  private var starts: [Int64] = [0]

  var count: Int { entries.count }
  var milliseconds: Int64 { starts[starts.count - 1] }

  /// How long all entries from a place on play.
  func milliseconds(from place: Int) -> Int64 { milliseconds - starts[place] }

  init() {}

  /// - Parameters:
  ///   - table: Where its rows are.
  ///   - others: Rows of what is not there.
  init(_ list: [PickerQueueEntry], _ table: PickerTable, others rows: [PickerRow]) {
    let known = table.rowsByID
    for row in rows { others.append(row) }
    let unknown = others.rowsByID
    entries = list.compactMap { entry in
      let row = known[entry.item].map { Int32($0) } ?? unknown[entry.item].map { ~Int32($0) }
      return row.map { Entry(id: entry.id, row: $0) }
    }
    countTime(table)
  }

  private mutating func countTime(_ table: PickerTable) {
    starts = [0]
    starts.reserveCapacity(entries.count + 1)
    var time: Int64 = 0
    for entry in entries {
      time +=
        entry.row >= 0 ? table.milliseconds(Int(entry.row)) : others.milliseconds(~Int(entry.row))
      starts.append(time)
    }
  }

  func track(_ place: Int, _ table: PickerTable) -> PickerTrack {
    let row = Int(entries[place].row)
    return row >= 0 ? table.track(row) : others.track(~row)
  }

  func id(_ place: Int, _ table: PickerTable) -> PersistentID {
    let row = Int(entries[place].row)
    return row >= 0 ? table.id(row) : others.id(~row)
  }

  /// The row of the table; `nil` where it is not among those that are offered.
  func row(_ place: Int) -> Int? { entries[place].row >= 0 ? Int(entries[place].row) : nil }

  func place(of id: UInt32?) -> Int? { id.flatMap { id in entries.firstIndex { $0.id == id } } }

  func contains(_ place: Int, _ words: [[UInt8]], _ table: PickerTable) -> Bool {
    let row = Int(entries[place].row)
    return row >= 0 ? table.text.contains(row, words) : others.text.contains(~row, words)
  }

  /// Its entries as tracks to be chosen.
  func selection(_ places: [Int], _ table: PickerTable) -> PickerSelection {
    PickerSelection(
      ids: places.map { id($0, table) },
      milliseconds: places.reduce(0) { $0 + starts[$1 + 1] - starts[$1] })
  }
}

// MARK: Changes, before the player has made them

extension PickerQueue {
  mutating func remove(_ ids: Set<UInt32>, _ table: PickerTable) {
    entries.removeAll { ids.contains($0.id) }
    countTime(table)
  }

  mutating func removeAll() { self = PickerQueue() }

  /// Does at once what `steps` says one after the other.
  mutating func step(_ places: [Int], _ direction: Int, _ table: PickerTable) {
    for place in direction < 0 ? places : places.reversed() {
      entries.swapAt(place, place + direction)
    }
    countTime(table)
  }

  /// Does at once what `moves` says one after the other.
  mutating func move(_ places: [Int], before target: Int, _ table: PickerTable) {
    var order: [Entry] = []
    order.reserveCapacity(count)
    var moved = places[...]
    for place in 0...count {
      if place == target { order += places.map { entries[$0] } }
      if moved.first == place {
        moved.removeFirst()
      } else if place < count {
        order.append(entries[place])
      }
    }
    entries = order
    countTime(table)
  }

  /// What moves the entries at some places one step up or down; none where one of them would go beyond the end.
  ///
  /// - Parameter places: In their order.
  func steps(_ places: [Int], _ direction: Int) -> [PickerMove] {
    guard let first = places.first, let last = places.last,
      first + direction >= 0, last + direction < count
    else { return [] }
    // The one that goes ahead makes room for those behind it.
    return (direction < 0 ? places : places.reversed()).map {
      PickerMove(entries[$0].id, to: $0 + direction)
    }
  }

  /// What puts the entries at some places one after the other before the one that stands at `target` now, which may be
  /// the end.
  ///
  /// - Parameter places: In their order.
  func moves(_ places: [Int], before target: Int) -> [PickerMove] {
    let above = places.prefix { $0 < target }
    // Each that leaves its place above lets the next one there move up.
    let up = above.map { PickerMove(entries[$0].id, to: target - 1) }
    let down = places.dropFirst(above.count).enumerated().map {
      PickerMove(entries[$1].id, to: target + $0)
    }
    return up + down
  }

  /// As it is with other rows: `translation` has the new place of each, -1 for those that went, which are kept as
  /// `others`.
  func translated(_ translation: [Int32], from old: PickerTable, to new: PickerTable) -> Self {
    var queue = self
    for place in entries.indices where entries[place].row >= 0 {
      let row = Int(entries[place].row)
      if translation[row] >= 0 {
        queue.entries[place].row = translation[row]
      } else {
        queue.others.append(PickerRow(old.track(row)))
        queue.entries[place].row = ~Int32(queue.others.count - 1)
      }
    }
    queue.countTime(new)
    return queue
  }
}

/// Makes a queue of what the player says: what `PickerEffect.readQueue` asks for. It can take a while.
public struct PickerQueueReading: Sendable {
  let table: PickerTable
  /// To go with the queue in `PickerAction.queue`.
  public let reloads: Int

  public func queue(from source: PickerSource) throws -> PickerQueue {
    let entries = try source.queue()
    let known = table.rowsByID
    var missing: Set<PersistentID> = []
    let ids = entries.map(\.item).filter { known[$0] == nil && missing.insert($0).inserted }
    let items = ids.isEmpty ? [] : try source.items(ids)
    let found = Set(items.map(\.persistentID))
    let lost = ids.filter { !found.contains($0) }.map { id in
      PickerRow(
        PickerTrack(
          id: id, title: "Not in the library any more", artist: "", format: "", isAvailable: false))
    }
    let rows = items.map { item in
      let texts = [item.displayTitle, item.displayArtist, item.tags.album ?? ""]
      return PickerRow(item: item, searchText: source.fold(texts.joined(separator: " ")))
    }
    return PickerQueue(entries, table, others: rows + lost)
  }
}
