/// What an item is known by for ever: playlists, statistics and the queue point to it.
///
/// It survives renames, moves and retagging. Drawn at random when a file is first seen; never 0 and
/// never negative, so that it fits SQLite's signed integers.
public struct PersistentID: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: UInt64

  /// `nil` for 0 and for what does not fit a signed integer.
  public init?(rawValue: UInt64) {
    guard rawValue > 0, rawValue <= UInt64(Int64.max) else { return nil }
    self.rawValue = rawValue
  }

  /// Reads what `description` writes: decimal digits.
  public init?(_ text: some StringProtocol) {
    guard let value = UInt64(text) else { return nil }
    self.init(rawValue: value)
  }

  private init(unchecked: UInt64) { rawValue = unchecked }

  /// A new identity.
  public static func random() -> PersistentID {
    PersistentID(unchecked: UInt64.random(in: 1...UInt64(Int64.max)))
  }

  public static func < (left: PersistentID, right: PersistentID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension PersistentID: CustomStringConvertible {
  public var description: String { String(rawValue) }
}
