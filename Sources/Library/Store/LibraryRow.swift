import Media

/// An item with the text in which it is searched.
public struct LibraryRow: Sendable, Hashable {
  public var item: MediaItem
  /// Title, artists, album artists, album, composers, genres and the file's name, each folded by
  /// `TextFolding`, with U+001F between them and U+001E between several values.
  public var searchText: String
  /// Whether it is part of an album of several artists that names none of its own, and so stands under various
  /// artists.
  public var isVarious = false
}
