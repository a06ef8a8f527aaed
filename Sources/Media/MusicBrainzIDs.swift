/// How MusicBrainz names what is in a file: UUIDs as text, in lower case.
///
/// Source: MusicBrainz Picard documentation, "Tag mapping".
public struct MusicBrainzIDs: Sendable, Hashable {
  /// The recording, which tags call a track (`MUSICBRAINZ_TRACKID`).
  public var track: String?
  /// The track on its release (`MUSICBRAINZ_RELEASETRACKID`).
  public var releaseTrack: String?
  /// The release, which tags call an album.
  public var album: String?
  public var releaseGroup: String?
  public var work: String?
  public var artists: [String] = []
  public var albumArtists: [String] = []

  public init() {}
}
