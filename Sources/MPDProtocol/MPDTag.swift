import Media

/// A tag as the protocol names it; those that an item of the library can have.
public enum MPDTag: UInt8, CaseIterable, Sendable, Hashable {
  case artist, artistSort, album, albumSort, albumArtist, albumArtistSort, title, titleSort, track
  case genre, mood, date, originalDate, composer, composerSort, performer, conductor, work
  case movement, movementNumber, grouping, comment, disc, label
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

  /// Tags that the protocol has and the library does not keep: asked for without error, never sent.
  static let unkept: Set<String> = ["name", "showmovement", "ensemble", "location"]

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
    case .mood: tags.moods
    case .composerSort: Self.list(tags.composerSort)
    case .performer: tags.performers
    case .conductor: tags.conductors
    case .work: Self.list(tags.work)
    case .movement: Self.list(tags.movement)
    case .movementNumber: Self.list(tags.movementNumber.map { String($0) })
    case .grouping: Self.list(tags.grouping)
    case .label: tags.labels
    case .musicBrainzArtist: tags.musicBrainz.artists
    case .musicBrainzAlbum: Self.list(tags.musicBrainz.album)
    case .musicBrainzAlbumArtist: tags.musicBrainz.albumArtists
    case .musicBrainzTrack: Self.list(tags.musicBrainz.track)
    case .musicBrainzReleaseTrack: Self.list(tags.musicBrainz.releaseTrack)
    case .musicBrainzWork: Self.list(tags.musicBrainz.work)
    case .musicBrainzReleaseGroup: Self.list(tags.musicBrainz.releaseGroup)
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
