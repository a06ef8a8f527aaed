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
    case .places: return []
    case .details(let row, _): return [row]
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
    guard !rows.isEmpty else {
      message = "Enter opens it; tracks are marked there"
      return
    }
    guard startMultiple() else { return }
    let isMarked = mark(at: cursor) == .all
    for row in rows { isMarked ? marks.remove(row, table) : marks.insert(row, table) }
    if case .details = page.content {} else { page.cursor += 1 }
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
    case .groups where !takesGroups: return advance()
    case .groups, .tracks, .details: break
    }
    if mode == .multiple { return done() }
    guard cursor < shownCount else { return [] }
    return finish(.done(selection(unique(page.rows(at: cursor)))))
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
