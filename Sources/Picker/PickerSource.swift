import Media

/// Where a picker has its music from. Save `fold`, all of it is called off the main queue, where it may block; the
/// descriptions of errors are sentences for the person.
public struct PickerSource: Sendable {
  /// A stored playlist.
  public struct Playlist: Sendable {
    public var name: String
    /// In its order; tracks may come more than once.
    public var ids: [PersistentID]
    /// Whether it is what a query finds.
    public var isQuery: Bool

    public init(name: String, ids: [PersistentID], isQuery: Bool = false) {
      self.name = name
      self.ids = ids
      self.isQuery = isQuery
    }
  }

  /// Loads the rows.
  public var load: PickerLoader

  /// Folds what is searched for as the loader folded the rows' texts; called on the main queue too.
  public var fold: @Sendable (String) -> String

  /// The tracks for which a condition holds; more than those that were loaded do no harm.
  public var find: @Sendable (MediaPropertyPredicate) throws -> Set<PersistentID>

  /// The whole items with these identities, in their order.
  public var items: @Sendable ([PersistentID]) throws -> [MediaItem]

  /// The cover of an item, no larger than `PickerCover.side`; by default none. Called for one at a time.
  public var cover: @Sendable (PersistentID) throws -> PickerCover? = { _ in nil }

  /// The places of groups that were gathered in the order of the rows, in their own order; by default that.
  public var order: @Sendable ([MediaGroup], MediaGrouping) throws -> [Int] = { groups, _ in
    Array(groups.indices)
  }

  /// Words that do not count at the beginning of names in their order.
  public var articles = LeadingArticles.none

  /// The names of the music folders, where tracks are gathered by these.
  public var roots: [String] = []

  /// Does something with tracks; a sentence says what was done. Called for one thing at a time, in the order in which
  /// they were asked for. By default nothing can be done.
  public var use: @Sendable (PickerUse, PickerSelection) throws -> String = { _, _ in "" }

  /// Starts a command of the shell with tracks; called as `use` is, and so does not wait for it. What it returns does,
  /// on a thread that may block, and says in a sentence how it ended. The picker's end does not wait for that.
  public var run: @Sendable (String, PickerSelection) throws -> @Sendable () -> String = { _, _ in
    { "" }
  }

  /// Keeps what was searched for; by default not at all.
  public var remember: @Sendable (String) -> Void = { _ in }

  /// The entries of the player's queue; by default none.
  public var queue: @Sendable () throws -> [PickerQueueEntry] = { [] }

  /// Changes the player or its queue; a sentence says what was done where that is not seen. Called as `use` is, and in
  /// order with it. Throws `PickerPlaylistExists` where a new playlist is called as another one.
  public var change: @Sendable (PickerChange) throws -> String = { _ in "" }

  /// Has what happens elsewhere be told, first of all what the player does, until the watch is cancelled. Called on the
  /// main queue, where it must not block: what waits for events needs a thread of its own. By default nothing is told.
  public var watch: @Sendable (PickerWatch) -> Void = { _ in }

  /// All playlists; by default none.
  public var playlists: @Sendable () throws -> [Playlist] = { [] }

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
