// What the feed reports.
extension Player {
  func handle(_ event: FeedEvent) {
    guard event.generation == generation, isFed else { return }
    switch event.kind {
    case .started(let sounding): trackStarted(sounding)
    case .failed(let entry, let reason): trackFailed(entry, reason)
    case .broke(let entry, let reason): report(entry, reason)
    case .ended: streamEnded()
    case .interrupted(let reason): setInterruption(reason)
    case .continuing: setInterruption(nil)
    case .displaced: start(at: position ?? resumePosition)
    }
  }

  private func trackStarted(_ new: Sounding) {
    failed = []
    let isFollower = sounding != nil
    leaveCurrent()
    if isFollower { moveTurn(to: new.entry) }
    sounding = new
    resumePosition = new.start
    announce(.trackStarted(new.entry))
    announce(.stateChanged)
    if announced == new.entry { announced = nil }
    announceFollower()
  }

  /// Follows what the feed went on with: the next entry, or one after it where some are unplayable.
  private func moveTurn(to entry: EntryID) {
    let (version, single, consume) = (queue.version, queue.single, queue.consume)
    for _ in 0...Self.failureLimit {
      guard case .play(let id) = queue.trackEnded(), id != entry else { break }
    }
    if queue.current?.id != entry { try? queue.select(entry) }
    tellChanges(since: version, single: single, consume: consume)
  }

  private func trackFailed(_ entry: EntryID, _ reason: String) {
    failed.insert(entry)
    report(entry, reason)
    if failed.count >= Self.failureLimit || failed.count >= queue.count, sounding == nil {
      lastError = "\(failed.count) entries in a row cannot be played. \(reason)"
      finish()
    } else if sounding != nil {
      announceFollower()
    } else if queue.current?.id == entry {
      goOn(queue.next())
    }
  }

  private func report(_ entry: EntryID, _ reason: String) {
    lastError = reason
    announce(.trackFailed(entry, reason: reason))
    announce(.stateChanged)
  }

  private func streamEnded() {
    leaveCurrent()
    let (version, single, consume) = (queue.version, queue.single, queue.consume)
    let step = queue.trackEnded()
    tellChanges(since: version, single: single, consume: consume)
    switch step {
    case .play: start()
    case .pause:
      rest()
      set(state: .paused)
    case .stop: finish()
    }
  }

  private func goOn(_ next: EntryID?) {
    announce(.queueChanged)
    if next != nil { start() } else { finish() }
  }

  private func setInterruption(_ reason: String?) {
    if reason == interruption { return }
    interruption = reason
    announce(.stateChanged)
  }
}
