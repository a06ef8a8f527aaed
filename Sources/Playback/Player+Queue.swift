import Media

// Changes of the queue.
extension Player {
  /// Puts items in the queue's place, the first one being the current one. Nothing starts: what plays pauses.
  public func setQueue(_ items: [QueueItem]) {
    let (point, wasActive) = (self.point, state != .stopped)
    rest()
    queue.replace(with: items)
    if !queue.isEmpty { queue.select(position: 0) }
    resumePosition = beginning()
    announceEdit(from: point, state: wasActive && !queue.isEmpty ? .paused : .stopped)
  }

  public func setQueue(_ collection: MediaItemCollection) {
    items.remember(collection.items)
    setQueue(collection.items.map { QueueItem($0) })
  }

  @discardableResult
  public func append(
    _ items: [QueueItem], duplicates: DuplicatePolicy = .allow
  ) -> [EntryID] {
    edit { queue in
      (try? queue.insert(items, atPosition: queue.count, duplicates: duplicates)) ?? []
    }
  }

  @discardableResult
  public func append(_ items: [MediaItem], duplicates: DuplicatePolicy = .allow) -> [EntryID] {
    self.items.remember(items)
    return append(items.map { QueueItem($0) }, duplicates: duplicates)
  }

  @discardableResult
  public func insert(
    _ items: [QueueItem], at position: Int, duplicates: DuplicatePolicy = .allow
  ) throws(PlayerError) -> [EntryID] {
    try edit { queue throws(PlayerError) in
      try queue.insert(items, atPosition: position, duplicates: duplicates)
    }
  }

  @discardableResult
  public func insert(
    _ items: [MediaItem], at position: Int, duplicates: DuplicatePolicy = .allow
  ) throws(PlayerError) -> [EntryID] {
    self.items.remember(items)
    return try insert(items.map { QueueItem($0) }, at: position, duplicates: duplicates)
  }

  /// Inserts items so that they come next, in random order too.
  @discardableResult
  public func insertNext(
    _ items: [QueueItem], duplicates: DuplicatePolicy = .allow
  ) -> [EntryID] {
    edit { $0.insertNext(items, duplicates: duplicates) }
  }

  public func remove(_ range: Range<Int>) throws(PlayerError) {
    try leave { queue throws(PlayerError) in try queue.remove(range) }
  }

  public func remove(ids: [EntryID]) throws(PlayerError) {
    try leave { queue throws(PlayerError) in try queue.remove(ids: ids) }
  }

  /// Takes out all but a range.
  public func crop(to range: Range<Int>) throws(PlayerError) {
    try leave { queue throws(PlayerError) in try queue.crop(to: range) }
  }

  /// Moves a range behind the current entry, so that it comes next, in random order too.
  public func moveNext(_ range: Range<Int>) throws(PlayerError) {
    try edit { queue throws(PlayerError) in try queue.moveNext(range) }
  }

  public func move(_ range: Range<Int>, to target: Int) throws(PlayerError) {
    try edit { queue throws(PlayerError) in try queue.move(range, to: target) }
  }

  public func move(id: EntryID, to target: Int) throws(PlayerError) {
    let position = try position(of: id)
    try move(position..<position + 1, to: target)
  }

  public func swap(_ one: Int, _ other: Int) throws(PlayerError) {
    try edit { queue throws(PlayerError) in try queue.swap(one, other) }
  }

  public func swap(id one: EntryID, id other: EntryID) throws(PlayerError) {
    try swap(position(of: one), position(of: other))
  }

  /// - Parameter range: `nil` for all.
  public func shuffle(_ range: Range<Int>? = nil) throws(PlayerError) {
    // As MPD: where nothing plays, the turn is nobody's afterwards.
    let isStopped = state == .stopped
    try edit { queue throws(PlayerError) in
      if isStopped { queue.end() }
      try queue.shuffle(range)
    }
  }

  /// Has entries come earlier in random order; see `PlayQueue`.
  public func setPriority(_ priority: UInt8, of range: Range<Int>) throws(PlayerError) {
    try changingEntries { queue throws(PlayerError) in try queue.setPriority(priority, of: range) }
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
    let (point, version) = (self.point, queue.version)
    try body(&queue)
    if queue.version != version { entriesChanged(from: point) }
  }

  public func clear() {
    let point = self.point
    rest()
    queue.clear()
    announceEdit(from: point, state: .stopped)
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

  /// What plays, and where in it.
  public var point: QueuePoint {
    QueuePoint(entry: queue.current?.id, position: position ?? .zero, state: state)
  }

  /// Takes a change back.
  ///
  /// - Parameters:
  ///   - earlier: The queue with its entries as they were before; its modes are those of now.
  ///   - point: What played then, to be played on; `nil` where what plays now goes on.
  public func putBack(_ earlier: PlayQueue, at point: QueuePoint?) {
    let from = self.point
    var earlier = earlier
    earlier.takeModes(of: queue)
    guard let point else {
      queue = earlier
      return entriesChanged(from: from)
    }
    rest()
    queue = earlier
    resumePosition = point.position
    let isStopped = queue.current == nil || point.state == .stopped
    let plays = !isStopped && point.state == .playing && from.state != .paused
    announceEdit(from: from, state: isStopped ? .stopped : plays ? nil : .paused)
    if plays { goOn(at: point.position) }
    announce(.positionJumped)
  }

  func position(of id: EntryID) throws(PlayerError) -> Int {
    guard let position = queue.position(of: id) else { throw .noSuchEntry(id) }
    return position
  }

  @discardableResult
  private func edit<Result, Failure: Error>(
    _ body: (inout PlayQueue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let point = self.point
    let result = try body(&queue)
    entriesChanged(from: point)
    return result
  }

  /// - Parameter body: Tells whether the current entry was among those that left.
  private func leave(
    _ body: (inout PlayQueue) throws(PlayerError) -> Bool
  ) throws(PlayerError) {
    let point = self.point
    let lostCurrent = try body(&queue)
    entriesChanged(from: point, lostCurrent: lostCurrent)
  }

  private func entriesChanged(from point: QueuePoint, lostCurrent: Bool = false) {
    if lostCurrent { return goOnWithoutCurrent(from: point) }
    announceFollower()
    announceEdit(from: point)
  }

  /// Says that the queue was changed by somebody, before anything is said that has come of it: who keeps the queue
  /// with that would else take the change for what we did by ourselves.
  ///
  /// - Parameters:
  ///   - point: What played before.
  ///   - new: The state that is left, where it is another one.
  private func announceEdit(from point: QueuePoint, state new: PlaybackState? = nil) {
    if let new { state = new }
    announce(.queueEdited(from: point))
    announce(.queueChanged)
    if new != nil { announce(.stateChanged) }
  }

  /// The current entry was taken out: while playing the next one plays; else, as MPD, we stop.
  private func goOnWithoutCurrent(from point: QueuePoint) {
    if state == .playing, queue.current != nil {
      leaveCurrent()
      resumePosition = .zero
      announceEdit(from: point)
      start()
    } else {
      if state == .stopped { queue.end() }
      rest()
      announceEdit(from: point, state: .stopped)
    }
  }
}
