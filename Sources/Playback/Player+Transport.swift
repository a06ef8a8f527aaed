import Dispatch
import Media

// Play, pause, stop, next, previous, seek.
extension Player {
  /// Plays on where it is paused, else the current entry, else the first.
  public func play() {
    switch state {
    case .playing: return
    case .paused: pause(false)
    case .stopped:
      guard queue.begin() != nil else { return }
      lastError = nil
      start()
    }
  }

  public func play(at position: Int) throws(PlayerError) {
    guard queue.positions.contains(position) else { throw .badPosition }
    lastError = nil
    // In random order what is played from the stopped state begins a round.
    if state == .stopped { queue.end() }
    queue.select(position: position)
    start()
  }

  public func play(id: EntryID) throws(PlayerError) { try play(at: position(of: id)) }

  /// Pauses, or plays on. Nothing happens while stopped.
  public func pause(_ paused: Bool) {
    guard state != .stopped, paused != (state == .paused) else { return }
    feed.setPaused(paused)
    if paused {
      if isFed { releaseLater() }
      set(state: .paused)
    } else if isFed {
      keepDevice()
      set(state: .playing)
    } else {
      goOn(at: resumePosition)
    }
  }

  /// Pauses or plays on; starts when stopped.
  public func togglePause() {
    if state == .playing { pause(true) } else { play() }
  }

  public func stop() {
    if state == .stopped { return }
    rest()
    queue.stopped()
    set(state: .stopped)
  }

  public func next() throws(PlayerError) {
    if state == .stopped { throw .notPlaying }
    leaveCurrent()
    let version = queue.version
    let options = queue.consume
    let next = queue.next()
    tellChanges(since: version, consume: options)
    if next != nil { start() } else { finish() }
  }

  /// Goes back to the entry before, or to the beginning of one of which more than a little was heard.
  public func previous() throws(PlayerError) {
    if state == .stopped { throw .notPlaying }
    if let restartsAfter, let position, position > restartsAfter { return try seek(to: .zero) }
    leaveCurrent()
    _ = queue.previous()
    start()
  }

  /// Goes to the first entry behind that is of another album.
  public func nextAlbum() throws(PlayerError) {
    if state == .stopped { throw .notPlaying }
    leaveCurrent()
    if queue.nextAlbum() != nil { start() } else { finish() }
  }

  /// Goes to the beginning of the album; from its first entry to that of the album before.
  public func previousAlbum() throws(PlayerError) {
    if state == .stopped { throw .notPlaying }
    leaveCurrent()
    _ = queue.previousAlbum()
    start()
  }

  /// Goes to a place in the current entry. Beyond its end the next one begins.
  public func seek(to target: Duration) throws(PlayerError) {
    if state == .stopped { throw .notPlaying }
    // Behind its end there is no place to come back to.
    let target = max(min(target, duration ?? target), .zero)
    if state == .playing {
      isResumed = false
      leaveCurrent()
      goOn(at: target)
    } else {
      rest()
      resumePosition = target
    }
    announce(.positionJumped)
  }

  /// Goes forward, or back where `offset` is negative.
  public func seek(by offset: Duration) throws(PlayerError) {
    guard let position else { throw .notPlaying }
    try seek(to: position + offset)
  }

  /// Goes to a place in an entry; it plays unless we were paused.
  public func seek(position: Int, to target: Duration) throws(PlayerError) {
    guard queue.positions.contains(position) else { throw .badPosition }
    if position != queue.currentPosition || state == .stopped {
      leaveCurrent()
      queue.turn = queue.turn(ofPosition: position)
      if state == .stopped { set(state: .playing) }
      sounding = nil
      // One that plays is led anew at once.
      if state == .paused, isFed { feed.stop() }
      isFed = false
    }
    try seek(to: target)
  }

  public func seek(id: EntryID, to target: Duration) throws(PlayerError) {
    try seek(position: position(of: id), to: target)
  }
}

// How the feed is led.
extension Player {
  /// Has the current entry played, from where it was left if that matters.
  func start() {
    leaveCurrent()
    goOn(at: beginning())
  }

  /// Where the current entry is to begin.
  func beginning() -> Duration {
    let place = queue.current.flatMap { placeToResume($0) }
    isResumed = place != nil
    return place ?? .zero
  }

