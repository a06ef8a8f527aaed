import Media

/// A track as the loader delivers it.
public struct PickerRow: Sendable {
  public var item: MediaItem

  /// What the search looks in: title, artist, album and so on, folded like the query is.
  public var searchText: String

  public init(item: MediaItem, searchText: String) {
    self.item = item
    self.searchText = searchText
  }
}
