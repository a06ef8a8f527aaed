import Media
import Posix

/// Which folders the kernel tells of, by its numbers and by their places.
struct WatchedFolders {
  typealias Folder = LibraryParts.Folder

  private var places: [Int32: [Folder]] = [:]
  private var watches: [Folder: Int32] = [:]
  /// The folders that lie in a folder, watched or with watched ones below them.
  private var children: [Folder: Set<Folder>] = [:]
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
    var child = folder
    while let parent = Self.parent(of: child),
      children[parent, default: []].insert(child).inserted
    {
      child = parent
    }
  }

  /// `nil` for a root's own.
  private static func parent(of folder: Folder) -> Folder? {
    folder.path.bytes.isEmpty ? nil : Folder(root: folder.root, path: folder.path.parent)
  }

  /// Forgets what lies at or below a place.
  ///
  /// - Returns: The numbers that have no place any more.
  mutating func remove(below folder: Folder) -> [Int32] {
    var inside: [Int32] = []
    var waiting = [folder]
    while let place = waiting.popLast() {
      waiting += children.removeValue(forKey: place) ?? []
      guard let watch = watches.removeValue(forKey: place) else { continue }
      forget(watch, at: place)
      inside.append(watch)
    }
    unlink(folder)
    return inside.filter { places[$0] == nil }
  }

  /// Forgets that a folder with nothing in it lies in others.
  private mutating func unlink(_ folder: Folder) {
    var folder = folder
    while children[folder] == nil, watches[folder] == nil, let parent = Self.parent(of: folder) {
      children[parent]?.remove(folder)
      if children[parent]?.isEmpty == true { children[parent] = nil }
      folder = parent
    }
  }

  /// The kernel has let go of a folder.
  mutating func remove(_ watch: Int32) {
    for folder in places.removeValue(forKey: watch) ?? [] where watches[folder] == watch {
      watches[folder] = nil
      unlink(folder)
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
