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
public struct QueueEntry: Sendable {
  public let id: EntryID

  /// The version of the queue at which the entry came to its present position.
  var changed: UInt32

  private let box: Box

  public init(id: EntryID, item: MediaItem) {
    self.id = id
    changed = 0
    box = Box(item)
  }

  public var item: MediaItem { box.item }

  /// Keeps an entry at two words, so that a long queue is moved and copied quickly.
  private final class Box: Sendable {
    let item: MediaItem
    init(_ item: MediaItem) { self.item = item }
  }
}

/// A mode that can also be on for once.
public enum OneShotMode: Sendable, Hashable, CaseIterable {
  case off, on
  /// Off again once it has had its effect.
  case oneShot
}
