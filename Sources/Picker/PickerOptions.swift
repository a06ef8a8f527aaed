import Configuration
import Media

/// What a picker is like from its start to its end.
public struct PickerOptions: Sendable, Hashable {
  /// How what was marked is put in order.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// As the list has it.
    case list
    /// As it was marked.
    case marked
  }

  /// What can stand in the bar.
  public typealias BarPart = PickerSettings.BarPart

  /// What is picked for.
  public var title: String

  /// What the bar shows.
  public var bar = Set(BarPart.allCases)

  /// Whether more than one track can be chosen. Without, marking is not offered.
  public var allowsMultiple: Bool

  /// The sentence that stands in the place of rows when there are none.
  public var emptyText: String

  public var order = Order.list

  /// Where it begins. Where that is a grouping, Enter takes a group there instead of going into it.
  public var start = PickerPlace.songs

  /// What can be done with tracks beside choosing them.
  public var uses: Set<PickerUse> = []

  /// Whether the player and its queue can be seen and changed, and playlists be made.
  public var hasPlayer = false

  /// Whether what is chosen can be asked to be printed.
  public var canPrint = false

  public var keys = PickerKeys()

  /// Whether letters search at once; then Tab marks, Enter takes and Esc leaves.
  public var typesAhead = false

  /// Whether covers are shown, where the screen can; a key changes it.
  public var showsCovers = false

  /// What was searched for earlier, the latest last.
  public var searches: [String] = []

  /// What is searched for at the start.
  public var search = ""

  /// What is marked from the start.
  public var marked: Set<PersistentID> = []

  public init(
    title: String = "Pick music", allowsMultiple: Bool = true,
    emptyText: String = "There is no music here yet."
  ) {
    self.title = title
    self.allowsMultiple = allowsMultiple
    self.emptyText = emptyText
  }
}
