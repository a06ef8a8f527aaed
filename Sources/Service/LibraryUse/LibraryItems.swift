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
    /// How often the library has changed.
    var generation = 0

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
  func forget() {
    kept.withLock { kept in
      (kept.young, kept.old) = ([:], [:])
      kept.generation += 1
    }
  }

  /// - Returns: `nil` when the library cannot be read.
  private func read(_ ids: [PersistentID]) -> [MediaItem]? {
    let generation = kept.withLock { $0.generation }
    let found = Result { () throws(LibraryError) in
      try pool.use { store throws(LibraryError) in try store.items(knownAs: ids) }
    }
    guard case .success(let items) = found else { return nil }
    kept.withLock { kept in
      // Of a library that has changed since, they may be what was.
      guard kept.generation == generation else { return }
      for item in items.prefix(Kept.limit) { kept.keep(item) }
    }
    return items
  }
}
