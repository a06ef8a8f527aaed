import Media
import Posix

/// Where the items of entries are looked up. Asked from any thread.
public protocol ItemSource: Sendable {
  /// An item as it is now; one that is gone as it was, and not available.
  func look(_ id: PersistentID) -> ItemLookup

  /// These are about to be asked for.
  func prepare(_ ids: [PersistentID])

  /// These were just looked up by somebody else.
  func remember(_ items: [MediaItem])
}

/// What came of looking for an item.
public enum ItemLookup: Sendable, Hashable {
  case found(MediaItem)
  /// Nobody knows it any more.
  case unknown
  /// It could not be looked for; later it may be there.
  case unreachable
}

extension ItemSource {
  /// The item, or what is left of one that nobody knows any more.
  public func item(_ id: PersistentID) -> MediaItem {
    if case .found(let item) = look(id) { return item }
    return .forgotten(id)
  }

  public func prepare(_ ids: [PersistentID]) {}
}

extension MediaItem {
  /// What is left of an item that nobody knows any more.
  public static func forgotten(_ id: PersistentID) -> MediaItem {
    MediaItem(
      persistentID: id, uri: "forgotten/\(id)", path: FilePath("/forgotten/\(id)"),
      isAvailable: false)
  }
}

/// Every item that it was ever given, for a player without a library.
final class GivenItems: ItemSource {
  private let items = Guarded<[PersistentID: MediaItem]>([:])

  func look(_ id: PersistentID) -> ItemLookup {
    items.withLock { $0[id] }.map { .found($0) } ?? .unknown
  }

  func remember(_ new: [MediaItem]) {
    items.withLock { items in
      for item in new { items[item.persistentID] = item }
    }
  }
}
