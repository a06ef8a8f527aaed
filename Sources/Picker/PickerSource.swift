import Media

/// Where a picker has its music from. All of it is called on global queues, where it may block; the descriptions
/// of errors are sentences for the person.
public struct PickerSource: Sendable {
  /// Loads the rows.
  public var load: PickerLoader

  /// Folds what is searched for as the loader folded the rows' texts; called on the main queue.
  public var fold: @Sendable (String) -> String

  /// The tracks for which a condition holds; more than those that were loaded do no harm.
  public var find: @Sendable (MediaPropertyPredicate) throws -> Set<PersistentID>

  /// The whole items with these identities, in their order.
  public var items: @Sendable ([PersistentID]) throws -> [MediaItem]

  public init(
    load: @escaping PickerLoader, fold: @escaping @Sendable (String) -> String,
    find: @escaping @Sendable (MediaPropertyPredicate) throws -> Set<PersistentID>,
    items: @escaping @Sendable ([PersistentID]) throws -> [MediaItem]
  ) {
    self.load = load
    self.fold = fold
    self.find = find
    self.items = items
  }
}
