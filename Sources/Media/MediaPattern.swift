/// A regular expression, as Perl has them.
public struct MediaPattern: Sendable, Hashable {
  public var text: String
  public var ignoresCase: Bool

  public init(_ text: String, ignoresCase: Bool = false) {
    self.text = text
    self.ignoresCase = ignoresCase
  }
}

/// What conditions need to be judged that neither the item nor this module has.
public struct MediaMatching {
  /// Makes texts that people take for the same the same.
  public var fold: (String) -> String
  /// Whether a pattern is found in a text.
  public var finds: (MediaPattern, String) -> Bool
  /// Whether patterns took so long that they are not looked for any more, and what was found is worth nothing.
  public var hasGivenUp: () -> Bool
  /// Whether an item is in a playlist.
  public var isInPlaylist: (PersistentID, String) -> Bool = { _, _ in false }
  /// That of the entry of the queue that the item is looked for in.
  public var priority: Int

  public init(
    priority: Int = 0, fold: @escaping (String) -> String,
    finds: @escaping (MediaPattern, String) -> Bool,
    hasGivenUp: @escaping () -> Bool = { false }
  ) {
    self.priority = priority
    self.fold = fold
    self.finds = finds
    self.hasGivenUp = hasGivenUp
  }
}
