/// A property of items whose values are text.
public enum MediaTextProperty: String, Sendable, Hashable, CaseIterable {
  case title, artist, albumArtist, album, genre, composer, fileName
  case performer, conductor, label, mood, grouping, work, movement, comment
  case titleSort, artistSort, albumArtistSort, albumSort, composerSort
  /// Numbers and dates as they are written.
  case track, disc, movementNumber, date, originalDate
  case musicBrainzTrack, musicBrainzReleaseTrack, musicBrainzAlbum, musicBrainzReleaseGroup
  case musicBrainzWork, musicBrainzArtist, musicBrainzAlbumArtist
  /// The URI.
  case path

  /// Those in which words without a property are looked for.
  public static let searched: [MediaTextProperty] = [
    .title, .artist, .albumArtist, .album, .composer, .genre, .fileName,
  ]

  /// What an item has for the property; none where it has no such tag.
  public func values(of item: MediaItem) -> [String] {
    switch self {
    case .fileName: [item.fileName]
    case .path: [item.uri]
    default: values(of: item.tags)
    }
  }

  /// What tags have for the property.
  public func values(of tags: MediaTags) -> [String] {
    switch self {
    case .title: Self.list(tags.title)
    case .artist: tags.artists
    case .albumArtist: tags.albumArtists
    case .album: Self.list(tags.album)
    case .genre: tags.genres
    case .composer: tags.composers
    case .performer: tags.performers
    case .conductor: tags.conductors
    case .label: tags.labels
    case .mood: tags.moods
    case .grouping: Self.list(tags.grouping)
    case .work: Self.list(tags.work)
    case .movement: Self.list(tags.movement)
    case .comment: tags.comments
    case .titleSort: Self.list(tags.titleSort)
    case .artistSort: Self.list(tags.artistSort)
    case .albumArtistSort: Self.list(tags.albumArtistSort)
    case .albumSort: Self.list(tags.albumSort)
    case .composerSort: Self.list(tags.composerSort)
    case .track: Self.list(tags.trackNumber.map { String($0) })
    case .disc: Self.list(tags.discNumber.map { String($0) })
    case .movementNumber: Self.list(tags.movementNumber.map { String($0) })
    case .date: Self.list(tags.date?.description)
    case .originalDate: Self.list(tags.originalDate?.description)
    case .musicBrainzTrack: Self.list(tags.musicBrainz.track)
    case .musicBrainzReleaseTrack: Self.list(tags.musicBrainz.releaseTrack)
    case .musicBrainzAlbum: Self.list(tags.musicBrainz.album)
    case .musicBrainzReleaseGroup: Self.list(tags.musicBrainz.releaseGroup)
    case .musicBrainzWork: Self.list(tags.musicBrainz.work)
    case .musicBrainzArtist: tags.musicBrainz.artists
    case .musicBrainzAlbumArtist: tags.musicBrainz.albumArtists
    case .fileName, .path: []
    }
  }

  private static func list(_ value: String?) -> [String] { value.map { [$0] } ?? [] }

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
