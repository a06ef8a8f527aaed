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

  /// Folds what is shown as the rows' texts were folded, to find in it what a search found.
  private let fold: @Sendable (String) -> String

  var table = PickerTable()
  var marks = PickerMarks()
  /// The way that the person has come, the page that is shown last; never empty.
  var pages: [PickerPage]
  /// Pages that were left, by their places, to be as they were when the person comes again.
  var leftPages: [PickerPlace: PickerPage] = [:]
  /// Whether the next key is a letter to jump to.
  public internal(set) var isJumping = false
  /// Whether it was asked if so many marks are to be lost.
  public internal(set) var isLeaving = false
  /// For what is being done with tracks, in its order, the marks that go when it is done.
  var usesUnderway: [PickerMarked] = []
  /// The marks that go when what the person is asked about is done.
  var promptMarks = PickerMarked.rows(upTo: 0)
  /// How often the library was loaded anew.
  var reloads = 0

  /// Whether covers are wanted.
  public internal(set) var showsCovers: Bool
  /// Whether they can be shown.
  public internal(set) var hasRoomForCover = false
  /// The cover of what is highlighted, or, while that is awaited, the one before.
  public internal(set) var cover: PickerCover?
  /// The track whose cover was asked for last, and its row.
  var wantedCover: (id: PersistentID, row: Int?)?

  /// What the player does.
  public internal(set) var player = PickerPlayer()
  /// How late it is.
  public internal(set) var now = PickerMoment(uptime: 0, secondOfDay: 0)
  /// How far a scan is; `nil` where none runs.
  public internal(set) var scan: PickerScan?
  /// What the person is asked in the line below.
  public internal(set) var prompt: PickerPrompt?
  /// The row of what plays.
  var playingRow: Int?
  /// The marked entries of the queue.
  var queueMarks: Set<UInt32> = []
  /// The row that the mouse has pressed last, where it was then, and when.
  var pressed: (row: PickerRowName?, place: Int, time: Int64)?
  /// How many changes have been asked for and are not done.
  var changesUnderway = 0
  /// What was searched for, the latest last.
  public internal(set) var searches: [String]
  /// The place in `searches` of what was brought back; `nil` where the search is newly typed.
  var recalled: Int?
  /// Keys that wait for the answer to a search.
  var waitingKeys: [PickerKey] = []

  /// - Parameter fold: As `PickerSource.fold`.
  public init(
    options: PickerOptions = PickerOptions(),
    fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    self.options = options
    searches = options.searches
    showsCovers = options.showsCovers
    self.fold = fold
    pages = []
    pages = [emptyPage(options.start)]
  }

  var page: PickerPage {
    get { pages[pages.count - 1] }
    _modify { yield &pages[pages.count - 1] }
  }
}

// MARK: The page

extension PickerState {
  /// Where the person is.
  public var place: PickerPlace { page.place }

  /// The names of the pages that lead here, this one's last.
  public var path: [String] { pages.map(\.place.title) }

  /// The name of the page that a step back leads to; `nil` where there is none.
  public var backTitle: String? {
    if pages.count > 1 { return pages[pages.count - 2].place.title }
    return place == .home ? nil : PickerPlace.home.title
  }

  /// What home lists: where the picker began, too.
  var homePlaces: [PickerPlace] {
    let start = options.start
    let all = PickerPlace.all + (options.hasPlayer ? [.queue] : [])
    return start == .home || all.contains(start) ? all : all + [start]
  }

  /// Whether the lines of the page are still awaited.
  public var isGathering: Bool { page.isGathering }

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

  /// Whether nothing is as it was searched for, and what is shown is only like it.
  public var isSimilar: Bool { page.isSimilar }

  /// Which characters of a text that a row shows were searched for: in order, without overlaps.
  public func matches(in text: String) -> [Range<Int>] {
    let words = page.words
    return words.isEmpty
      ? [] : MatchRanges(text, fold: fold).ranges(of: words, similar: page.isSimilar)
  }

  /// How many rows the page has, shown or not.
  public var rowCount: Int { page.count(table) }

  /// How many rows are shown: those that the search lets through.
  public var shownCount: Int { page.shownCount(table) }

  /// A row, by its place among those shown.
  public func row(at place: Int) -> PickerShownRow {
    let line = page.line(at: place)
    switch page.content {
    case .places(let places): return .place(places[line])
    case .tracks(let rows): return .track(table.track(rows?[line] ?? line))
    case .groups(let groups, _): return .group(groups[line])
    case .queue(let queue): return .track(queue.track(line, table))
    case .details(_, let details), .keys(let details): return .detail(details[line])
    }
  }

  /// Whether the row at a place among those shown is in the range that is about to be marked.
  public func isInRange(_ place: Int) -> Bool { page.range(table)?.contains(place) ?? false }

  /// Whether a range is about to be marked.
  public var isRanging: Bool { page.range(table) != nil }

  /// Whether the row at a place among those shown is marked; some of it where it stands for several tracks.
  public func mark(at place: Int) -> PickerMark {
    if case .queue(let queue) = page.content {
      return queueMarks.contains(queue.entries[page.line(at: place)].id) ? .all : .none
    }
    let rows = page.rows(at: place)
    guard marks.count > 0, let first = rows.first else { return .none }
    let isMarked = marks.contains(first)
    let isMixed = rows.contains { marks.contains($0) != isMarked }
    return isMixed ? .some : isMarked ? .all : .none
  }
}

/// What a row of a page shows.
public enum PickerShownRow: Sendable {
  case place(PickerPlace)
  case track(PickerTrack)
  case group(PickerGroup)
  case detail(PickerDetail)
}

// MARK: Choosing

extension PickerState {
  /// How many tracks have been loaded.
  public var trackCount: Int { table.count }

  public var markedCount: Int { marks.count }

  /// How long all marked tracks play together.
  public var markedTime: PlaybackTime { PlaybackTime(milliseconds: marks.milliseconds) }

  /// The longest time of all tracks.
  public var longestTime: PlaybackTime { PlaybackTime(milliseconds: table.longestMilliseconds) }

  /// Whether there is something to be done with.
  public var canFinish: Bool { !marks.isEmpty }

  /// The marked tracks in the order that is wanted.
  public var selection: PickerSelection { selection(marks.rows(options.order)) }

  func selection(_ rows: [Int]) -> PickerSelection {
    PickerSelection(
      ids: rows.map(table.id), milliseconds: rows.reduce(0) { $0 + table.milliseconds($1) })
  }
}
