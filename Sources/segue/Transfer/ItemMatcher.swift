import Library
import Media

/// Finds in the library what something else calls an item: by its identity, its path, the end of its path, its tags.
struct ItemMatcher {
  private let library: LibraryStore
  private var known: [AddedDocument.Name: MediaItem?] = [:]
  private var index: Index?

  /// What was not found, in its order, each once.
  private(set) var unmatched: [AddedDocument.Name] = []

  init(_ library: LibraryStore) { self.library = library }

  mutating func item(_ name: AddedDocument.Name) throws(LibraryError) -> MediaItem? {
    if let item = known[name] { return item }
    let item = try find(name)
    known[name] = .some(item)
    if item == nil { unmatched.append(name) }
    return item
  }

  private mutating func find(_ name: AddedDocument.Name) throws(LibraryError) -> MediaItem? {
    if let id = name.persistentID.flatMap({ PersistentID($0) }),
      let item = try library.item(id)
    {
      return item
    }
    if let path = name.path, let item = try library.item(path: FilePath(path)) { return item }
    if let uri = name.uri, let item = try library.item(uri: uri) { return item }
    if index == nil { index = Index(try library.items()) }
    return index?.find(name)
  }

  /// All items, by what they are called elsewhere.
  private struct Index {
    private var byPlace: [String: [MediaItem]] = [:]
    private var byTitle: [String: [MediaItem]] = [:]

    init(_ items: [MediaItem]) {
      for item in items {
        byPlace[Self.place(item.path.uri), default: []].append(item)
        if let title = item.tags.title { byTitle[title.lowercased(), default: []].append(item) }
      }
    }

    func find(_ name: AddedDocument.Name) -> MediaItem? {
      if let place = name.path ?? name.uri, let found = byPlace[Self.place(place)] {
        let same = found.filter { Self.fits($0, name) }
        if same.count == 1 { return same[0] }
      }
      guard let title = name.title?.lowercased(), let found = byTitle[title] else { return nil }
      var same = found.filter { item in
        Self.fits(item, name)
          && (name.artist == nil || item.tags.artist?.lowercased() == name.artist?.lowercased())
      }
      if same.count > 1 {
        same = same.filter { $0.tags.album?.lowercased() == name.album?.lowercased() }
      }
      return same.count == 1 ? same[0] : nil
    }

    /// A file and its folder, in letters of one kind: most of a path is another one on another machine.
    private static func place(_ path: String) -> String {
      path.split(separator: "/").suffix(2).joined(separator: "/").lowercased()
    }

    /// Whether both play as long, where that is known.
    private static func fits(_ item: MediaItem, _ name: AddedDocument.Name) -> Bool {
      guard let duration = name.duration, let milliseconds = item.audio.milliseconds else {
        return true
      }
      return abs(duration - Double(milliseconds) / 1000) < 3
    }
  }
}

extension AddedDocument.Name {
  /// What people are told of it.
  var text: String {
    let place = path ?? uri
    guard let title else { return place ?? persistentID ?? "" }
    return "\(title) · \(artist ?? "Unknown Artist")" + (place.map { " (\($0))" } ?? "")
  }
}
