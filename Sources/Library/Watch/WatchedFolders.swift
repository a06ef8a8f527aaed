import Media
import Posix

/// Which folders the kernel tells of, by its numbers and by their places.
struct WatchedFolders {
  typealias Folder = LibraryParts.Folder

  private var places: [Int32: [Folder]] = [:]
  private var watches: [Folder: Int32] = [:]
  /// What was moved away and has not come up elsewhere, by the cookie of the move.
  private var moved: [UInt32: [Int32]] = [:]

  /// Where a folder lies; in several places when links lead to it.
  func places(_ watch: Int32) -> [Folder] { places[watch] ?? [] }

  func contains(_ folder: Folder) -> Bool { watches[folder] != nil }

  mutating func insert(_ watch: Int32, _ folder: Folder) {
    if let old = watches.updateValue(watch, forKey: folder), old != watch {
      forget(old, at: folder)
    }
    if places[watch]?.contains(folder) != true { places[watch, default: []].append(folder) }
  }

  /// Forgets what lies at or below a place.
  ///
  /// - Returns: The numbers that have no place any more.
  mutating func remove(below folder: Folder) -> [Int32] {
    let inside = watches.filter { $0.key.root == folder.root && $0.key.path.isInside(folder.path) }
    for (place, watch) in inside {
      watches[place] = nil
      forget(watch, at: place)
    }
    return inside.values.filter { places[$0] == nil }
  }

  /// The kernel has let go of a folder.
  mutating func remove(_ watch: Int32) {
    for folder in places.removeValue(forKey: watch) ?? [] where watches[folder] == watch {
      watches[folder] = nil
    }
  }

  private mutating func forget(_ watch: Int32, at folder: Folder) {
    places[watch]?.removeAll { $0 == folder }
    if places[watch]?.isEmpty == true { places[watch] = nil }
  }

  /// Keeps the numbers of folders that were moved until it is known where to.
  mutating func keep(_ watches: [Int32], cookie: UInt32) { moved[cookie] = watches }

  /// The other end of a move has come: what was moved has been given its new place.
  mutating func arrived(cookie: UInt32) { moved[cookie] = nil }

  /// The numbers of what was moved out of all roots.
  mutating func takeLost() -> [Int32] {
    let lost = moved.values.joined().filter { places[$0] == nil }
    moved = [:]
    return lost
  }
}
