import Media

/// The queue's page: what plays, what comes, and what is done with it.
extension PickerState {
  private var queue: PickerQueue {
    if case .queue(let queue) = page.content { queue } else { PickerQueue() }
  }

  /// How many entries of the queue are marked.
  public var queueMarkCount: Int { queueMarks.count }

  /// How long all of the queue plays; `nil` on other pages.
  public var queueTime: PlaybackTime? {
    if case .queue(let queue) = page.content {
      PlaybackTime(milliseconds: queue.milliseconds)
    } else {
      nil
    }
  }

  /// How long it goes on, where something plays or is paused, and it ends at all.
  public var queueRemaining: PlaybackTime? { remaining.map { PlaybackTime(milliseconds: $0) } }

  private var remaining: Int64? {
    guard player.state != .stopped, player.playsInOrder, case .queue(let queue) = page.content,
      let place = queue.place(of: player.entry)
    else { return nil }
    return max(0, queue.milliseconds(from: place) - player.elapsed(at: now.uptime))
  }

  /// When it ends, in seconds since midnight; `nil` where it does not play, or without end.
  public var queueEnd: Int? {
    guard player.state == .playing, let remaining else { return nil }
    return (now.secondOfDay + Int(remaining / 1000)) % 86400
  }

  /// Whether the row at a place is what plays, or has it in it.
  public func isPlaying(at place: Int) -> Bool {
    guard player.state != .stopped else { return false }
    if case .queue(let queue) = page.content {
      return queue.entries[page.line(at: place)].id == player.entry
    }
    guard let playingRow else { return false }
    return page.rows(at: place).contains(playingRow)
  }

  /// Keys that do something else in the queue than elsewhere; `nil` for the others.
  mutating func performInQueue(_ command: PickerCommand) -> [PickerEffect]? {
    guard case .queue(let queue) = page.content else { return nil }
    var places: [Int] { wantedPlaces(queue) }
    switch command {
    case .choose, .play: return cursorEntry.map { change(.jump($0)) } ?? []
    case .mark: markEntry()
    case .range: rangeOfEntries()
    case .markAll, .markMatching: queueMarks.formUnion(shownEntries)
    case .invertMarks: queueMarks.formSymmetricDifference(shownEntries)
    case .markNone: queueMarks = []
    case .remove: return remove(places, queue)
    case .moveUp: return step(places, -1)
    case .moveDown: return step(places, 1)
    case .moveHere:
      guard !queueMarks.isEmpty, cursor < shownCount else { return [] }
      return move(places, before: page.line(at: cursor))
    case .playNext: return move(places, before: (queue.place(of: player.entry) ?? -1) + 1)
    case .append: return move(places, before: queue.count)
    case .shuffle: return change(.shuffle)
    case .clear:
      queueMarks = []
      relist { queue, _ in queue.removeAll() }
      return change(.clear)
    case .save: ask(.name("", queueMarks.isEmpty ? nil : queue.selection(places, table)))
    case .print:
      guard options.canPrint, let wanted = wantedAnywhere else { return [] }
      return finish(.print(wanted))
    default: return nil
    }
    return []
  }

  /// The places of what is marked, or else of the row.
  private func wantedPlaces(_ queue: PickerQueue) -> [Int] {
    if !queueMarks.isEmpty {
      return queue.entries.indices.filter { queueMarks.contains(queue.entries[$0].id) }
    }
    return cursor < shownCount ? [page.line(at: cursor)] : []
  }

  /// What is wanted of the page that is shown, the queue's too.
  var wantedAnywhere: PickerSelection? {
    guard case .queue(let queue) = page.content else { return wanted }
    let places = wantedPlaces(queue)
    return places.isEmpty ? nil : queue.selection(places, table)
  }

  private func entry(at place: Int) -> UInt32 { queue.entries[page.line(at: place)].id }

  private var cursorEntry: UInt32? { cursor < shownCount ? entry(at: cursor) : nil }

  private var shownEntries: Set<UInt32> { Set((0..<shownCount).map { entry(at: $0) }) }

  private mutating func markEntry() {
    guard let entry = cursorEntry else { return }
    if let range = page.range(table) { return markEntries(range) }
    queueMarks.formSymmetricDifference([entry])
    page.cursor += 1
  }

