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

  /// The lines of the list.
  public internal(set) var lines = 20

  /// A sentence about what was just tried, until the next key.
  public internal(set) var message: String?
  /// How it ended; `nil` until then.
  public internal(set) var result: PickerEnding?

  var table = PickerTable()
  var marks = PickerMarks()
  var page = PickerPage()
  /// Keys that wait for the answer to a search.
  var waitingKeys: [PickerKey] = []

  public init(options: PickerOptions = PickerOptions()) { self.options = options }
}

extension PickerState {
  /// The place of the highlighted row among those shown; 0 where there is none.
  public var cursor: Int { page.cursor }
  /// The place of the topmost row on the screen.
  public var offset: Int { page.offset }

  /// What is searched for, as it was typed.
  public var search: String { page.search }
  /// Whether the search is being typed.
  public var isSearchOpen: Bool { page.isSearchOpen }
  /// Whether the library is being asked what the search means; what is shown is what was found before.
  public var isFinding: Bool { page.isFinding }
  /// What is wrong with the search; what is shown is what was found before.
  public var mistake: QueryMistake? { page.mistake }

  /// How many rows have been loaded.
  public var rowCount: Int { table.count }

  /// How many rows are shown: those that the search lets through.
  public var shownCount: Int { page.shownCount(table) }

  /// The track of a row, by its place among those shown.
  public func track(at place: Int) -> PickerTrack { table.track(page.line(at: place)) }

  public var highlightedTrack: PickerTrack? {
    cursor < shownCount ? track(at: cursor) : nil
  }

  /// Whether the row at a place among those shown is marked.
  public func isMarked(at place: Int) -> Bool { marks.contains(page.line(at: place)) }

  public var markedCount: Int { marks.count }

  /// How long all marked tracks play together.
  public var markedTime: PlaybackTime { PlaybackTime(milliseconds: marks.milliseconds) }

  /// The longest time of all rows.
  public var longestTime: PlaybackTime { PlaybackTime(milliseconds: table.longestMilliseconds) }

  /// Whether there is something to be done with.
  public var canFinish: Bool { !marks.isEmpty }

  /// The marked tracks in the order that is wanted.
  public var selection: PickerSelection { selection(marks.rows(options.order)) }

  func selection(_ rows: [Int]) -> PickerSelection {
    PickerSelection(
      ids: rows.map(table.id), milliseconds: rows.reduce(0) { $0 + table.milliseconds($1) })
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
