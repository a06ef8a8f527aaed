import Media

// Changes of the queue.
extension Player {
  /// Puts items in the queue's place, the first one being the current one. Nothing starts: what plays pauses.
  public func setQueue(_ items: [QueueItem]) {
    let wasActive = state != .stopped
    rest()
    queue.replace(with: items)
    if !queue.isEmpty { queue.select(position: 0) }
    set(state: wasActive && !queue.isEmpty ? .paused : .stopped)
    announce(.queueChanged)
  }

  public func setQueue(_ collection: MediaItemCollection) {
    items.remember(collection.items)
    setQueue(collection.items.map { QueueItem($0) })
  }

  @discardableResult
  public func append(_ items: [QueueItem]) -> [EntryID] {
    let ids = queue.append(items)
    entriesChanged()
    return ids
  }

  @discardableResult
  public func append(_ items: [MediaItem]) -> [EntryID] {
    self.items.remember(items)
    return append(items.map { QueueItem($0) })
  }

  @discardableResult
  public func insert(_ items: [QueueItem], at position: Int) throws(PlayerError) -> [EntryID] {
    let ids = try queue.insert(items, atPosition: position)
    entriesChanged()
    return ids
  }

  @discardableResult
  public func insert(_ items: [MediaItem], at position: Int) throws(PlayerError) -> [EntryID] {
    self.items.remember(items)
    return try insert(items.map { QueueItem($0) }, at: position)
  }

  /// Inserts items so that they come next, in random order too.
  @discardableResult
  public func insertNext(_ items: [QueueItem]) -> [EntryID] {
    let ids = queue.insertNext(items)
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

  /// Takes out all but a range.
  public func crop(to range: Range<Int>) throws(PlayerError) {
    let lostCurrent = try queue.crop(to: range)
    entriesChanged(lostCurrent: lostCurrent)
  }

  /// Moves a range behind the current entry, so that it comes next, in random order too.
  public func moveNext(_ range: Range<Int>) throws(PlayerError) {
    try queue.moveNext(range)
    entriesChanged()
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

  /// Has entries come earlier in random order; see `PlayQueue`.
  public func setPriority(
    _ priority: UInt8, of positions: some Sequence<Int>
  ) throws(PlayerError) {
    try changingEntries { queue throws(PlayerError) in
      try queue.setPriority(priority, of: positions)
    }
  }

  public func setPriority(_ priority: UInt8, of ids: [EntryID]) throws(PlayerError) {
    try changingEntries { queue throws(PlayerError) in try queue.setPriority(priority, of: ids) }
  }

  /// Has only a part of an entry's item played. The entry that is being played cannot be changed.
  ///
  /// - Parameter range: `nil` for all of it.
  public func setRange(_ range: PlayedRange?, of id: EntryID) throws(PlayerError) {
    if state != .stopped, queue.current?.id == id { throw .isPlaying(id) }
    try changingEntries { queue throws(PlayerError) in try queue.setRange(range, of: id) }
    // What the feed was told of it is no longer true.
    if announced == id { announced = nil }
    announceFollower()
  }

  /// Shows an entry with a further tag.
  public func addTag(_ tag: EntryTag, to id: EntryID) throws(PlayerError) {
    try changingEntries { queue throws(PlayerError) in try queue.addTag(tag, to: id) }
  }

  /// - Parameter name: Of which tag; `nil` for all that were added.
  public func clearTags(_ name: String? = nil, of id: EntryID) throws(PlayerError) {
    try changingEntries { queue throws(PlayerError) in try queue.clearTags(name, of: id) }
  }

  private func changingEntries(
    _ body: (inout PlayQueue) throws(PlayerError) -> Void
  ) throws(PlayerError) {
    let version = queue.version
    try body(&queue)
    if queue.version != version { entriesChanged() }
  }

  public func clear() {
    rest()
    queue.clear()
    set(state: .stopped)
    announce(.queueChanged)
  }

  /// Puts a queue with its modes, and what we were doing, back as they were kept. Where it was playing it
  /// plays on.
  public func restore(_ kept: PlayQueue, position: Duration, state: PlaybackState) {
    rest()
    queue = kept
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
