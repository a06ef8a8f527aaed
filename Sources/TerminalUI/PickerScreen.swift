import Media
import Picker
import Posix

/// How a picker looks in a terminal: a pure function of its state and the size.
///
/// A bar above, the list, a cover beside it where there is room, a line with the search or a message and the count, and the keys below.
/// On small screens the keys go first, then the bar, then the line.
public enum PickerScreen {
  /// Which rows of the screen are for what; `nil` where there is no room.
  struct Layout: Equatable {
    var bar: Int?
    var list: Range<Int>
    var status: Int?
    var hints: Int?

    init(rows: Int) {
      bar = rows >= 3 ? 0 : nil
      hints = rows >= 5 ? rows - 1 : nil
      status = rows >= 2 ? rows - (rows >= 5 ? 2 : 1) : nil
      list = (bar == nil ? 0 : 1)..<max(0, status ?? rows)
    }
  }

  /// The lines of the list on a screen of this size, for `PickerAction.resize`.
  public static func listLines(_ size: TerminalSize) -> Int { Layout(rows: size.rows).list.count }

  public static func draw(
    _ state: PickerState, size: TerminalSize, pane: CoverPane = CoverPane()
  ) -> CellGrid {
    let layout = Layout(rows: size.rows)
    var grid = CellGrid(size)
    let columns = listColumns(size, pane)
    if columns == size.columns {
      drawList(state, in: layout.list, on: &grid)
    } else {
      var list = CellGrid(TerminalSize(rows: size.rows, columns: columns))
      drawList(state, in: layout.list, on: &list)
      grid.take(layout.list, of: list)
      drawCover(pane, in: layout.list, from: columns + 1, on: &grid)
    }
    if let row = layout.bar { drawBar(state, row, on: &grid) }
    if let row = layout.status { drawStatus(state, row, on: &grid) }
    if let row = layout.hints { drawHints(state, row, on: &grid) }
    return grid
  }

  private static func drawBar(_ state: PickerState, _ row: Int, on grid: inout CellGrid) {
    grid.fill(row: row, style: CellStyle(.bar))
    let total = selection(state).first { CharacterWidth.columns(of: $0) < grid.size.columns } ?? ""
    let width = CharacterWidth.columns(of: total)
    let style = CellStyle(.barTotal)
    grid.put(total, row: row, column: grid.size.columns - width, style: style)
    let room = grid.size.columns - width - 1
    if let mistake = state.mistake {
      grid.put(mistake.reason, row: row, column: 1, width: room, style: CellStyle(.barNotice))
    } else {
      let ways = way(state)
      let text = ways.first { CharacterWidth.columns(of: DisplayText.line($0)) <= room - 1 }
      grid.put(text ?? ways.last ?? "", row: row, column: 1, width: room, style: CellStyle(.bar))
    }
  }

  /// Where the person is and where back leads, in full and, for small screens, in less and less.
  private static func way(_ state: PickerState) -> [String] {
    let parts = state.options.bar
    let title = parts.contains(.title) ? state.options.title : nil
    let path = parts.contains(.path) ? state.path : []
    func line(_ texts: String?...) -> String { texts.compactMap(\.self).joined(separator: " · ") }
    guard state.path.count > 1 else {
      let isUsual = state.place == state.options.start && title != nil
      return isUsual ? [line(title)] : [line(title, path.first), path.first ?? line(title)]
    }
    let back = parts.contains(.back) ? state.backTitle.map { "‹ \($0)   " } ?? "" : ""
    let way = path.drop { $0 == PickerPlace.home.title }
    let full = path.isEmpty ? nil : way.joined(separator: " › ")
    let here = path.last ?? line(title)
    return [back + line(title, full), back + (full ?? here), back + here, here]
  }

  /// Count and total of what is marked, in words and, for small screens, without.
  private static func selection(_ state: PickerState) -> [String] {
    if !state.options.bar.contains(.total) { return [] }
    if state.place == .queue, state.queueMarkCount > 0 {
      return [" \(state.queueMarkCount) marked "]
    }
    if state.mode == .single { return [] }
    if state.markedCount == 0 { return [" none selected "] }
    return [
      " \(state.markedCount) selected · \(state.markedTime) ",
      " \(state.markedCount) · \(state.markedTime) ",
    ]
  }

  /// The search, a message or how loading goes at the left, the count at the right.
  private static func drawStatus(_ state: PickerState, _ row: Int, on grid: inout CellGrid) {
    let columns = grid.size.columns
    let left = status(state)
    let needed = left.map { CharacterWidth.columns(of: DisplayText.line($0.text)) + 2 } ?? 0
    let counts = self.counts(state).map { " \($0) " }
    let count =
      counts.first { needed + CharacterWidth.columns(of: $0) <= columns } ?? counts.last ?? ""
    let countWidth = CharacterWidth.columns(of: count)
    // While there is no room for both, what the person is typing or has to read goes first.
    let showsCount = needed + countWidth <= columns
    if showsCount {
      let style = CellStyle(.secondary)
      grid.put(count, row: row, column: columns - countWidth, style: style)
    }
    guard let left else { return }
    let room = columns - (showsCount ? countWidth : 0) - 2
    if isTyping(state.prompt) {
      drawSearch(left.text, row, room, mistakeAt: nil, on: &grid)
    } else if state.isSearchOpen {
      // The slash stands before the text.
      drawSearch(left.text, row, room, mistakeAt: state.mistake.map { $0.place + 1 }, on: &grid)
    } else {
      grid.put(left.text, row: row, column: 1, width: room, style: CellStyle(left.role))
    }
  }

