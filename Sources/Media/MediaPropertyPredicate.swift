/// A condition on an item: one on a property, or several joined, to any depth.
public indirect enum MediaPropertyPredicate: Sendable, Hashable {
  /// The item with this identity.
  case persistentID(PersistentID)

  /// One of the items with these identities.
  case persistentIDs(Set<PersistentID>)

  /// The item that clients name so.
  case uri(String)

  /// Items in this folder and below it. A URI; empty for everything.
  case folder(String)

  /// The item is an entry of the stored playlist with this name, or of the one in the music folders with this URI;
  /// or it is found by the saved query with this name.
  case playlist(String)

  /// The property has exactly this value, among others where it can have several.
  case equals(MediaTextProperty, String)

  /// One of the property's values compares so with the text, both folded. Values of which folding leaves nothing
  /// do not count.
  case text(MediaTextProperty, MediaTextComparison, String)

  /// As `text`, but in one of the values of any of these properties.
  case someText([MediaTextProperty], MediaTextComparison, String)

  /// One of the property's values compares so with the text, byte for byte.
  case exact(MediaTextProperty, MediaTextComparison, String)

  /// The pattern is found in one of the property's values.
  case pattern(MediaTextProperty, MediaPattern)

  /// The entry of the queue has at least this priority. Items of the library have 0.
  case priority(Int)

  /// The folded text lies in one of the values that are searched: title, artists, album artists, album, composers,
  /// genres, the file's name.
  case anywhere(String)

  /// The number is known and lies in the range.
  case number(MediaNumberProperty, ClosedRange<Int64>)

  /// The codec, or the extension of the file's name: `flac`, `m4a`. In lower case.
  case format(String)

  /// The item has no such property.
  case isMissing(MediaProperty)

  /// All hold; with none, always.
  case all([MediaPropertyPredicate])

  /// At least one holds; with none, never.
  case any([MediaPropertyPredicate])

  case not(MediaPropertyPredicate)

  /// How deep joined conditions lie in one another; 1 for one that joins nothing.
  public var depth: Int {
    switch self {
    case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    case .not(let part): 1 + part.depth
    default: 1
    }
  }

  /// The playlists that it names, in no order.
  public var playlists: Set<String> {
    switch self {
    case .playlist(let name): [name]
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.playlists) }
    case .not(let part): part.playlists
    default: []
    }
  }

  /// The same with what playlists stand for in their place.
  public func replacingPlaylists<Failure: Error>(
    _ meaning: (String) throws(Failure) -> MediaPropertyPredicate
  ) throws(Failure) -> MediaPropertyPredicate {
    switch self {
    case .playlist(let name): return try meaning(name)
    case .all(let parts): return .all(try Self.replacing(parts, meaning))
    case .any(let parts): return .any(try Self.replacing(parts, meaning))
    case .not(let part): return .not(try part.replacingPlaylists(meaning))
    default: return self
    }
  }

  private static func replacing<Failure: Error>(
    _ parts: [MediaPropertyPredicate], _ meaning: (String) throws(Failure) -> MediaPropertyPredicate
  ) throws(Failure) -> [MediaPropertyPredicate] {
    var replaced: [MediaPropertyPredicate] = []
    for part in parts { replaced.append(try part.replacingPlaylists(meaning)) }
    return replaced
  }

  /// The meaning that every engine must have.
  public func matches(_ item: MediaItem, _ matching: MediaMatching) -> Bool {
    switch self {
    case .persistentID(let id): item.persistentID == id
    case .persistentIDs(let ids): ids.contains(item.persistentID)
    case .uri(let uri): item.uri.utf8.elementsEqual(uri.utf8)
    case .folder(let folder): FilePath(item.uri).isInside(FilePath(folder))
    case .playlist(let name): matching.isInPlaylist(item.persistentID, name)
    case .equals(let property, let value):
      property.values(of: item).contains { $0.utf8.elementsEqual(value.utf8) }
    case .text(let property, let comparison, let text):
      property.compares(item, comparison, text, matching.fold)
    case .someText(let properties, let comparison, let text):
      properties.contains { $0.compares(item, comparison, text, matching.fold) }
    case .exact(let property, let comparison, let text):
      property.values(of: item).contains { comparison.holds($0.utf8, text.utf8) }
    case .pattern(let property, let pattern):
      property.values(of: item).contains { matching.finds(pattern, $0) }
    case .priority(let least): matching.priority >= least
    case .anywhere(let text):
      MediaTextProperty.searched.contains { $0.compares(item, .contains, text, matching.fold) }
    case .number(let property, let range): property.value(of: item).map(range.contains) ?? false
    case .format(let name): item.audio.codec == name || item.path.fileExtension == name
    case .isMissing(let property): property.isMissing(in: item)
    case .all(let parts): parts.allSatisfy { $0.matches(item, matching) }
    case .any(let parts): parts.contains { $0.matches(item, matching) }
    case .not(let part): !part.matches(item, matching)
    }
  }
}

/// How a value is compared with a text, mostly both folded.
public enum MediaTextComparison: String, Sendable, Hashable, CaseIterable {
  case contains, startsWith, equals

  /// - Parameters: As UTF-8.
  public func holds(_ value: some Collection<UInt8>, _ text: some Collection<UInt8>) -> Bool {
    switch self {
    case .equals: value.elementsEqual(text)
    case .startsWith: value.starts(with: text)
    case .contains:
      text.isEmpty
        || value.indices.contains { value[$0] == text.first && value[$0...].starts(with: text) }
    }
  }
}

/// Any property that an item can be without.
public enum MediaProperty: Sendable, Hashable {
  case text(MediaTextProperty)
  case number(MediaNumberProperty)
  /// A picture in the file or beside it.
  case artwork

  func isMissing(in item: MediaItem) -> Bool {
    switch self {
    case .text(let property): property.values(of: item).isEmpty
    case .number(let property): property.value(of: item) == nil
    case .artwork: item.tags.artworkSource == nil
    }
  }
}
