import Media
import Playback

/// What is heard of the current entry: whether it counts as a play, or as skipped.
struct Listening {
  /// Something that is to be remembered.
  enum Result: Sendable, Equatable {
    case played(MediaItem)
    case skipped(MediaItem)
  }

  private struct Current {
    let entry: EntryID
    let item: MediaItem
    let duration: Duration?
    /// What was heard of it, up to the last jump.
    var heard = Duration.zero
    /// Where it went on after that; `nil` while it does not.
    var since: Duration?
    var hasCounted = false
    var hasEnded = false
  }

  private var current: Current?

  /// So much is enough of any item.
  static let longEnough: Duration = .seconds(240)
  /// Whoever leaves it before did not want it.
  static let skipLimit: Duration = .seconds(20)

  /// An entry is heard from a place on.
  ///
  /// - Returns: What that says of the one before.
  mutating func started(
    _ entry: EntryID, _ item: MediaItem, duration: Duration?, at position: Duration
  ) -> Result? {
    if current?.entry == entry, current?.hasEnded == false {
      current?.since = position
      return nil
    }
    defer {
      current = Current(entry: entry, item: item, duration: duration, since: position)
    }
    return left()
  }

  /// An entry is not heard any more, at least for now.
  ///
  /// - Parameter isOver: Whether it was heard to its end.
  mutating func ended(
    _ entry: EntryID, heard position: Duration, isOver: Bool = false
  ) -> Result? {
    guard current?.entry == entry else { return nil }
    let counted = reached(position)
    stop(position)
    let isNearEnd = current?.duration.map { position >= $0 - .seconds(1) } ?? false
    if isOver || isNearEnd { current?.hasEnded = true }
    return counted
  }

  /// An entry cannot be played any further, which is not the listener's choice.
  mutating func failed(_ entry: EntryID) {
    if current?.entry == entry { current?.hasEnded = true }
  }

  /// So far it has come.
  ///
  /// - Returns: That it counts as played from now on.
  mutating func reached(_ position: Duration) -> Result? {
    guard let current, !current.hasCounted, let since = current.since else { return nil }
    let heard = current.heard + max(.zero, position - since)
    let enough = current.duration.map { min($0 / 2, Self.longEnough) } ?? Self.longEnough
    guard heard >= enough, heard > .zero else { return nil }
    self.current?.hasCounted = true
    return .played(current.item)
  }

  /// Playing has stopped: that says nothing against what was heard.
  mutating func stopped() { current = nil }

  private mutating func stop(_ position: Duration) {
    guard let since = current?.since else { return }
    current?.heard += max(.zero, position - since)
    current?.since = nil
  }

  /// Something else is heard instead.
  private func left() -> Result? {
    guard let current, !current.hasCounted, !current.hasEnded, current.heard < Self.skipLimit,
      // Of unknown length, it may have been heard to its end.
      current.duration != nil
    else { return nil }
    return .skipped(current.item)
  }
}
