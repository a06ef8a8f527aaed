import Media

/// Whose turn it is next.
extension PlayQueue {
  /// What happens after an entry.
  public enum Step: Sendable, Equatable {
    case play(EntryID)
    /// It is this entry's turn, and it waits.
    case pause(EntryID)
    /// Playing ends, and this entry would be the next.
    case stopBefore(EntryID)
    case stop
  }

  /// Where playing ends by itself.
  public enum StopPoint: String, Sendable, Hashable, CaseIterable {
    /// After the current entry.
    case track
    /// After the last entry of its album that follows.
    case album
    /// At the end of the queue, also where it repeats.
    case queue
  }

  /// Whether an entry follows itself.
  var repeatsItself: Bool { single != .off && isRepeating && consume == .off }

  /// What will happen at the end of the current entry, as things are now.
  public func nextStep() -> Step {
    guard let turn, let position = positionAfter(turn) else { return .stop }
    let next = EntryID(rawValue: records[position].id)
    if single != .off, !isRepeating { return .pause(next) }
    switch stopPoint {
    case .track: return .stopBefore(next)
    case .album where !isSameAlbum(self.position(ofTurn: turn), position): return .stopBefore(next)
    case .queue where isLast(turn) && !repeatsItself: return .stop
    default: return .play(next)
    }
  }

  /// The current entry has been played to its end.
  public mutating func trackEnded() -> Step {
    guard turn != nil else { return .stop }
    let step = nextStep()
    _ = advance()
    // Where it would repeat, it ends all the same.
    if step == .stop { turn = nil }
    // As in MPD it has its effect where it pauses; one that repeats goes on to do so.
    if single == .oneShot, case .pause = step { single = .off }
    switch step {
    case .stop, .stopBefore: stopPoint = nil
    default: break
    }
    return step
  }

  /// What follows the current entry without a break, as things are now.
  public func follower() -> EntryID? {
    guard case .play(let id) = nextStep() else { return nil }
    return id
  }

  /// Whose turn it will be, whether it then plays or waits.
  public var nextEntry: EntryID? {
    switch nextStep() {
    case .play(let id), .pause(let id), .stopBefore(let id): id
    case .stop: nil
    }
  }

  /// Goes on to the next entry by command, also from one that repeats itself.
  ///
  /// - Returns: `nil` at the end, where the queue has no current entry afterwards.
  public mutating func next() -> EntryID? { turn == nil ? nil : advance(repeating: false) }

  /// Goes back to the entry before; at the first one to that itself, or when repeating to the last.
  public mutating func previous() -> EntryID? {
    guard let turn else { return nil }
    if turn > 0 {
      self.turn = turn - 1
    } else if isRepeating {
      self.turn = count - 1
    }
    return current?.id
  }

  /// Makes it an entry's turn, at once; in random order those that were to come come after it.
  public mutating func select(_ id: EntryID) throws(PlayerError) {
    guard let position = position(of: id) else { throw .noSuchEntry(id) }
    select(position: position)
  }

  public mutating func select(position: Int) {
    guard isRandom else {
      turn = position
      return
    }
    let from = turn(ofPosition: position)
    if from == turn { return }
    order.remove(at: from)
    let to = turn.map { from < $0 ? $0 : $0 + 1 } ?? 0
    order.insert(Int32(position), at: to)
    turn = to
  }

  /// Makes it the turn of the first, or of one drawn by lot, unless it is somebody's turn.
  public mutating func begin() -> EntryID? {
    if isEmpty { return nil }
    if turn == nil {
      if isRandom { drawOrder() }
      turn = 0
    }
    return current?.id
  }

  /// Makes it nobody's turn.
  public mutating func end() { turn = nil }

  /// Playing was stopped: a random order is drawn anew for the next time.
  public mutating func stopped() {
    guard isRandom else { return }
    let current = currentPosition
    drawOrder()
    turn = current.map { turn(ofPosition: $0) }
  }

  /// Turns the random order on, the current entry being the first, or off.
  public mutating func setRandom(_ on: Bool) {
    if on == isRandom { return }
    let current = currentPosition
    isRandom = on
    order = []
    turn = current
    guard on else { return }
    drawOrder()
    guard let current else { return }
    beginOrder(with: current)
  }

  private func isLast(_ turn: Int) -> Bool { turn + 1 >= count }

  /// The position whose turn comes after another turn, the modes for single entries aside.
  private func positionAfter(_ turn: Int) -> Int? {
    if repeatsItself { return position(ofTurn: turn) }
    if !isLast(turn) { return position(ofTurn: turn + 1) }
    guard isRepeating, turn > 0 || consume == .off else { return nil }
    return isRandom ? firstOfNextRound() : 0
  }

  /// Gives the turn to the next, and takes the one before out where entries are consumed.
  private mutating func advance(repeating: Bool = true) -> EntryID? {
    guard let turn else { return nil }
    let before = position(ofTurn: turn)
    let id = records[before].id
    self.turn = repeatsItself && repeating ? turn : turnAfter(turn)
    let next = current?.id
    if consume != .off {
      // Mostly it is where it was; a new round has not moved it either.
      if let position = position(of: EntryID(rawValue: id)) {
        _ = try? remove(position..<position + 1)
      }
      if consume == .oneShot { consume = .off }
    }
    return next
  }

  private mutating func turnAfter(_ turn: Int) -> Int? {
    if !isLast(turn) { return turn + 1 }
    guard isRepeating, turn > 0 || consume == .off else { return nil }
    if isRandom { beginRound() }
    return 0
  }
}
