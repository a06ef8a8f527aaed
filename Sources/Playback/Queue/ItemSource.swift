import Media
import Posix

/// Where the items of entries are looked up. Asked from any thread.
public protocol ItemSource: Sendable {
  /// An item as it is now; one that is gone as it was, or by its identity alone, and not available.
  func item(_ id: PersistentID) -> MediaItem

  /// These are about to be asked for.
  func prepare(_ ids: [PersistentID])

  /// These were just looked up by somebody else.
  func remember(_ items: [MediaItem])
}

extension ItemSource {
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

  func item(_ id: PersistentID) -> MediaItem {
    items.withLock { $0[id] } ?? .forgotten(id)
  }

  func remember(_ new: [MediaItem]) {
    items.withLock { items in
      for item in new { items[item.persistentID] = item }
    }
  }
}
