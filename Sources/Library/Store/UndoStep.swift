import Media

/// What played at a moment, as it is kept.
public struct SavedPoint: Sendable, Hashable {
  public var entry: UInt32?
  public var position: Duration
  public var state: SavedPlayer.State

  public init(entry: UInt32?, position: Duration, state: SavedPlayer.State) {
    (self.entry, self.position, self.state) = (entry, position, state)
  }
}

/// A change of the queue, told by what was before it.
public struct QueueStep: Sendable, Hashable {
  public var delta: QueueDelta
  /// What played before.
  public var point: SavedPoint

  public init(delta: QueueDelta, point: SavedPoint) {
    (self.delta, self.point) = (delta, point)
  }
}

/// A change of a stored playlist, told by what was before it.
public struct PlaylistStep: Sendable, Hashable {
  /// What it was called before; `nil` where there was none.
  public var before: String?
  /// What it is called after; `nil` where there is none.
  public var after: String?
  /// The folder it was in before.
  var folder = ""
  /// How many entries it has after the change.
  var count: Int
  var prefix: Int
  var suffix: Int
  /// What lay between those, before.
  var middle: [StoredPlaylistEntry]

  init(
    before: String?, after: String?, folder: String, _ old: [StoredPlaylistEntry],
    _ new: [StoredPlaylistEntry]
  ) {
    (self.before, self.after, self.folder) = (before, after, folder)
    count = new.count
    prefix = CommonEnds.prefix(old, new, ==)
    suffix = CommonEnds.suffix(old, new, besides: prefix, ==)
    middle = Array(old[prefix..<old.count - suffix])
  }

  /// How many entries come and go when it is taken back.
  var difference: (coming: Int, going: Int) {
    let isNow = count - prefix - suffix
    // Entries have no names of their own: what is there in like number has moved or changed.
    return (max(0, middle.count - isNow), max(0, isNow - middle.count))
  }

  /// This change and one after it as one, where that only adds entries at the end and can be so without a look at those
  /// that are there: a list that is added to one by one would be read as often.
  func followed(byAppending next: PlaylistStep) -> PlaylistStep? {
    guard next.before == after, next.after == after, suffix == 0, next.suffix == 0,
      next.middle.isEmpty, next.prefix == count
    else { return nil }
    var step = self
    step.count = next.count
    return step
  }

  /// The entries before the change; `nil` where these are not what it was made of.
  func entries(from new: [StoredPlaylistEntry]) -> [StoredPlaylistEntry]? {
    guard new.count == count, prefix + suffix <= count else { return nil }
    return new[..<prefix] + middle + new[(count - suffix)...]
  }
}

// As they are stored.

extension QueueDelta {
  func write(_ writer: inout ByteWriter) {
    for number in [count, prefix, suffix] { writer.put(UInt32(number)) }
    switch middle {
    case .records(let records):
      writer.put(UInt8(0))
      writer.put(records)
    case .places(let places):
      writer.put(UInt8(1))
      writer.put(places)
    }
    writer.put(order) { $0.put($1) }
    writer.put(orderAfter)
    writer.put(details) { writer, details in
      writer.put(UInt32(details.count))
      for (entry, details) in details {
        writer.put(entry)
        writer.put(details.range) { writer, range in
          writer.put(range.start)
          writer.put(range.end ?? -1)
        }
        writer.put(TextList.join(details.tags.flatMap { [$0.name, $0.value] }) ?? "")
      }
    }
  }

  init?(_ reader: inout ByteReader) {
    guard let count = reader.count(), let prefix = reader.count(), let suffix = reader.count(),
      let kind = reader.number(UInt8.self)
    else { return nil }
    let middle: Middle?
    switch kind {
    case 0: middle = reader.elements().map { .records($0) }
    case 1: middle = reader.elements().map { .places($0) }
    default: middle = nil
    }
    guard let middle, let order = reader.optional({ $0.elements(UInt32.self) }),
      let orderAfter = reader.number(UInt64.self),
      let details = reader.optional({ Self.details(&$0) })
    else { return nil }
    self.init(
      count: count, prefix: prefix, suffix: suffix, middle: middle, details: details, order: order,
      orderAfter: orderAfter)
  }

  private static func details(_ reader: inout ByteReader) -> [UInt32: QueueEntryDetails]? {
    guard let count = reader.count() else { return nil }
    var all: [UInt32: QueueEntryDetails] = [:]
    for _ in 0..<count {
      guard let entry = reader.number(UInt32.self),
        let range = reader.optional({ reader -> PlayedRange? in
          guard let start = reader.number(Int64.self), let end = reader.number(Int64.self) else {
            return nil
          }
          return PlayedRange(start: start, end: end < 0 ? nil : end)
        }), let words = reader.text().map({ TextList.split($0) })
      else { return nil }
      var details = QueueEntryDetails(range: range)
      for index in stride(from: 0, to: words.count - 1, by: 2) {
        details.tags.append(EntryTag(name: words[index], value: words[index + 1]))
      }
      all[entry] = details
    }
    return all
  }
}

extension QueueStep {
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.put(point.entry) { $0.put($1) }
    writer.put(Int64(point.position / .milliseconds(1)))
    writer.put(point.state.rawValue)
    delta.write(&writer)
    return writer.bytes
  }

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let entry = reader.optional({ $0.number(UInt32.self) }),
      let position = reader.number(Int64.self),
      let state = reader.text().flatMap({ SavedPlayer.State(rawValue: $0) }),
      let delta = QueueDelta(&reader), reader.isAtEnd
    else { return nil }
    self.init(
      delta: delta,
      point: SavedPoint(entry: entry, position: .milliseconds(position), state: state))
  }
}

extension PlaylistStep {
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.put(before) { $0.put($1) }
    writer.put(after) { $0.put($1) }
    writer.put(folder)
    for number in [count, prefix, suffix, middle.count] { writer.put(UInt32(number)) }
    for entry in middle {
      writer.put(entry.item?.rawValue ?? 0)
      writer.put(entry.uri)
      writer.put(entry.title) { $0.put($1) }
      writer.put(entry.milliseconds ?? -1)
    }
    return writer.bytes
  }

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let before = reader.optional({ $0.text() }), let after = reader.optional({ $0.text() }),
      let folder = reader.text(), let count = reader.count(), let prefix = reader.count(),
      let suffix = reader.count(), let middle = reader.count()
    else { return nil }
    self.init(before: before, after: after, folder: folder, [], [])
    (self.count, self.prefix, self.suffix) = (count, prefix, suffix)
    for _ in 0..<middle {
      guard let item = reader.number(UInt64.self), let uri = reader.text(),
        let title = reader.optional({ $0.text() }), let milliseconds = reader.number(Int64.self)
      else { return nil }
      self.middle.append(
        StoredPlaylistEntry(
          item: PersistentID(rawValue: item), uri: uri, title: title,
          milliseconds: milliseconds < 0 ? nil : milliseconds))
    }
    guard reader.isAtEnd else { return nil }
  }
}
