import Media

/// How much is in the library.
public struct LibraryStatistics: Sendable, Hashable {
  /// Different names of artists.
  public var artists = 0
  /// Different names of albums.
  public var albums = 0
  public var songs = 0
  /// All songs together.
  public var duration: Duration = .zero
  /// When a scan last changed something; `nil` when none did.
  public var lastUpdate: Timestamp?

  public init() {}
}
