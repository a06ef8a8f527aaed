import Media

/// A tag as the protocol names it; those that an item of the library can have.
public enum MPDTag: UInt8, CaseIterable, Sendable, Hashable {
  case artist, artistSort, album, albumSort, albumArtist, albumArtistSort, title, titleSort, track
  case genre, date, originalDate, composer, comment, disc

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
    case .genre: "Genre"
    case .date: "Date"
    case .originalDate: "OriginalDate"
    case .composer: "Composer"
    case .comment: "Comment"
    case .disc: "Disc"
    }
  }

  /// Tags that the protocol has and the library does not keep: asked for without error, never sent.
  static let unkept: Set<String> = [
    "name", "mood", "composersort", "performer", "conductor", "work", "movement", "movementnumber",
    "showmovement", "ensemble", "location", "grouping", "label", "musicbrainz_artistid",
    "musicbrainz_albumid", "musicbrainz_albumartistid", "musicbrainz_trackid",
    "musicbrainz_releasetrackid", "musicbrainz_workid", "musicbrainz_releasegroupid",
  ]

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ("\($0.name)".lowercased(), $0) })

  /// The tag of a name in any case; `nil` for a name the protocol does not have.
  public static func named(_ name: String) -> MPDTagSet? {
    let name = name.lowercased()
    if let tag = byName[name] { return MPDTagSet([tag]) }
    return unkept.contains(name) ? MPDTagSet([]) : nil
  }

  /// What an item has for the tag.
  public func values(of tags: MediaTags) -> [String] {
    switch self {
    case .artist: tags.artists
    case .artistSort: Self.list(tags.artistSort)
    case .album: Self.list(tags.album)
    case .albumSort: Self.list(tags.albumSort)
    case .albumArtist: tags.albumArtists
    case .albumArtistSort: Self.list(tags.albumArtistSort)
    case .title: Self.list(tags.title)
    case .titleSort: Self.list(tags.titleSort)
    case .track: Self.list(tags.trackNumber.map { String($0) })
    case .genre: tags.genres
    case .date: Self.list(tags.date?.description)
    case .originalDate: Self.list(tags.originalDate?.description)
    case .composer: tags.composers
    case .comment: tags.comments
    case .disc: Self.list(tags.discNumber.map { String($0) })
    }
  }

  private static func list(_ value: String?) -> [String] { value.map { [$0] } ?? [] }
}

/// The tags that a client wants to see.
public struct MPDTagSet: Sendable, Hashable {
  private var bits: UInt32

  public init(_ tags: some Sequence<MPDTag>) {
    bits = tags.reduce(0) { $0 | Self.bit($1) }
  }

  /// Everything but comments, which MPD leaves out unless asked for.
  public static let usual = MPDTagSet(MPDTag.allCases.filter { $0 != .comment })

  public func contains(_ tag: MPDTag) -> Bool { bits & Self.bit(tag) != 0 }
  public mutating func formUnion(_ other: MPDTagSet) { bits |= other.bits }
  public mutating func subtract(_ other: MPDTagSet) { bits &= ~other.bits }

  private static func bit(_ tag: MPDTag) -> UInt32 { 1 << UInt32(tag.rawValue) }
}
