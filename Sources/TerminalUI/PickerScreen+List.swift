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

    /// - Parameter time: The columns of the longest time.
    init(columns: Int, time longest: Int) {
      markWidth = columns >= 16 ? 3 : columns >= 4 ? 2 : 0
      title = markWidth
      let margin = columns >= 16 ? 1 : 0
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
    let columns = Columns(columns: grid.size.columns, time: longest)
    var line = lines.lowerBound
    for place in state.window(lines: lines.count) where line < lines.upperBound {
      let track = state.track(at: place)
      let isHighlighted = place == state.cursor
      let isTall = isHighlighted && lines.count >= 2
      if isHighlighted {
        grid.fill(row: line, style: CellStyle(.plain, highlighted: true))
        if isTall { grid.fill(row: line + 1, style: CellStyle(.plain, highlighted: true)) }
      }
      drawRow(
        track, isMarked: state.isMarked(at: place), isHighlighted, columns, line, on: &grid)
      if isTall { drawDetail(track, columns, line + 1, on: &grid) }
      line += isTall ? 2 : 1
    }
  }

  private static func drawRow(
    _ track: PickerTrack, isMarked: Bool, _ isHighlighted: Bool, _ columns: Columns, _ row: Int,
    on grid: inout CellGrid
  ) {
    func style(_ role: CellStyle.Role) -> CellStyle {
      CellStyle(track.isAvailable || role == .mark ? role : .faint, highlighted: isHighlighted)
    }
    if isMarked, columns.markWidth > 0 {
      grid.put("●", row: row, column: columns.markWidth - 2, width: 1, style: style(.mark))
    }
    grid.put(
      track.title, row: row, column: columns.title, width: columns.titleWidth,
      style: style(isMarked && columns.markWidth == 0 ? .mark : .plain))
    grid.put(
      track.artist, row: row, column: columns.artist, width: columns.artistWidth,
      style: style(.secondary))
    let time = track.time.description
    grid.put(
      time, row: row, column: columns.time + columns.timeWidth - time.utf8.count,
      width: min(columns.timeWidth, time.utf8.count), style: style(.secondary))
  }

  /// The second line of the highlighted row: album and year under the title, the format under the
  /// artist.
  private static func drawDetail(
    _ track: PickerTrack, _ columns: Columns, _ row: Int, on grid: inout CellGrid
  ) {
    let style = CellStyle(.secondary, highlighted: true)
    var album = [track.album, track.year.map { String($0) }].compactMap { $0 }
    let format = track.format
    let room = grid.size.columns - columns.title - 1
    if columns.artistWidth == 0 {
      album.insert(track.artist, at: 0)
      if !format.isEmpty { album.append(format) }
    }
    let width = columns.artistWidth == 0 ? room : columns.titleWidth
    grid.put(
      album.joined(separator: " · "), row: row, column: columns.title, width: width, style: style)
    let end = grid.size.columns - columns.artist - 1
    guard columns.artistWidth > 0 else { return }
    grid.put(format, row: row, column: columns.artist, width: end, style: style)
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
    if state.rowCount > 0 { return ("Nothing matches. Esc clears the search.", .secondary) }
    switch state.loading {
    case .notStarted, .running: return ("", .secondary)
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
