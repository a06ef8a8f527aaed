import Media

/// All that a person sees of a picker and can change, as a value.
///
/// Nothing happens to it but by `reduce`; what it cannot do itself it asks for by effects.
public struct PickerState: Sendable {
  /// How many tracks the person is about to choose.
  public enum Mode: Sendable, Hashable { case single, multiple }

  /// How far loading has come.
  public enum Loading: Sendable, Hashable {
    case notStarted, running, finished
    /// It ended early, for a reason that is a sentence. What came before is there.
    case failed(String)
  }

  public let options: PickerOptions
  public internal(set) var mode = Mode.single
  public internal(set) var loading = Loading.notStarted

  /// The place of the highlighted row among those shown; 0 where there is none.
  public internal(set) var cursor = 0
  /// The place of the topmost row on the screen.
  public internal(set) var offset = 0
  /// The lines of the list.
  public internal(set) var lines = 20

  /// What is searched for, as it was typed.
  public internal(set) var search = ""
  /// Whether the search is being typed.
  public internal(set) var isSearchOpen = false
  /// A sentence about what was just tried, until the next key.
  public internal(set) var message: String?
  /// How it ended; `nil` until then.
  public internal(set) var result: PickerResult?

  var list = PickerList()
  var marks = PickerMarks()
  /// The row that was highlighted when the search last changed, as the list counts them.
  var lastRow = 0

  public init(options: PickerOptions = PickerOptions()) { self.options = options }
}

extension PickerState {
  /// How many rows have been loaded.
  public var rowCount: Int { list.items.count }

  /// How many rows are shown: those that the search lets through.
  public var shownCount: Int { list.shownCount }

  /// The track of a row, by its place among those shown.
  public func item(at place: Int) -> MediaItem { list.item(at: place) }

  public var highlightedItem: MediaItem? {
    cursor < shownCount ? list.item(at: cursor) : nil
  }

  public func isMarked(_ item: MediaItem) -> Bool { marks.contains(item) }

  public var markedIDs: Set<PersistentID> { marks.identities }
  public var markedCount: Int { marks.count }

  /// How long all marked tracks play together.
  public var markedTime: PlaybackTime { PlaybackTime(milliseconds: marks.milliseconds) }

  /// The longest time of all rows.
  public var longestTime: PlaybackTime { PlaybackTime(milliseconds: list.longestMilliseconds) }

  /// Whether there is something to be done with.
  public var canFinish: Bool { !marks.isEmpty }

  /// The marked tracks in the order of the list.
  public var selection: MediaItemCollection {
    MediaItemCollection(list.items.filter(marks.contains))
  }

  /// The places of the rows that fit a list of so many lines, the highlighted one among them.
  public func window(lines: Int) -> Range<Int> {
    let visible = Self.visibleRows(lines: lines)
    let start = fittingOffset(visible: visible)
    return start..<min(shownCount, start + visible)
  }

  /// How many rows so many lines have room for, of which the highlighted one takes two.
  static func visibleRows(lines: Int) -> Int { max(1, lines - 1) }

  /// The offset nearest to the one that is, so that the cursor is visible and no room is wasted.
  func fittingOffset(visible: Int) -> Int {
    let reaching = min(max(offset, cursor - visible + 1), cursor)
    return max(0, min(reaching, shownCount - visible))
  }
}
