import Media
import Picker
import Posix

extension PickerScreen {
  /// Where the columns of the list begin and how wide they are, 0 where there is no room.
  struct Columns: Equatable {
    var markWidth: Int
    var title: Int
    var titleWidth: Int
    var artist = 0
    var artistWidth = 0
    var time = 0
    var timeWidth = 0
    /// Where the margin at the right begins.
    var end = 0

    /// Of names and the texts that belong to them.
    init(details columns: Int) {
      markWidth = columns >= 16 ? 3 : 0
      title = markWidth
      titleWidth = min(20, max(0, columns - markWidth) / 3)
      artist = title + titleWidth + 1
      end = columns - (columns >= 16 ? 1 : 0)
      artistWidth = max(0, end - artist)
    }

    /// - Parameter time: The columns of the longest time.
    init(columns: Int, time longest: Int) {
      markWidth = columns >= 16 ? 3 : columns >= 4 ? 2 : 0
      title = markWidth
      let margin = columns >= 16 ? 1 : 0
      end = columns - margin
      var room = columns - markWidth - margin
      if columns >= 24 {
        timeWidth = longest
        time = columns - margin - longest
        room -= longest + 2
      }
      if columns >= 48 {
        artistWidth = room * 2 / 5
        artist = title + room - artistWidth
        room -= artistWidth + 2
      }
      titleWidth = max(0, room)
    }
  }

  static func drawList(_ state: PickerState, in lines: Range<Int>, on grid: inout CellGrid) {
    if state.shownCount == 0 { return drawNothing(state, in: lines, on: &grid) }
    let longest = max(5, state.longestTime.description.utf8.count)
    // A scroll bar does not touch what stands beside it.
    let hasBar = grid.size.columns >= marginColumns && !state.scrollBar(lines: lines.count).isEmpty
    let width = grid.size.columns - (hasBar ? 1 : 0)
    var columns = Columns(columns: width, time: longest)
    if state.place == .keys || state.place.isItem { columns = Columns(details: width) }
    var line = lines.lowerBound
    for shown in state.layout(lines: lines.count) where line < lines.upperBound {
      switch shown {
      case .header(let text):
        let column = min(1, columns.markWidth)
        grid.put(
          text, row: line, column: column, width: columns.end - column, style: CellStyle(.header))
        line += 1
      case .footer(let count, let time):
        let text = "\(count == 1 ? "1 track" : "\(count) tracks") · \(time)"
        grid.put(text, row: line, column: columns.title, style: CellStyle(.faint))
        line += 1
      case .row(let place):
        let isTall = place == state.cursor && lines.count >= 2 && state.isCursorTall
        draw(Row(state, at: place), place == state.cursor, isTall, columns, line, on: &grid)
        line += isTall ? 2 : 1
      }
    }
    drawScrollBar(state, in: lines, on: &grid)
  }

  /// In the margin at the right, where there is one.
  private static func drawScrollBar(
    _ state: PickerState, in lines: Range<Int>, on grid: inout CellGrid
  ) {
    guard grid.size.columns >= marginColumns else { return }
    let column = grid.size.columns - 1
    for (line, shown) in state.scrollBar(lines: lines.count).enumerated() {
      let row = lines.lowerBound + line
      let isHighlighted = grid[row, column].style.isHighlighted
      let style = CellStyle(shown.isShown ? .scroll : .faint, highlighted: isHighlighted)
      let sign = shown.letter.map(String.init) ?? (shown.isShown ? "▐" : " ")
      let isNarrow = CharacterWidth.columns(of: sign) == 1
      grid.put(isNarrow ? sign : "·", row: row, column: column, style: style)
    }
  }

  /// From so many columns on there is a margin.
  static let marginColumns = 16

  private static func draw(
    _ line: Row, _ isHighlighted: Bool, _ isTall: Bool, _ columns: Columns, _ row: Int,
    on grid: inout CellGrid
  ) {
    if isHighlighted {
      for row in row...(isTall ? row + 1 : row) {
        grid.fill(row: row, style: CellStyle(.plain, highlighted: true))
      }
    }
    draw(line, isHighlighted, columns, row, on: &grid)
    if isTall { drawDetail(line, columns, row + 1, on: &grid) }
  }

  /// What stands where in a row.
  private struct Row {
    var mark = PickerMark.none
    var title: String
    var second = ""
    var time = ""
    /// The second line of the row with the cursor, under the title and under `second`.
    var detail: (String, String) = ("", "")
    var isFaint = false
    /// Whether it will be marked with the range.
    var isInRange = false
    /// Stands before what plays; empty before all else.
    var sign = ""
    /// What of `title` and `second` was searched for.
    var matches: (title: [Range<Int>], second: [Range<Int>]) = ([], [])

