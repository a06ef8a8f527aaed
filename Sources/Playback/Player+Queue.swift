import Media

// Changes of the queue.
extension Player {
  /// Puts a collection in the queue's place, its first item being the current one. Nothing starts:
  /// what plays pauses.
  public func setQueue(_ collection: MediaItemCollection) {
    let wasActive = state != .stopped
    rest()
    queue.replace(with: collection.items)
    if !queue.isEmpty { queue.select(position: 0) }
    set(state: wasActive && !queue.isEmpty ? .paused : .stopped)
    announce(.queueChanged)
  }

  @discardableResult
  public func append(_ items: [MediaItem]) -> [EntryID] {
    let ids = queue.append(items)
    entriesChanged()
    return ids
  }

  @discardableResult
  public func insert(_ items: [MediaItem], at position: Int) throws(PlayerError) -> [EntryID] {
    let ids = try queue.insert(items, atPosition: position)
    entriesChanged()
    return ids
  }

  public func remove(_ range: Range<Int>) throws(PlayerError) {
    let lostCurrent = try queue.remove(range)
    entriesChanged(lostCurrent: lostCurrent)
  }

  public func remove(ids: [EntryID]) throws(PlayerError) {
    let lostCurrent = try queue.remove(ids: ids)
    entriesChanged(lostCurrent: lostCurrent)
  }

  public func move(_ range: Range<Int>, to target: Int) throws(PlayerError) {
    try queue.move(range, to: target)
    entriesChanged()
  }

  public func move(id: EntryID, to target: Int) throws(PlayerError) {
    let position = try position(of: id)
    try move(position..<position + 1, to: target)
  }

  public func swap(_ one: Int, _ other: Int) throws(PlayerError) {
    try queue.swap(one, other)
    entriesChanged()
  }

  public func swap(id one: EntryID, id other: EntryID) throws(PlayerError) {
    try swap(position(of: one), position(of: other))
  }

  /// - Parameter range: `nil` for all.
  public func shuffle(_ range: Range<Int>? = nil) throws(PlayerError) {
    // As MPD: where nothing plays, the turn is nobody's afterwards.
    if state == .stopped { queue.end() }
    try queue.shuffle(range)
    entriesChanged()
  }

  public func clear() {
    rest()
    queue.clear()
    set(state: .stopped)
    announce(.queueChanged)
  }

  /// Puts the queue and what we were doing back as they were kept. Where it was playing it plays on.
  public func restore(
    _ entries: [(id: EntryID, item: MediaItem)], lastID: UInt32 = 0, current: EntryID?,
    position: Duration, state: PlaybackState, random: Bool, repeating: Bool, single: OneShotMode,
    consume: OneShotMode
  ) {
    rest()
    queue = PlayQueue(restoring: entries, lastID: lastID, current: current)
    queue.setRandom(random)
    queue.isRepeating = repeating
    queue.single = single
    queue.consume = consume
    resumePosition = position
    set(state: queue.current == nil || state == .stopped ? .stopped : .paused)
    announce(.queueChanged)
    announce(.optionsChanged)
    if state == .playing, queue.current != nil { pause(false) }
  }

  func position(of id: EntryID) throws(PlayerError) -> Int {
    guard let position = queue.position(of: id) else { throw .noSuchEntry(id) }
    return position
  }

  private func entriesChanged(lostCurrent: Bool = false) {
    if lostCurrent { goOnWithoutCurrent() }
    announceFollower()
    announce(.queueChanged)
  }

  /// The current entry was taken out: while playing the next one plays; else, as MPD, we stop.
  private func goOnWithoutCurrent() {
    if state == .playing, queue.current != nil {
      start()
    } else {
      if state == .stopped { queue.end() }
      rest()
      set(state: .stopped)
    }
  }
}
