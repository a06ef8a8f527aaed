/// A property of items whose values are text.
public enum MediaTextProperty: String, Sendable, Hashable, CaseIterable {
  case title, artist, albumArtist, album, genre, composer, fileName
  case performer, conductor, label, mood, grouping, work, movement, comment
  /// The URI.
  case path

  /// Those in which words without a property are looked for.
  public static let searched: [MediaTextProperty] = [
    .title, .artist, .albumArtist, .album, .composer, .genre, .fileName,
  ]

  /// What an item has for the property; none where it has no such tag.
  public func values(of item: MediaItem) -> [String] {
    switch self {
    case .title: item.tags.title.map { [$0] } ?? []
    case .artist: item.tags.artists
    case .albumArtist: item.tags.albumArtists
    case .album: item.tags.album.map { [$0] } ?? []
    case .genre: item.tags.genres
    case .composer: item.tags.composers
    case .fileName: [item.fileName]
    case .performer: item.tags.performers
    case .conductor: item.tags.conductors
    case .label: item.tags.labels
    case .mood: item.tags.moods
    case .grouping: item.tags.grouping.map { [$0] } ?? []
    case .work: item.tags.work.map { [$0] } ?? []
    case .movement: item.tags.movement.map { [$0] } ?? []
    case .comment: item.tags.comments
    case .path: [item.uri]
    }
  }

  /// Folds a value, or what values are compared with. Of paths each name is folded by itself.
  public func folded(_ text: String, _ fold: (String) -> String) -> String {
    guard self == .path else { return fold(text) }
    return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { fold(String(Substring($0))) }.joined(separator: "/")
  }

  func compares(
    _ item: MediaItem, _ comparison: MediaTextComparison, _ text: String,
    _ fold: (String) -> String
  ) -> Bool {
    let text = Array(folded(text, fold).utf8)
    return values(of: item).contains { value in
      let value = Array(folded(value, fold).utf8)
      return !value.isEmpty && comparison.holds(value, text)
    }
  }
}

extension MediaItem {
  /// What its file is called, or the sheet that lists it.
  public var fileName: String {
    let names = uri.utf8.split(separator: UInt8(ascii: "/"))
    let name = range == nil ? names.last : names.dropLast().last
    return name.map { String(Substring($0)) } ?? ""
  }
}