    init(_ state: PickerState, at place: Int) {
      switch state.row(at: place) {
      case .place(let place): title = place.title
      case .track(let track):
        (title, second, time) = (track.title, track.artist, "\(track.time)")
        let album = [track.album, track.year.map { String($0) }].compactMap { $0 }
        detail = (album.joined(separator: " · "), track.format)
        isFaint = !track.isAvailable
      case .group(let group):
        (title, time) = (group.title, "\(group.time)")
        let count = group.count == 1 ? "1 track" : "\(group.count) tracks"
        second = group.artist ?? count
        let year = group.year.map { String($0) }
        detail = (
          group.artist == nil ? "" : [year, count].compactMap { $0 }.joined(separator: " · "), ""
        )
      case .detail(let detail): (title, second) = (detail.name, detail.text)
      }
      if !state.search.isEmpty { matches = (state.matches(in: title), state.matches(in: second)) }
      mark = state.mark(at: place)
      if state.place.isItem { mark = .none }
      isInRange = state.isInRange(place)
      if state.isPlaying(at: place) { sign = PickerScreen.sign(state.player) }
    }
  }

  private static func draw(
    _ line: Row, _ isHighlighted: Bool, _ columns: Columns, _ row: Int, on grid: inout CellGrid
  ) {
    func style(_ role: CellStyle.Role) -> CellStyle {
      CellStyle(line.isFaint && role != .mark ? .faint : role, highlighted: isHighlighted)
    }
    if columns.markWidth > 2 {
      grid.put(line.sign, row: row, column: 0, width: 1, style: style(.playing))
    }
    let isMarked = line.mark != .none || line.isInRange
    if isMarked, columns.markWidth > 0 {
      let sign = line.mark == .all ? "●" : line.isInRange ? "○" : "◐"
      grid.put(sign, row: row, column: columns.markWidth - 2, width: 1, style: style(.mark))
    }
    grid.put(
      line.title, row: row, column: columns.title, width: columns.titleWidth,
      style: style(isMarked && columns.markWidth == 0 ? .mark : .plain),
      matches: line.matches.title)
    grid.put(
      line.second, row: row, column: columns.artist, width: columns.artistWidth,
      style: style(.secondary), matches: line.matches.second)
    let time = line.time
    grid.put(
      time, row: row, column: columns.time + columns.timeWidth - time.utf8.count,
      width: min(columns.timeWidth, time.utf8.count), style: style(.secondary))
  }

  /// The second line of the highlighted row: of a track album and year under the title, the format under the
  /// artist.
  private static func drawDetail(
    _ line: Row, _ columns: Columns, _ row: Int, on grid: inout CellGrid
  ) {
    let style = CellStyle(.secondary, highlighted: true)
    let (first, second) = line.detail
    guard columns.artistWidth == 0 else {
      grid.put(first, row: row, column: columns.title, width: columns.titleWidth, style: style)
      let room = columns.end - columns.artist
      grid.put(second, row: row, column: columns.artist, width: room, style: style)
      return
    }
    let all = [line.second, first, second].filter { !$0.isEmpty }.joined(separator: " · ")
    let room = min(columns.end, grid.size.columns - 1) - columns.title
    grid.put(all, row: row, column: columns.title, width: room, style: style)
  }

  /// What stands in the place of rows where there are none.
  private static func drawNothing(
    _ state: PickerState, in lines: Range<Int>, on grid: inout CellGrid
  ) {
    let (text, role) = nothing(state)
    let room = max(1, grid.size.columns - 2)
    let wrapped = wrap(text, columns: room)
    var row = lines.lowerBound + max(0, (lines.count - wrapped.count) / 3)
    for line in wrapped where row < lines.upperBound {
      let width = CharacterWidth.columns(of: DisplayText.line(line))
      let column = max(0, (grid.size.columns - width) / 2)
      grid.put(line, row: row, column: column, style: CellStyle(role))
      row += 1
    }
  }

  private static func nothing(_ state: PickerState) -> (String, CellStyle.Role) {
    if state.isGathering { return ("Loading …", .secondary) }
    if state.place == .queue, state.rowCount == 0 { return ("The queue is empty.", .secondary) }
    if state.rowCount > 0 { return ("Nothing matches. Esc clears the search.", .secondary) }
    switch state.loading {
    case .notStarted, .running: return ("", .secondary)
    case .finished where state.trackCount > 0: return ("There is nothing here.", .secondary)
    case .finished: return (state.options.emptyText, .secondary)
    case .failed(let reason): return (reason, .notice)
    }
  }

  /// The words of a text in lines of at most so many columns, where the words are not longer.
  static func wrap(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last,
        CharacterWidth.columns(of: last) + 1 + CharacterWidth.columns(of: word) <= columns
      {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
