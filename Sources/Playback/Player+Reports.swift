// What the feed reports.
extension Player {
  func handle(_ event: FeedEvent) {
    guard event.generation == generation, isFed else { return }
    switch event.kind {
    case .started(let sounding, let following): trackStarted(sounding, following: following)
    case .failed(let entry, let reason): trackFailed(entry, reason)
    case .broke(let entry, let reason): report(entry, reason)
    case .ended: streamEnded()
    case .interrupted(let reason): setInterruption(reason)
    case .continuing:
      setInterruption(nil)
      seekMixer()
    case .displaced:
      leaveStream()
      goOn(at: resumePosition)
    }
  }

  private func trackStarted(_ new: Sounding, following: Bool) {
    failuresInRow = 0
    // Removed when it was too late to take it back.
    if queue[new.entry] == nil { return streamEnded() }
    isResumed = false
    if let sounding, sounding.stream == nil, sounding.entry == new.entry, !following {
      // It goes on.
      self.sounding = new
      announce(.stateChanged)
      return announceFollower()
    }
    leaveCurrent(isOver: following)
    if following {
      defer { failed = [] }
      moveTurn(to: new.entry)
      announced = nil
    }
    sounding = new
    if queue.started(new.entry) { announce(.queueChanged) }
    announce(.trackStarted(new.entry))
    announce(.stateChanged)
    announceFollower()
  }

  /// Follows what the feed went on with: the next entry, or one after it where some are unplayable.
  private func moveTurn(to entry: EntryID) {
    let (version, single, consume) = (queue.version, queue.single, queue.consume)
    defer { tellChanges(since: version, single: single, consume: consume) }
    if queue.follower() == entry {
      _ = queue.trackEnded()
      return
    }
    var copy = queue
    while case .play(let id) = copy.trackEnded() {
      if id == entry {
        queue = copy
        return
      }
      if !failed.contains(id) { break }
    }
    // It was too late to take back what was to follow.
    try? queue.select(entry)
  }

  private func trackFailed(_ entry: EntryID, _ reason: String) {
    if queue.current?.id == entry, startsAnew() { return }
    failed.insert(entry)
    failuresInRow += 1
    report(entry, reason)
    guard sounding?.stream == nil, queue.current?.id == entry else { return announceFollower() }
    leaveCurrent()
    if failuresInRow >= min(Self.failureLimit, queue.count) {
      if failuresInRow > 1 {
        lastError = "\(failuresInRow) entries in a row cannot be played. \(reason)"
      }
      return finish()
    }
    let (version, consume) = (queue.version, queue.consume)
    let next = queue.next()
    tellChanges(since: version, consume: consume)
    guard next != nil else { return finish() }
    state == .paused ? restAtBeginning() : start()
  }

  private func report(_ entry: EntryID, _ reason: String) {
    lastError = reason
    announce(.trackFailed(entry, reason: reason))
    announce(.stateChanged)
  }

  /// Nothing was heard of the current entry from where it was left: its file has become another one, say. Then it
  /// begins at its beginning.
  ///
  /// - Returns: Whether it was so.
  private func startsAnew() -> Bool {
    guard isResumed, sounding == nil else { return false }
    isResumed = false
    if state == .paused {
      rest()
      set(state: .paused)
    } else {
      goOn(at: .zero)
    }
    return true
  }

  private func streamEnded() {
    if startsAnew() { return }
    leaveCurrent(isOver: true)
    let (version, single, consume) = (queue.version, queue.single, queue.consume)
    let stopPoint = queue.stopPoint
    defer { if queue.stopPoint != stopPoint { announce(.optionsChanged) } }
    var step = queue.trackEnded()
    for _ in 0..<Self.failureLimit {
      guard case .play(let id) = step, failed.contains(id) else { break }
      step = queue.trackEnded()
    }
    tellChanges(since: version, single: single, consume: consume)
    switch step {
    // Where it was paused before a sound of it was heard, nobody wants to hear the next one.
    case .play: state == .paused ? restAtBeginning() : start()
    case .pause: restAtBeginning()
    case .stopBefore:
      rest()
      set(state: .stopped)
    case .stop: finish()
    }
  }

  /// Waits, paused, at the beginning of the current entry.
  private func restAtBeginning() {
    rest()
    resumePosition = beginning()
    set(state: .paused)
  }

  func setInterruption(_ reason: String?) {
    if reason == interruption { return }
    interruption = reason
    announce(reason.map { .interrupted(reason: $0) } ?? .continued)
    announce(.stateChanged)
  }
}
