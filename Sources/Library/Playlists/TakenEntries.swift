import Media

/// What the entries of a playlist are after its file was changed.
///
/// What a file names that cannot be found is what the playlist had of that name: its item may have moved since the file
/// was written. And what the file could not hold is still there.
struct TakenEntries {
  private(set) var entries: [StoredPlaylistEntry] = []
  /// Those of before that the file names by no item, by their URIs and by what is written beside them.
  private var byURI: [FilePath: [Int]] = [:]
  private var byLabel: [String: [Int]] = [:]
  private var used: Set<Int> = []
  private let before: [LibraryPlaylistEntry]

  /// - Parameters:
  ///   - before: The entries of the playlist.
  ///   - folder: Where its file lies.
  init(
    _ read: LibraryStore.ReadPlaylist, before: [LibraryPlaylistEntry], in folder: FilePath
  ) {
    self.before = before
    let found = Set(read.entries.compactMap { $0.item?.persistentID })
    for (index, entry) in before.enumerated() {
      if let item = entry.item, found.contains(item.persistentID) { continue }
      byURI[FilePath(entry.location), default: []].append(index)
      if entry.item == nil { continue }
      if let label = PlaylistFormat.label(entry) { byLabel[label, default: []].append(index) }
    }
    for (entry, place) in zip(read.entries, read.places) { add(entry, place) }
    for (index, entry) in before.enumerated()
    where !PlaylistFormat.holds(entry, folder) && !used.contains(index) {
      entries.insert(Self.stored(entry), at: min(index, entries.count))
    }
  }

  private mutating func add(_ entry: LibraryPlaylistEntry, _ place: FilePath) {
    if let item = entry.item {
      entries.append(StoredPlaylistEntry(item))
    } else if let index = same(entry, place) {
      used.insert(index)
      entries.append(Self.stored(before[index]))
    } else {
      entries.append(
        StoredPlaylistEntry(
          item: nil, uri: place.uri, title: entry.title, milliseconds: entry.milliseconds))
    }
  }

  /// The entry of before that an unknown one is: by its URI, which its path ends with, else by its title.
  private func same(_ entry: LibraryPlaylistEntry, _ place: FilePath) -> Int? {
    var rest = Array(place.uri.utf8)[...]
    while !rest.isEmpty {
      if let index = unused(byURI[FilePath(bytes: rest)]) { return index }
      rest = rest.drop { $0 != UInt8(ascii: "/") }.dropFirst()
    }
    return entry.title.flatMap { unused(byLabel[$0]) }
  }

  private func unused(_ indices: [Int]?) -> Int? { indices?.first { !used.contains($0) } }

  private static func stored(_ entry: LibraryPlaylistEntry) -> StoredPlaylistEntry {
    StoredPlaylistEntry(
      item: entry.item?.persistentID, uri: entry.location, title: entry.title,
      milliseconds: entry.milliseconds)
  }

  /// Whether they mean what the playlist has.
  static func isSame(
    _ entries: [StoredPlaylistEntry], _ before: [LibraryPlaylistEntry]
  ) -> Bool {
    entries.count == before.count
      && zip(entries, before).allSatisfy { entry, before in
        if let item = entry.item { return item == before.item?.persistentID }
        return before.item == nil && FilePath(entry.uri) == FilePath(before.location)
      }
  }
}
