/// A question to the library: which items, and which part of them.
///
/// Answers come in library order: album artist, album, disc, track, title.
public struct MediaQuery: Sendable, Hashable {
  /// All must hold. With none, every item is meant.
  public var predicates: [MediaPropertyPredicate]

  /// Which of the answers, counted from 0; `nil` for all of them.
  public var window: Range<Int>?

  public init(_ predicates: [MediaPropertyPredicate] = [], window: Range<Int>? = nil) {
    self.predicates = predicates
    self.window = window
  }

  /// All items of all roots.
  public static let songs = MediaQuery()

  /// Whether the predicates hold for an item. The meaning that every engine must have.
  public func matches(_ item: MediaItem) -> Bool {
    predicates.allSatisfy { $0.matches(item) }
  }
}
