import Media

/// How picking ended.
public enum PickerResult: Sendable, Hashable {
  /// Something was chosen: never empty, in the order that was wanted.
  case done(MediaItemCollection)

  /// As `done`, to be printed whatever is usual.
  case print(MediaItemCollection)

  /// Nothing was chosen.
  case cancelled

  /// What was chosen could not be read, or what was asked for before the end not be done, for a reason that is a
  /// sentence.
  case failed(String)
}

/// Tracks that were chosen, known by their identities.
public struct PickerSelection: Sendable, Hashable {
  public var ids: [PersistentID]
  /// Tracks of unknown length count as nothing.
  public var milliseconds: Int64

  public init(ids: [PersistentID], milliseconds: Int64) {
    self.ids = ids
    self.milliseconds = milliseconds
  }

  public var count: Int { ids.count }
  public var isEmpty: Bool { ids.isEmpty }

  /// How long all play together.
  public var time: PlaybackTime { PlaybackTime(milliseconds: milliseconds) }
}
