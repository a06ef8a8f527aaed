import Media

/// A tag as the protocol names it.
public enum MPDTag: UInt8, CaseIterable, Sendable, Hashable {
  case artist, artistSort, album, albumSort, albumArtist, albumArtistSort, title, titleSort, track
  case name, genre, mood, date, originalDate, composer, composerSort, performer, conductor, work
  case movement, movementNumber, showMovement, ensemble, location, grouping, comment, disc, label
  case musicBrainzArtist, musicBrainzAlbum, musicBrainzAlbumArtist, musicBrainzTrack
  case musicBrainzReleaseTrack, musicBrainzWork, musicBrainzReleaseGroup

  public var name: StaticString {
    switch self {
    case .artist: "Artist"
    case .artistSort: "ArtistSort"
    case .album: "Album"
    case .albumSort: "AlbumSort"
    case .albumArtist: "AlbumArtist"
    case .albumArtistSort: "AlbumArtistSort"
    case .title: "Title"
    case .titleSort: "TitleSort"
    case .track: "Track"
    case .name: "Name"
    case .genre: "Genre"
    case .mood: "Mood"
    case .date: "Date"
    case .originalDate: "OriginalDate"
    case .composer: "Composer"
    case .composerSort: "ComposerSort"
    case .performer: "Performer"
    case .conductor: "Conductor"
    case .work: "Work"
    case .movement: "Movement"
    case .movementNumber: "MovementNumber"
    case .showMovement: "ShowMovement"
    case .ensemble: "Ensemble"
    case .location: "Location"
    case .grouping: "Grouping"
    case .comment: "Comment"
    case .disc: "Disc"
    case .label: "Label"
    case .musicBrainzArtist: "MUSICBRAINZ_ARTISTID"
    case .musicBrainzAlbum: "MUSICBRAINZ_ALBUMID"
    case .musicBrainzAlbumArtist: "MUSICBRAINZ_ALBUMARTISTID"
    case .musicBrainzTrack: "MUSICBRAINZ_TRACKID"
    case .musicBrainzReleaseTrack: "MUSICBRAINZ_RELEASETRACKID"
    case .musicBrainzWork: "MUSICBRAINZ_WORKID"
    case .musicBrainzReleaseGroup: "MUSICBRAINZ_RELEASEGROUPID"
    }
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ("\($0.name)".lowercased(), $0) })

  /// The tag of a name in any case; `nil` for a name that the protocol does not have.
  public init?(name: some StringProtocol) {
    guard let tag = Self.byName[name.lowercased()] else { return nil }
    self = tag
  }

  /// What items have for the tag; `nil` for tags that the library does not keep.
  public var property: MediaTextProperty? {
    switch self {
    case .artist: .artist
    case .artistSort: .artistSort
    case .album: .album
    case .albumSort: .albumSort
    case .albumArtist: .albumArtist
    case .albumArtistSort: .albumArtistSort
    case .title: .title
    case .titleSort: .titleSort
    case .track: .track
    case .genre: .genre
    case .mood: .mood
    case .date: .date
    case .originalDate: .originalDate
    case .composer: .composer
    case .composerSort: .composerSort
    case .performer: .performer
    case .conductor: .conductor
    case .work: .work
    case .movement: .movement
    case .movementNumber: .movementNumber
    case .grouping: .grouping
    case .comment: .comment
    case .disc: .disc
    case .label: .label
    case .musicBrainzArtist: .musicBrainzArtist
    case .musicBrainzAlbum: .musicBrainzAlbum
    case .musicBrainzAlbumArtist: .musicBrainzAlbumArtist
    case .musicBrainzTrack: .musicBrainzTrack
    case .musicBrainzReleaseTrack: .musicBrainzReleaseTrack
    case .musicBrainzWork: .musicBrainzWork
    case .musicBrainzReleaseGroup: .musicBrainzReleaseGroup
    case .name, .showMovement, .ensemble, .location: nil
    }
  }

  /// The property, and what stands in for it where an item has none, the first that it has.
  public var propertiesWithFallbacks: [MediaTextProperty] {
    let others: [MPDTag] =
      switch self {
      case .albumArtist: [.artist]
      case .artistSort: [.artist]
      case .albumArtistSort: [.albumArtist, .artistSort, .artist]
      case .albumSort: [.album]
      case .titleSort: [.title]
      case .composerSort: [.composer]
      default: []
      }
    return ([self] + others).compactMap(\.property)
  }

  /// What an item has for the tag.
  public func values(of tags: MediaTags) -> [String] { property?.values(of: tags) ?? [] }
}

/// The tags that a client wants to see.
public struct MPDTagSet: Sendable, Hashable {
  private var bits: UInt64

  public init(_ tags: some Sequence<MPDTag>) {
    bits = tags.reduce(0) { $0 | Self.bit($1) }
  }

  /// Everything but comments, which MPD leaves out unless asked for.
  public static let usual = MPDTagSet(MPDTag.allCases.filter { $0 != .comment })

  public func contains(_ tag: MPDTag) -> Bool { bits & Self.bit(tag) != 0 }
  public mutating func formUnion(_ other: MPDTagSet) { bits |= other.bits }
  public mutating func subtract(_ other: MPDTagSet) { bits &= ~other.bits }

  private static func bit(_ tag: MPDTag) -> UInt64 { 1 << UInt64(tag.rawValue) }
}
