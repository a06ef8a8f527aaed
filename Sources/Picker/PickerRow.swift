import Media

/// A track as the loader delivers it: what lists show of it, and what it is searched in.
public struct PickerRow: Sendable {
  public var track: PickerTrack

  /// What the search looks in: title, artist, album and so on, folded like the query is.
  public var searchText: String

  public init(item: MediaItem, searchText: String) {
    track = PickerTrack(item)
    self.searchText = searchText
  }
}
