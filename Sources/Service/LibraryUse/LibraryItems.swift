import Library
import Media
import Playback
import Posix

/// The items of the queue's entries, read from the library as they are needed; those of late are kept.
final class LibraryItems: ItemSource {
  private struct Kept {
    /// What was used lately, and what before that. When the first is full it becomes the second.
    var young: [PersistentID: MediaItem] = [:]
    var old: [PersistentID: MediaItem] = [:]

    /// A long answer to a client is put together of pages of this many items at most.
    static let limit = 1024

    mutating func item(_ id: PersistentID) -> MediaItem? {
      if let item = young[id] { return item }
      guard let item = old[id] else { return nil }
      keep(item)
      return item
    }

    mutating func keep(_ item: MediaItem) {
      if young.count >= Self.limit { (young, old) = ([:], young) }
      young[item.persistentID] = item
    }
  }

  /// Called when the library is found damaged.
  let whenDamaged = Guarded<(@Sendable () -> Void)?>(nil)

  private let pool: LibraryPool
  private let kept = Guarded(Kept())

  init(pool: LibraryPool) { self.pool = pool }

  func look(_ id: PersistentID) -> ItemLookup {
    if let item = kept.withLock({ $0.item(id) }) { return .found(item) }
    guard let found = read([id]) else { return .unreachable }
    return found.first.map { .found($0) } ?? .unknown
  }

  func prepare(_ ids: [PersistentID]) {
    let missing = kept.withLock { kept in ids.filter { kept.item($0) == nil } }
    if !missing.isEmpty { _ = read(missing) }
  }

  func remember(_ items: [MediaItem]) {
    kept.withLock { kept in
      for item in items.prefix(Kept.limit) { kept.keep(item) }
    }
  }

  /// The library has changed.
  func forget() { kept.withLock { $0 = Kept() } }

  /// - Returns: `nil` when the library cannot be read.
  private func read(_ ids: [PersistentID]) -> [MediaItem]? {
    let found = Result { () throws(LibraryError) in
      try pool.use { store throws(LibraryError) in try store.items(knownAs: ids) }
    }
    switch found {
    case .success(let items):
      remember(items)
      return items
    case .failure(let error):
      if case .corrupt = error { whenDamaged.withLock { $0 }?() }
      return nil
    }
  }
}
