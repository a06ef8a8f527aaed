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
    case .loaded(let rows): list.append(rows)
    case .loadingFinished: loading = .finished
    case .loadingFailed(let reason): loading = .failed(reason)
    case .folded(let search, let folded): filter(search, folded)
    }
    return []
  }

  private mutating func start() -> [PickerEffect] {
    guard loading == .notStarted else { return [] }
    loading = .running
    return [.load]
  }

  private mutating func press(_ key: PickerKey) -> [PickerEffect] {
    message = nil
    if isSearchOpen, let effects = edit(key) { return effects }
    return PickerCommand.keys[key].map { perform($0) } ?? []
  }

  private mutating func perform(_ command: PickerCommand) -> [PickerEffect] {
    message = nil
    switch command {
    case .up: cursor -= 1
    case .down: cursor += 1
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .first: cursor = 0
    case .last: cursor = shownCount - 1
    case .mark: markHighlighted()
    case .markAll: markShown { $0.insert($1) }
    case .invertMarks: markShown { $0.toggle($1) }
    case .markNone: marks = PickerMarks()
    case .choose: return choose()
    case .done: return done()
    case .cancel: return finish(.cancelled)
    case .back: return search.isEmpty ? finish(.cancelled) : setSearch("")
    case .search: isSearchOpen = true
    }
    return []
  }

  private mutating func page(_ direction: Int) {
    let rows = Self.visibleRows(lines: lines) * direction
    cursor += rows
    offset += rows
  }

  /// Keeps cursor and offset inside of what is shown.
  private mutating func settle() {
    cursor = max(0, min(cursor, shownCount - 1))
    offset = fittingOffset(visible: Self.visibleRows(lines: lines))
  }
}

// MARK: Choosing

extension PickerState {
  private mutating func markHighlighted() {
    guard let item = highlightedItem, startMultiple() else { return }
    marks.toggle(item)
    cursor += 1
  }

  private mutating func markShown(_ change: (inout PickerMarks, MediaItem) -> Void) {
    guard shownCount > 0, startMultiple() else { return }
    for place in 0..<shownCount { change(&marks, list.item(at: place)) }
  }

  private mutating func startMultiple() -> Bool {
    if options.allowsMultiple { mode = .multiple } else { explain() }
    return options.allowsMultiple
  }

  private mutating func choose() -> [PickerEffect] {
    if mode == .multiple { return done() }
    return highlightedItem.map { finish(.done(MediaItemCollection([$0]))) } ?? []
  }

  private mutating func pick(_ places: [Int]) -> [PickerEffect] {
    let wanted = Set(places).filter { (0..<shownCount).contains($0) }.sorted()
    guard !wanted.isEmpty, options.allowsMultiple || wanted.count == 1 else { return [] }
    return finish(.done(MediaItemCollection(wanted.map(list.item))))
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

  private mutating func finish(_ result: PickerResult) -> [PickerEffect] {
    self.result = result
    return [.finish(result)]
  }
}