  private mutating func rangeOfEntries() {
    guard shownCount > 0 else { return }
    if let range = page.range(table) { markEntries(range) } else { page.beginRange() }
  }

  private mutating func markEntries(_ places: ClosedRange<Int>) {
    queueMarks.formUnion(places.map { entry(at: $0) })
    page.endRange()
  }

  /// Shows what a change makes of the queue before the player has made it.
  private mutating func relist(_ body: (inout PickerQueue, PickerTable) -> Void) {
    guard case .queue(var queue) = page.content else { return }
    body(&queue, table)
    page.show(.queue(queue), table)
  }

  private mutating func remove(_ places: [Int], _ queue: PickerQueue) -> [PickerEffect] {
    guard !places.isEmpty else { return [] }
    let ids = places.map { queue.entries[$0].id }
    queueMarks.subtract(ids)
    var rest = queue
    rest.remove(Set(ids), table)
    // The cursor goes to what stands behind what is gone.
    page.relist(.queue(rest), table) { line in line - places.prefix { $0 < line }.count }
    return change(.remove(ids))
  }

  private mutating func step(_ places: [Int], _ direction: Int) -> [PickerEffect] {
    move(queue.steps(places, direction)) { $0.step(places, direction, $1) }
  }

  private mutating func move(_ places: [Int], before target: Int) -> [PickerEffect] {
    move(queue.moves(places, before: target)) { $0.move(places, before: target, $1) }
  }

  private mutating func move(
    _ moves: [PickerMove], _ body: (inout PickerQueue, PickerTable) -> Void
  ) -> [PickerEffect] {
    guard !moves.isEmpty else { return [] }
    relist(body)
    return change(.move(moves))
  }
}

// MARK: The player

extension PickerState {
  /// Keys of the player, everywhere; `nil` for others.
  mutating func performOnPlayer(_ command: PickerCommand) -> [PickerEffect]? {
    switch command {
    case .queue: return openQueue()
    case .current: return goToCurrent()
    case .undo: return change(.undo)
    case .redo: return change(.redo)
    case .nextTrack: return change(.nextTrack)
    case .previousTrack: return change(.previousTrack)
    case .pause: return change(.pause)
    case .save:
      guard options.hasPlayer, let wanted else { return [] }
      ask(.name("", wanted))
    case .remove, .moveUp, .moveDown, .moveHere, .shuffle, .clear:
      if options.hasPlayer { message = "That is for the queue: Q shows it" }
    default: return nil
    }
    return []
  }

  mutating func change(_ change: PickerChange) -> [PickerEffect] {
    guard options.hasPlayer else { return [] }
    changesUnderway += 1
    if case .save(let saving) = change, saving.selection != nil { usesUnderway.append(promptMarks) }
    return [.change(change)]
  }

  private mutating func openQueue() -> [PickerEffect] {
    guard options.hasPlayer else { return [] }
    if place == .queue {
      unwind()
      return []
    }
    guard pages.contains(where: { $0.place == .queue }) else { return enter(.queue) }
    while place != .queue { unwind() }
    return []
  }

  /// To the row of what plays, or of the group that has it; from pages that do not list it, to it in the queue.
  private mutating func goToCurrent() -> [PickerEffect] {
    if player.state != .stopped {
      if let place = (0..<shownCount).first(where: { isPlaying(at: $0) }) {
        page.cursor = place
        return []
      }
      if options.hasPlayer, place != .queue {
        let effects = openQueue()
        if let current = (0..<shownCount).first(where: { isPlaying(at: $0) }) {
          page.cursor = current
        }
        return effects
      }
    }
    message = player.state == .stopped ? "Nothing plays" : "What plays is not listed here"
    return []
  }

  mutating func take(_ player: PickerPlayer, at moment: PickerMoment) -> [PickerEffect] {
    let isOther = player.item != self.player.item
    let isChanged = player.queueVersion != self.player.queueVersion
    self.player = player
    now = moment
    if isOther { playingRow = player.item.flatMap { table.row(of: $0) } }
    return isChanged ? wantQueue() : []
  }

