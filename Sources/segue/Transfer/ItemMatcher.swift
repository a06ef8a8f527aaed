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
  struct Index {
    private var byPlace: [String: [MediaItem]] = [:]
    private var byTitle: [String: [MediaItem]] = [:]

    init(_ items: [MediaItem]) {
      for item in items {
        byPlace[Self.place(Self.parts(item.path.uri)), default: []].append(item)
        if let title = item.tags.title { byTitle[title.lowercased(), default: []].append(item) }
      }
    }

    func find(_ name: AddedDocument.Name) -> MediaItem? { atPlace(name) ?? titled(name) }

    /// The only item whose path ends as the name's does, by so much that it can be no other: the names of a file and
    /// its folder alone (`CD1/01.flac`) are those of many.
    private func atPlace(_ name: AddedDocument.Name) -> MediaItem? {
      guard let place = name.path ?? name.uri else { return nil }
      let parts = Self.parts(place)
      let found = (byPlace[Self.place(parts)] ?? []).compactMap { item -> (MediaItem, Int)? in
        let (title, length) = (Self.sameTitle(item, name), Self.sameLength(item, name))
        guard length != false else { return nil }
        let own = Self.parts(item.path.uri)
        let alike = zip(parts.reversed(), own.reversed()).prefix { $0 == $1 }.count
        // With all of its path in its music folder, and the name of that, it is known as well.
        let isPlace = alike >= min(3, Self.parts(item.uri).count + 1)
        let isSame =
          title == false ? isPlace && length == true : isPlace || (title ?? length) == true
        return isSame ? (item, alike) : nil
      }
      let most = found.map(\.1).max()
      let best = found.filter { $0.1 == most }
      return best.count == 1 ? best[0].0 : nil
    }

    /// The only item with the name's title that is of the same artist, or of the same album or length where the artist
    /// is not told.
    private func titled(_ name: AddedDocument.Name) -> MediaItem? {
      guard let title = name.title?.lowercased() else { return nil }
      var same = (byTitle[title] ?? []).filter { item in
        let (album, length) = (Self.agree(name.album, item.tags.album), Self.sameLength(item, name))
        guard length != false else { return false }
        if name.artist == nil { return album == true || length == true }
        return item.tags.artist?.lowercased() == name.artist?.lowercased()
      }
      if same.count > 1 { same = same.filter { Self.agree(name.album, $0.tags.album) == true } }
      return same.count == 1 ? same[0] : nil
    }

    /// In letters of one kind.
    private static func parts(_ path: String) -> [Substring] {
      path.lowercased().split(separator: "/")
    }

    /// A file and its folder: most of a path is another one on another machine.
    private static func place(_ parts: [Substring]) -> String {
      parts.suffix(2).joined(separator: "/")
    }

    /// `nil` where one of them is not known.
    private static func agree(_ one: String?, _ other: String?) -> Bool? {
      guard let one, let other else { return nil }
      return one.lowercased() == other.lowercased()
    }

    /// Whether both have one title; `nil` where that is not known. Playlists say `Artist - Title`.
    private static func sameTitle(_ item: MediaItem, _ name: AddedDocument.Name) -> Bool? {
      guard let title = item.tags.title?.lowercased(), let other = name.title?.lowercased() else {
        return nil
      }
      return other == title || other.hasSuffix(" - \(title)")
    }

    /// Whether both play as long; `nil` where that is not known.
    private static func sameLength(_ item: MediaItem, _ name: AddedDocument.Name) -> Bool? {
      guard let duration = name.duration, let milliseconds = item.audio.milliseconds else {
        return nil
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
