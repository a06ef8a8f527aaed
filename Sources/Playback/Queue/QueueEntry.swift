import Media

/// What an entry of the queue is known by, as long as it is in the queue; never used twice.
public struct EntryID: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static func < (left: EntryID, right: EntryID) -> Bool { left.rawValue < right.rawValue }
}

extension EntryID: CustomStringConvertible {
  public var description: String { String(rawValue) }
}

/// An item's place in the queue.
public struct QueueEntry: Sendable, Identifiable {
  let record: QueueRecord
  /// What has been set for this entry alone.
  public let details: QueueEntryDetails

  init(_ record: QueueRecord, _ details: QueueEntryDetails?) {
    self.record = record
    self.details = details ?? QueueEntryDetails()
  }

  public var id: EntryID { EntryID(rawValue: record.id) }
  /// Whose tags are looked up where they are needed.
  public var itemID: PersistentID { record.item }
  /// 0 to 255; in random order higher ones come first.
  public var priority: UInt8 { record.priority }
  public var range: PlayedRange? { details.range }
  public var tags: [EntryTag] { details.tags }
}

/// The entries of a queue by position.
public struct QueueEntries: RandomAccessCollection, Sendable {
  let records: [QueueRecord]
  let details: [UInt32: QueueEntryDetails]

  public var startIndex: Int { 0 }
  public var endIndex: Int { records.count }

  public subscript(position: Int) -> QueueEntry {
    let record = records[position]
    return QueueEntry(record, details.isEmpty ? nil : details[record.id])
  }
}

/// A mode that can also be on for once.
public enum OneShotMode: Sendable, Hashable, CaseIterable {
  case off, on
  /// Off again once it has had its effect.
  case oneShot
}
