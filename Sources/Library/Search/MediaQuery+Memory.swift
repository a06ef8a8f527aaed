import Media

/// The engine over items in memory: what the one in SQL is compared with.
extension MediaQuery {
  /// Whether the predicates hold for an item, its texts folded as the library folds them.
  public func matches(_ item: MediaItem) -> Bool { matches(item, .library()) }

  /// The items that match.
  func matching(
    _ items: [MediaItem], _ budget: PatternBudget = PatternBudget()
  ) throws(LibraryError) -> [MediaItem] {
    let matching = MediaMatching.library(budget)
    let found = items.filter { matches($0, matching) }
    try matching.check()
    return found
  }

  /// The answers among all items of a library, which come in library order.
  ///
  /// - Parameter locale: What the library is ordered by, as ICU has it.
  public func answers(
    among items: [MediaItem], locale: String
  ) throws(LibraryError) -> [MediaItem] {
    var found = try matching(items)
    if !sort.isEmpty { found = try order(of: found, locale: locale).map { found[$0] } }
    guard let window else { return found }
    return Array(found.dropFirst(window.lowerBound).prefix(window.count))
  }

  /// The indices of items in the order that the query asks for; those that are alike stay as they are.
  ///
  /// - Parameter locale: As for `answers`.
  public func order(of items: [MediaItem], locale: String) throws(LibraryError) -> [Int] {
    var keys = ItemKeys(collator: try Collator(locale: locale))
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
  var collator: Collator

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
    case .title: return .text(collator.key(tags.titleSort ?? tags.title ?? item.fileName))
    case .albumArtist: return text(tags.orderingArtist)
    case .album: return text(tags.albumSort ?? tags.album)
    case .artist: return text(tags.artistSort ?? tags.artistDisplay ?? Self.line(tags.artists))
    case .genre: return text(Self.line(tags.genres))
    case .composer: return text(tags.composerSort ?? Self.line(tags.composers))
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

  private static func line(_ values: [String]) -> String? {
    values.isEmpty ? nil : KeyOrder.joined(values)
  }
}

extension MediaSort {
  /// Whether what is unknown comes before everything.
  var isUnknownFirst: Bool { isUnknownLeast && !isDescending }
}
