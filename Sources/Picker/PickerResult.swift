import Media

/// How picking ended.
public enum PickerResult: Sendable, Hashable {
  /// Something was chosen: never empty, in the order of the list.
  case done(MediaItemCollection)

  /// Nothing was chosen, and nothing has changed.
  case cancelled
}