  /// Milliseconds until the time of what plays is another one; `nil` where it stands still.
  public var nextTick: Int64? {
    guard result == nil, player.state == .playing else { return nil }
    let elapsed = player.elapsed(at: now.uptime)
    if let end = player.milliseconds, elapsed >= end { return nil }
    return 1000 - elapsed % 1000
  }

  /// Reads the queue anew where it is shown, unless its own changes are still on the way.
  func wantQueue() -> [PickerEffect] {
    isListed(.queue) && changesUnderway == 0 ? [.readQueue] : []
  }

  /// What has to be read of the queue.
  public var queueReading: PickerQueueReading { PickerQueueReading(table: table, reloads: reloads) }

  mutating func take(_ queue: PickerQueue, reloads: Int) -> [PickerEffect] {
    if reloads != self.reloads { return wantQueue() }
    guard changesUnderway == 0 else { return [] }
    queueMarks.formIntersection(queue.entries.map(\.id))
    let current = queue.place(of: player.entry)
    change(.queue) { page, table in
      let isFirst = page.isGathering && page.count(table) == 0
      page.show(.queue(queue), table)
      guard isFirst, let current else { return }
      (page.cursor, page.offset) = (current, current)
    }
    return []
  }

  /// Takes in that a change was made, or could not be: then the queue is what the player says.
  mutating func changed(_ change: PickerChange, _ sentence: String, failed: Bool) -> [PickerEffect]
  {
    changesUnderway = max(0, changesUnderway - 1)
    if case .save(let saving) = change, saving.selection != nil, !usesUnderway.isEmpty {
      if failed { usesUnderway.removeFirst() } else { used(sentence) }
    }
    if !sentence.isEmpty { message = sentence }
    return wantQueue()
  }

  /// Asks what shall become of a playlist that is there; not while the next key is meant for something else.
  mutating func playlistExists(_ saving: PickerSaving) -> [PickerEffect] {
    let marked = saving.selection == nil ? nil : usesUnderway.first
    let effects = changed(.save(saving), "", failed: true)
    if isTyping {
      message = "There is a playlist \(DisplayText.line(saving.name)) already: nothing was saved"
      return effects
    }
    // Until the answer, what is marked since is not what is saved.
    promptMarks = marked ?? .rows(upTo: 0)
    prompt = .exists(saving)
    return effects
  }

  /// Whether the next key is part of something that the person has begun.
  private var isTyping: Bool {
    prompt != nil || page.isSearchOpen || isLeaving || isJumping || !waitingKeys.isEmpty
  }

  mutating func ask(_ prompt: PickerPrompt) {
    promptMarks = wantedMarks
    self.prompt = prompt
  }
}

// MARK: Questions

extension PickerState {
  /// A key while the person is asked something.
  mutating func answer(_ prompt: PickerPrompt, _ key: PickerKey) -> [PickerEffect] {
    switch prompt {
    case .name(let text, let selection):
      guard let text = edit(text, key) else { return [] }
      self.prompt = .name(text, selection)
      guard key == .enter else { return [] }
      self.prompt = nil
      let name = String(text.drop { $0 == " " })
      return name.isEmpty ? [] : change(.save(PickerSaving(name: name, selection: selection)))
    case .command(let text, let selection):
      guard let text = edit(text, key) else { return [] }
      self.prompt = .command(text, selection)
      guard key == .enter else { return [] }
      self.prompt = nil
      return text.allSatisfy { $0 == " " } ? [] : run(text, selection)
    case .exists(var saving):
      self.prompt = nil
      switch key {
      case .character("a"): saving.mode = .append
      case .character("r"): saving.mode = .replace
      default: return []
      }
      return change(.save(saving))
    }
  }

  /// What a key makes of a text that is typed; `nil` where it ends the question.
  private mutating func edit(_ text: String, _ key: PickerKey) -> String? {
    switch key {
    case .character(let character): return text + String(character)
    case .paste(let pasted): return text + Self.oneLine(pasted)
    case .backspace where !text.isEmpty: return String(text.dropLast())
    case .control("u"): return ""
    case .control("w"): return Self.withoutLastWord(text)
    case .escape, .backspace:
      prompt = nil
      return nil
    default: return text
    }
  }
}