  /// Whether a text is being typed as an answer.
  static func isTyping(_ prompt: PickerPrompt?) -> Bool {
    switch prompt {
    case .name, .command: true
    case .exists, nil: false
    }
  }

  /// The search as it is typed: its end is what must be seen, with the cursor behind it. What is wrong with it
  /// begins at `place`.
  private static func drawSearch(
    _ text: String, _ row: Int, _ room: Int, mistakeAt place: Int?, on grid: inout CellGrid
  ) {
    var rest = Substring(text)
    while CharacterWidth.columns(of: rest) > max(1, room), !rest.isEmpty { rest.removeFirst() }
    let good = rest.prefix(max(0, (place ?? text.count) - (text.count - rest.count)))
    var used = grid.put(String(good), row: row, column: 1, style: CellStyle(.search))
    used += grid.put(
      String(rest.dropFirst(good.count)), row: row, column: 1 + used, style: CellStyle(.notice))
    let column = min(1 + used, grid.size.columns - 1)
    if column >= 0 { grid.cursor = CellGrid.Position(row: row, column: column) }
  }

  private static func status(_ state: PickerState) -> (text: String, role: CellStyle.Role)? {
    if state.isLeaving {
      return ("Leave and lose \(state.markedCount) marks? y leaves, any other key stays", .notice)
    }
    switch state.prompt {
    case .name(let text, _): return ("Playlist: " + text, .search)
    case .command(let text, _): return ("! " + text, .search)
    case .exists(let saving):
      let name = DisplayText.line(saving.name)
      return ("There is a playlist \(name): a adds to it, r replaces it", .notice)
    case nil: break
    }
    if state.isJumping { return ("To which letter?", .notice) }
    if state.isRanging { return ("V marks from there to here, Esc does not", .notice) }
    if let message = state.message { return (message, .notice) }
    if state.isSearchOpen || !state.search.isEmpty { return ("/" + state.search, .search) }
    switch state.loading {
    case .running: return ("Loading …", .secondary)
    case .failed(let reason) where state.rowCount > 0: return (reason, .notice)
    case .notStarted, .finished, .failed: break
    }
    if let error = state.player.error { return (error, .notice) }
    if let scan = state.scan { return (text(scan), .secondary) }
    return playing(state).map { ($0, .secondary) }
  }

  private static func text(_ scan: PickerScan) -> String {
    guard let files = scan.files else { return "Looking for music …" }
    return "Reading music … \(scan.read) of \(counted(files, "file"))"
  }

  /// What plays, and how far it is.
  private static func playing(_ state: PickerState) -> String? {
    let player = state.player
    guard player.state != .stopped else { return nil }
    let elapsed = PlaybackTime(milliseconds: player.elapsed(at: state.now.uptime))
    let names = [player.title, player.artist].filter { !$0.isEmpty }.map { DisplayText.line($0) }
    let time = "\(elapsed) / \(PlaybackTime(milliseconds: player.milliseconds))"
    // There it is to be seen anyway, and other times are.
    if state.place == .queue { return "\(sign(player)) \(time)" }
    return "\(sign(player)) \(time)  \(names.joined(separator: " · "))"
  }

  /// Whether it plays or is paused.
  static func sign(_ player: PickerPlayer) -> String {
    player.state == .playing ? "►" : "‖"
  }

  /// How many lines there are, and of the queue how long they play, at length and, for small screens, shorter.
  static func counts(_ state: PickerState) -> [String] {
    let count = count(state)
    guard let total = state.queueTime, state.rowCount > 0 else { return [count] }
    var parts = [count, "\(total)"]
    var all = [parts]
    if let remaining = state.queueRemaining { parts.append("\(remaining) left") }
    all.append(parts)
    if let end = state.queueEnd {
      parts.append("ends \(twoDigits(end / 3600)):\(twoDigits(end / 60 % 60))")
    }
    all.append(parts)
    return all.reversed().map { $0.joined(separator: " · ") } + [count]
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  static func count(_ state: PickerState) -> String {
    let all: String
    switch state.place {
    case .home: all = counted(state.trackCount, "track")
    case .songs, .recentlyAdded, .group: all = counted(state.rowCount, "track")
    case .groups(let grouping): all = counted(state.rowCount, grouping.noun)
    case .playlists: all = counted(state.rowCount, "playlist")
    case .savedQueries:
      all = state.rowCount == 1 ? "1 query" : "\(state.rowCount) queries"
    case .queue: all = counted(state.rowCount, "track")
    case .item, .keys: return ""
    }
    if state.search.isEmpty { return all }
    return "\(state.shownCount) \(state.isSimilar ? "similar " : "")of \(all)"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension PickerPlace {
  var isItem: Bool { if case .item = self { true } else { false } }
}
