import Media

/// Marking and choosing.
extension PickerState {
  /// Whether Enter takes groups of this page, as was asked for, instead of going into them.
  private var takesGroups: Bool {
    if case .groups = page.content { place == options.start } else { false }
  }

  /// The rows of what is shown, each once.
  private var shownRows: [Int] {
    switch page.content {
    case .places, .queue, .keys: return []
    case .details(let row, _): return row.map { [$0] } ?? []
    case .tracks(let rows):
      let lines = (0..<shownCount).map { page.line(at: $0) }
      return rows.map { rows in lines.map { rows[$0] } } ?? lines
    case .groups: return unique((0..<shownCount).flatMap { page.rows(at: $0) })
    }
  }

  private func unique(_ rows: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return rows.filter { seen.insert($0).inserted }
  }

  mutating func markHighlighted() {
    guard cursor < shownCount else { return }
    let rows = page.rows(at: cursor)
    guard !rows.isEmpty, startMultiple() else { return }
    if isRanging { return markRange() }
    let isMarked = mark(at: cursor) == .all
    for row in rows { isMarked ? marks.remove(row, table) : marks.insert(row, table) }
    if case .details = page.content {} else { page.cursor += 1 }
  }

  /// Begins a range, or marks the one that was begun.
  mutating func range() {
    guard cursor < shownCount, !page.rows(at: cursor).isEmpty, startMultiple() else { return }
    isRanging ? markRange() : page.beginRange()
  }

  mutating func markRange() {
    guard let places = page.range(table) else { return }
    for row in places.flatMap({ page.rows(at: $0) }) { marks.insert(row, table) }
    page.endRange()
  }

  /// Marks the tracks that the search finds; of groups those alone.
  mutating func markMatching() {
    let rows = page.matching(shownRows, table)
    guard !rows.isEmpty, startMultiple() else { return }
    for row in rows { marks.insert(row, table) }
  }

  /// Does something with what is marked, or else with the row.
  mutating func use(_ use: PickerUse) -> [PickerEffect] {
    guard options.uses.contains(use), let wanted else { return [] }
    usesUnderway.append(wantedMarks)
    return [.use(use, wanted)]
  }

  mutating func copy() -> [PickerEffect] {
    guard let wanted = wantedAnywhere else { return [] }
    usesUnderway.append(wantedMarks)
    return [.copy(wanted)]
  }

  mutating func askForCommand() {
    guard options.hasPlayer, let wanted = wantedAnywhere else { return }
    ask(.command("", wanted))
  }

  /// Has a command of the shell get tracks.
  mutating func run(_ command: String, _ selection: PickerSelection) -> [PickerEffect] {
    usesUnderway.append(promptMarks)
    return [.run(command, selection)]
  }

  mutating func print() -> [PickerEffect] {
    guard options.canPrint else { return [] }
    return wanted.map { finish(.print($0)) } ?? []
  }

  /// What is marked, or else the row; `nil` where that is nothing.
  var wanted: PickerSelection? {
    if !marks.isEmpty { return selection }
    let rows = cursor < shownCount ? unique(page.rows(at: cursor)) : []
    return rows.isEmpty ? nil : selection(rows)
  }

  /// The marks that stand for what is wanted of the page that is shown.
  var wantedMarks: PickerMarked {
    if case .queue = page.content { .entries(queueMarks) } else { .rows(upTo: marks.last) }
  }

  /// Takes in that something was done with what was marked; what was marked since, or elsewhere, stays so.
  mutating func used(_ sentence: String) {
    message = sentence
    guard !usesUnderway.isEmpty else { return }
    switch usesUnderway.removeFirst() {
    case .rows(let number):
      marks.removeAll(upTo: number, table)
      if marks.isEmpty { mode = .single }
    case .entries(let ids): queueMarks.subtract(ids)
    }
  }

  /// Leaves, unless much would be lost that is worth a question.
  mutating func cancel() -> [PickerEffect] {
    if marks.count <= Self.marksToLose { return finish(.cancelled) }
    isLeaving = true
    return []
  }

  /// More marks are not lost without a question.
  private static let marksToLose = 20

  /// The key that answers whether the marks may be lost.
  mutating func answer(_ key: PickerKey) -> [PickerEffect] {
    isLeaving = false
    return [.character("y"), .character("Y")].contains(key) ? finish(.cancelled) : []
  }

  mutating func markShown(_ change: (inout PickerMarks, Int, PickerTable) -> Void) {
    let rows = shownRows
    guard !rows.isEmpty, startMultiple() else { return }
    for row in rows { change(&marks, row, table) }
  }

  mutating func startMultiple() -> Bool {
    if options.allowsMultiple { mode = .multiple } else { explain() }
    return options.allowsMultiple
  }

  mutating func choose() -> [PickerEffect] {
    switch page.content {
    case .places: return advance()
    case .keys, .queue: return []
    case .groups where !takesGroups: return advance()
    case .groups, .tracks, .details: break
    }
    if mode == .multiple { return done() }
    let rows = cursor < shownCount ? unique(page.rows(at: cursor)) : []
    return rows.isEmpty ? [] : finish(.done(selection(rows)))
  }

  mutating func pick(_ places: [Int]) -> [PickerEffect] {
    let wanted = Set(places).filter { (0..<shownCount).contains($0) }.sorted()
    guard !wanted.isEmpty, options.allowsMultiple || wanted.count == 1 else { return [] }
    let rows = unique(wanted.flatMap { page.rows(at: $0) })
    return rows.isEmpty ? [] : finish(.done(selection(rows)))
  }

  mutating func done() -> [PickerEffect] {
    guard canFinish else {
      explain()
      return []
    }
    return finish(.done(selection))
  }

  /// Says how something is chosen.
  private mutating func explain() {
    message =
      switch (options.allowsMultiple, mode) {
      case (false, _): "Enter picks a track"
      case (true, .single): "Space marks a track"
      case (true, .multiple): "Nothing is marked: Space marks a track"
      }
  }

  mutating func finish(_ ending: PickerEnding) -> [PickerEffect] {
    result = ending
    return [.finish(ending)]
  }
}
