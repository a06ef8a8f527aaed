import Media

extension PickerState {
  /// Takes in what happened. The effects are to be run in their order.
  public mutating func reduce(_ action: PickerAction) -> [PickerEffect] {
    guard result == nil else { return [] }
    defer { settle() }
    switch action {
    case .start: return start()
    case .key(let key): return press(key)
    case .command(let command): return perform(command)
    case .search(let text): return setSearch(text)
    case .pick(let places): return pick(places)
    case .resize(let lines): self.lines = max(0, lines)
    case .loaded(let rows): append(rows)
    case .loadingFinished: loading = .finished
    case .loadingFailed(let reason): loading = .failed(reason)
    case .found(let search, let answer): return take(answer, to: search)
    }
    return []
  }

  private mutating func start() -> [PickerEffect] {
    guard loading == .notStarted else { return [] }
    loading = .running
    return [.load] + setSearch(options.search)
  }

  private mutating func append(_ rows: [PickerRow]) {
    let first = table.count
    for row in rows {
      table.append(row)
      guard options.marked.contains(row.track.id), startMultiple() else { continue }
      marks.insert(table.count - 1, table)
    }
    page.take(rowsFrom: first, of: table)
  }

  mutating func press(_ key: PickerKey) -> [PickerEffect] {
    message = nil
    if page.isFinding, !waitingKeys.isEmpty, key != .escape { return wait(key) }
    if page.isSearchOpen, let effects = edit(key) { return effects }
    if page.isFinding, key != .escape { return wait(key) }
    if page.isSearchOpen, key == .enter {
      page.isSearchOpen = false
      return []
    }
    return PickerCommand.keys[key].map { perform($0) } ?? []
  }

  /// Keeps a key until the search is answered, since what it does depends on what is shown then.
  private mutating func wait(_ key: PickerKey) -> [PickerEffect] {
    if waitingKeys.count < 100 { waitingKeys.append(key) }
    return []
  }

  private mutating func perform(_ command: PickerCommand) -> [PickerEffect] {
    message = nil
    switch command {
    case .up: page.cursor -= 1
    case .down: page.cursor += 1
    case .pageUp: scroll(-1)
    case .pageDown: scroll(1)
    case .first: page.cursor = 0
    case .last: page.cursor = shownCount - 1
    case .mark: markHighlighted()
    case .markAll: markShown { $0.insert($1, $2) }
    case .invertMarks: markShown { $0.toggle($1, $2) }
    case .markNone: marks = PickerMarks()
    case .choose: return choose()
    case .done: return done()
    case .cancel: return finish(.cancelled)
    case .back: return search.isEmpty ? finish(.cancelled) : setSearch("")
    case .search: page.isSearchOpen = true
    }
    return []
  }

  private mutating func scroll(_ direction: Int) {
    let rows = Self.visibleRows(lines: lines) * direction
    page.cursor += rows
    page.offset += rows
  }

  /// Keeps cursor and offset inside of what is shown.
  private mutating func settle() {
    page.cursor = max(0, min(cursor, shownCount - 1))
    page.offset = fittingOffset(visible: Self.visibleRows(lines: lines))
  }
}

// MARK: Choosing

extension PickerState {
  private mutating func markHighlighted() {
    guard cursor < shownCount, startMultiple() else { return }
    marks.toggle(page.line(at: cursor), table)
    page.cursor += 1
  }

  private mutating func markShown(_ change: (inout PickerMarks, Int, PickerTable) -> Void) {
    guard shownCount > 0, startMultiple() else { return }
    for place in 0..<shownCount { change(&marks, page.line(at: place), table) }
  }

  private mutating func startMultiple() -> Bool {
    if options.allowsMultiple { mode = .multiple } else { explain() }
    return options.allowsMultiple
  }

  private mutating func choose() -> [PickerEffect] {
    if mode == .multiple { return done() }
    guard cursor < shownCount else { return [] }
    return finish(.done(selection([page.line(at: cursor)])))
  }

  private mutating func pick(_ places: [Int]) -> [PickerEffect] {
    let wanted = Set(places).filter { (0..<shownCount).contains($0) }.sorted()
    guard !wanted.isEmpty, options.allowsMultiple || wanted.count == 1 else { return [] }
    return finish(.done(selection(wanted.map(page.line))))
  }

  private mutating func done() -> [PickerEffect] {
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

  private mutating func finish(_ ending: PickerEnding) -> [PickerEffect] {
    result = ending
    return [.finish(ending)]
  }
}