  /// Has the current entry played from a place in it. What was heard of it already counts.
  func goOn(at position: Duration) {
    guard let entry = queue.current else { return finish() }
    guard let track = reachableTrack(entry) else { return waitForItems(at: position) }
    if waitsForItems {
      waitsForItems = false
      setInterruption(nil)
    }
    keepDevice()
    generation += 1
    resumePosition = position
    isFed = true
    feed.setPaused(false)
    announced = nil
    failed = []
    feed.play(track, at: position, generation: generation)
    announceFollower()
    set(state: .playing)
  }

  /// Is silent until items can be looked up again.
  private func waitForItems(at position: Duration) {
    let isResumed = isResumed
    rest()
    (resumePosition, self.isResumed) = (position, isResumed)
    waitsForItems = true
    setInterruption("The library cannot be read just now; it is tried again.")
    set(state: .playing)
    lookAgain()
  }

  /// Goes on with what waits for its item, once that is found.
  private func lookAgain() {
    if isLookingAgain { return }
    isLookingAgain = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isLookingAgain = false
        guard self.state == .playing, let entry = self.queue.current else { return }
        if self.isFed { return self.announceFollower() }
        if self.reachableTrack(entry) == nil { return self.lookAgain() }
        self.goOn(at: self.resumePosition)
      }
    }
  }

  /// Has nothing played, and everything that is under way forgotten.
  func rest() {
    keepDevice()
    leaveCurrent()
    generation += 1
    resumePosition = .zero
    isResumed = false
    interruption = nil
    waitsForItems = false
    if isFed { feed.stop() }
    isFed = false
    announced = nil
  }

  /// Nothing follows.
  func finish() {
    rest()
    queue.end()
    queue.stopped()
    set(state: .stopped)
  }

  /// Tells the feed what it goes on with after the current entry, where that has changed.
  func announceFollower() {
    // What may have to begin anew is not followed by anything.
    guard isFed, !isResumed, let current = queue.current else { return }
    // What goes on in its middle does not follow without a break.
    let entry = playableFollower().flatMap { queue[$0] }
      .flatMap { placeToResume($0) == nil ? $0 : nil }
    let follower = entry.map { next in
      Follower(entry: next.id, range: next.range, crossfade: crossfade(from: current, to: next))
    }
    guard follower != announced else { return }
    var track = entry.flatMap { reachableTrack($0) }
    track?.crossfade = follower?.crossfade
    if entry != nil, track == nil { return lookAgain() }
    announced = follower
    feed.follow(track, after: current.id, generation: generation)
  }

  func track(_ entry: QueueEntry) -> Track { track(entry, item(of: entry)) }

  /// `nil` when its item cannot be looked up now.
  private func reachableTrack(_ entry: QueueEntry) -> Track? {
    let found = items.look(entry.itemID)
    if found == .unreachable { return nil }
    if case .found(let item) = found { return track(entry, item) }
    return track(entry, .forgotten(entry.itemID))
  }

  private func track(_ entry: QueueEntry, _ item: MediaItem) -> Track {
    Track(entry, item, isAmongAlbum: queue.isAmongAlbum(entry.id))
  }

  /// The next entry without those that were found unplayable.
  private func playableFollower() -> EntryID? {
    if failed.isEmpty { return queue.follower() }
    var copy = queue
    for _ in 0...Self.failureLimit {
      guard case .play(let id) = copy.trackEnded() else { return nil }
      if !failed.contains(id) { return id }
    }
    return nil
  }

  func set(state new: PlaybackState) {
    state = new
    announce(.stateChanged)
  }

  /// Ends what is heard of the current entry.
  ///
  /// - Parameter isOver: Whether it was heard to its end.
  func leaveCurrent(isOver: Bool = false) {
    guard let sounding else { return }
    announce(.trackEnded(sounding.entry, heard: sounding.position, isOver: isOver))
    self.sounding = nil
  }

  /// Announces what a step of the queue changed beside its turn.
  func tellChanges(since version: UInt32, single: OneShotMode? = nil, consume: OneShotMode? = nil) {
    if queue.version != version { announce(.queueChanged) }
    if single ?? queue.single != queue.single || consume ?? queue.consume != queue.consume {
      announce(.optionsChanged)
    }
  }

  /// So many unplayable entries in a row end playing.
  static let failureLimit = 10
}
