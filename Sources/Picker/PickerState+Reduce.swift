import Media

extension PickerState {
  /// Takes in what happened. The effects are to be run in their order.
  public mutating func reduce(_ action: PickerAction) -> [PickerEffect] {
    guard result == nil else { return [] }
    let before = whereabouts
    let effects = carryOut(action)
    settle()
    let isElsewhere = result == nil && passage(since: before) != nil
    return (isElsewhere ? effects + arrive(after: effects) : effects) + wantCover()
  }

  private mutating func carryOut(_ action: PickerAction) -> [PickerEffect] {
    switch action {
    case .start: return start()
    case .key(let key): return press(key)
    case .command(let command): return perform(command)
    case .pointer(let pointer): return point(pointer)
    case .refused(let reason): message = reason
    case .search(let text):
      message = nil
      return setSearch(text)
    case .pick(let places): return pick(places)
    case .resize(let lines): self.lines = max(0, lines)
    case .loaded(let rows): append(rows)
    case .loadingFinished:
      loading = .finished
      return refill()
    case .loadingFailed(let reason):
      loading = .failed(reason)
      return refill()
    case .gathered(let place, let groups, let rows): take(groups, of: place, madeOf: rows)
    case .gatheringFailed(let place, let reason):
      stopWaiting(at: place)
      message = reason
    case .read(let id, let item):
      take(item, of: id, orTell: "The track is not in the library any more.")
    case .readFailed(let id, let reason): take(nil, of: id, orTell: reason)
    case .coverRoom(let hasRoom): hasRoomForCover = hasRoom
    case .cover(let id, let cover): take(cover, of: id)
    case .used(let sentence): used(sentence)
    case .told(let sentence): message = sentence
    case .useFailed(let reason):
      if !usesUnderway.isEmpty { usesUnderway.removeFirst() }
      message = reason
    case .player(let player, let moment): return take(player, at: moment)
    case .time(let moment): now = moment
    case .scan(let scan): self.scan = scan
    case .playlistsChanged: return refillPlaylists()
    case .reloaded(let reload): return take(reload)
    case .queue(let queue, let reloads): return take(queue, reloads: reloads)
    case .queueFailed(let reason):
      stopWaiting(at: .queue)
      message = reason
    case .changed(let change, let sentence): return changed(change, sentence, failed: false)
    case .changeFailed(let change, let reason): return changed(change, reason, failed: true)
    case .playlistExists(let saving): return playlistExists(saving)
    case .found(let search, let answer): return take(answer, to: search)
    }
    return []
  }

  private mutating func start() -> [PickerEffect] {
    guard loading == .notStarted else { return [] }
    loading = .running
    page.isGathering = page.place != .songs
    return [.load] + setSearch(options.search)
  }

  private mutating func append(_ rows: [PickerRow]) {
    let first = table.count
    for row in rows {
      table.append(row)
      guard options.marked.contains(row.track.id), startMultiple() else { continue }
      marks.insert(table.count - 1, table)
    }
    if playingRow == nil, let item = player.item { playingRow = table.row(of: item, from: first) }
    for index in pages.indices { pages[index].take(rowsFrom: first, of: table) }
    leftPages[.songs]?.take(rowsFrom: first, of: table)
  }

  mutating func press(_ key: PickerKey) -> [PickerEffect] {
    message = nil
    if key == .escape { waitingKeys = [] }
    if isLeaving { return answer(key) }
    if let prompt { return answer(prompt, key) }
    if isJumping {
      takeLetter(key)
      return []
    }
    if page.isFinding, !waitingKeys.isEmpty, key != .escape { return wait(key) }
    let opening = typeAhead(key)
    if page.isSearchOpen, let effects = edit(key) { return opening + effects }
    if page.isFinding, key != .escape { return wait(key) }
    if page.isSearchOpen, key == .enter {
      page.isSearchOpen = false
      let effects = rememberSearch()
      return options.typesAhead ? effects + perform(.choose) : effects
    }
    return options.keys[key].map { perform($0) } ?? []
  }

  /// Forgets the range, else clears the search, else goes back the way that the person came, else leaves.
  private mutating func back() -> [PickerEffect] {
    if isRanging {
      page.endRange()
      return []
    }
    if !search.isEmpty { return setSearch("") }
    guard pages.count > 1 else { return cancel() }
    unwind()
    return []
  }

  /// Keeps a key until the search is answered, since what it does depends on what is shown then.
  private mutating func wait(_ key: PickerKey) -> [PickerEffect] {
    if waitingKeys.count < 100 { waitingKeys.append(key) }
    return []
  }

  mutating func perform(_ command: PickerCommand) -> [PickerEffect] {
    message = nil
    if let effects = performInQueue(command) ?? performOnPlayer(command) { return effects }
    switch command {
    case .up: page.cursor -= 1
    case .down: page.cursor += 1
    case .pageUp: scroll(-1)
    case .pageDown: scroll(1)
    case .first: first()
    case .last: last()
    case .nextSection: jumpToSection(1)
    case .previousSection: jumpToSection(-1)
    case .letter: isJumping = true
    case .mark: markHighlighted()
    case .markAll: markShown { $0.insert($1, $2) }
    case .invertMarks: markShown { $0.toggle($1, $2) }
    case .range: range()
    case .markMatching: markMatching()
    case .markNone: marks.removeAll()
    case .choose: return choose()
    case .done: return done()
    case .cancel: return cancel()
    case .back: return back()
    case .search: return openSearch()
    case .advance: return advance()
    case .unwind: unwind()
    case .details: return showDetails()
    case .play: return use(.play)
    case .playNext: return use(.playNext)
    case .append: return use(.append)
    case .print: return print()
    case .copy: return copy()
    case .run: askForCommand()
    case .help: showKeys()
    case .covers: switchCovers()
    case .queue, .current, .remove, .moveUp, .moveDown, .moveHere, .shuffle, .clear, .save, .undo,
      .redo,
      .nextTrack, .previousTrack, .pause:
      break
    }
    return []
  }
}
