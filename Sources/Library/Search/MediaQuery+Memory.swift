import Media

/// The engine over items in memory: what the one in SQL is compared with.
extension MediaQuery {
  /// Whether the predicates hold for an item, its texts folded as the library folds them.
  public func matches(_ item: MediaItem) -> Bool { matches(item, .library()) }

  /// The items that match.
  ///
  /// - Parameter playlists: The items of each.
  func matching(
    _ items: [MediaItem], _ budget: PatternBudget = PatternBudget(),
    playlists: [String: Set<PersistentID>] = [:]
  ) throws(LibraryError) -> [MediaItem] {
    var matching = MediaMatching.library(budget)
    matching.isInPlaylist = { playlists[$1]?.contains($0) ?? false }
    let found = items.filter { matches($0, matching) }
    try matching.check()
    return found
  }

  /// The answers among all items of a library, which come in library order.
  ///
  public func answers(
    among items: [MediaItem], _ library: LibraryOrder,
    playlists: [String: Set<PersistentID>] = [:]
  ) throws(LibraryError) -> [MediaItem] {
    var found = try matching(items, playlists: playlists)
    if !sort.isEmpty {
      var albums = VariousAlbums()
      for item in items { albums.add(item) }
      found = try order(of: found, library, albums).map { found[$0] }
    }
    guard let window else { return found }
    return Array(found.dropFirst(window.lowerBound).prefix(window.count))
  }

  /// The indices of items in the order that the query asks for; those that are alike stay as they are.
  ///
  /// - Parameters:
  ///   - library: What the library is ordered by.
  ///   - albums: Those of several artists among all items of the library; `nil` for those among these items.
  public func order(
    of items: [MediaItem], _ library: LibraryOrder, _ albums: VariousAlbums? = nil
  ) throws(LibraryError) -> [Int] {
    var known = albums ?? VariousAlbums()
    if albums == nil { for item in items { known.add(item) } }
    var keys = ItemKeys(
      maker: try SortKeyMaker(library), collator: try Collator(library), albums: known)
    var rows: [(index: Int, keys: [ItemKeys.Key?])] = []
    for (index, item) in items.enumerated() {
      rows.append((index, sort.map { keys.key($0.property, item) }))
    }
    rows.sort { left, right in
      for (sort, (a, b)) in zip(sort, zip(left.keys, right.keys)) where a != b {
        guard let a else { return sort.isUnknownFirst }
        guard let b else { return !sort.isUnknownFirst }
        return sort.isDescending ? b < a : a < b
      }
      return left.index < right.index
    }
    return rows.map(\.index)
  }
}

/// What items are put in order by.
private struct ItemKeys: ~Copyable {
  var maker: SortKeyMaker
  var collator: Collator
  let albums: VariousAlbums

  enum Key: Comparable {
    case number(Int64)
    /// Bytes that compare as the texts do.
    case text([UInt8])

    static func < (left: Key, right: Key) -> Bool {
      switch (left, right) {
      case (.number(let a), .number(let b)): a < b
      case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  /// `nil` where it is unknown.
  mutating func key(_ property: MediaSortProperty, _ item: MediaItem) -> Key? {
    let tags = item.tags
    switch property {
    case .title: return .text(collator.titleKey(tags, fileName: item.fileName))
    case .albumArtist:
      let key = maker.artist(tags, isVarious: albums.contains(item))
      return key == SortKeys.unknown ? nil : .text(key)
    case .album: return name(tags.album, tags.albumSort)
    case .artist: return name(tags.artistDisplay ?? Self.line(tags.artists), tags.artistSort)
    case .genre: return text(Self.line(tags.genres))
    case .composer: return name(Self.line(tags.composers), tags.composerSort)
    case .path: return text(item.uri)
    case .number(let property): return property.value(of: item).map { .number($0) }
    case .value(let properties):
      return text(properties.lazy.compactMap { $0.values(of: item).first }.first)
    case .place: return .text(place(item))
    }
  }

  private mutating func place(_ item: MediaItem) -> [UInt8] {
    let tags = item.tags
    if let range = item.range {
      let sheet = PlaceKey.folder(QueryCondition.split(item.uri).folder) { collator.key($0) }
      return PlaceKey.item(sheet, disc: 0, track: range.track, name: [])
    }
    return PlaceKey.item(
      PlaceKey.folder(item.folder) { collator.key($0) }, disc: tags.discNumber ?? 0,
      track: tags.trackNumber ?? 0, name: collator.key(item.fileName))
  }

  private mutating func text(_ text: String?) -> Key? {
    guard let text, !text.isEmpty else { return nil }
    return .text(collator.key(text))
  }

  /// - Parameter sortName: What a sort tag says instead.
  private mutating func name(_ name: String?, _ sortName: String?) -> Key? {
    if let sortName { return text(sortName) }
    guard let name, !name.isEmpty else { return nil }
    return .text(collator.nameKey(name))
  }

  private static func line(_ values: [String]) -> String? {
    values.isEmpty ? nil : KeyOrder.joined(values)
  }
}

extension MediaSort {
  /// Whether what is unknown comes before everything.
  var isUnknownFirst: Bool { isUnknownLeast && !isDescending }
}
