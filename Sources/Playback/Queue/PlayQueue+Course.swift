/// Whose turn it is next.
extension PlayQueue {
  /// What happens after an entry.
  public enum Step: Sendable, Equatable {
    case play(EntryID)
    /// It is this entry's turn, and it waits.
    case pause(EntryID)
    case stop
  }

  /// Whether an entry follows itself.
  var repeatsItself: Bool { single != .off && isRepeating && consume == .off }

  /// The current entry has been played to its end.
  public mutating func trackEnded() -> Step {
    guard turn != nil else { return .stop }
    let pauses = single != .off && !isRepeating
    let next = advance()
    if single == .oneShot { single = .off }
    guard let next else { return .stop }
    return pauses ? .pause(next) : .play(next)
  }

  /// What follows the current entry without a break, as things are now.
  public func follower() -> EntryID? {
    var copy = self
    guard case .play(let id) = copy.trackEnded() else { return nil }
    return id
  }

  /// Goes on to the next entry by command.
  ///
  /// - Returns: `nil` at the end, where the queue has no current entry afterwards.
  public mutating func next() -> EntryID? { turn == nil ? nil : advance() }

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
    order.insert(position, at: to)
    turn = to
  }

  /// Makes it the turn of the first, or of one drawn by lot, unless it is somebody's turn.
  public mutating func begin() -> EntryID? {
    if isEmpty { return nil }
    if turn == nil {
      if isRandom { order.shuffle(using: &generator) }
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
    order.shuffle(using: &generator)
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
    order = Array(entries.indices)
    order.shuffle(using: &generator)
    guard let current else { return }
    order.swapAt(0, turn(ofPosition: current))
    turn = 0
  }

  /// Gives the turn to the next, and takes the one before out where entries are consumed.
  private mutating func advance() -> EntryID? {
    guard let turn else { return nil }
    let before = entries[position(ofTurn: turn)].id
    self.turn = turnAfter(turn)
    let next = current?.id
    if consume != .off {
      _ = try? remove(ids: [before])
      if consume == .oneShot { consume = .off }
    }
    return next
  }

  private mutating func turnAfter(_ turn: Int) -> Int? {
    if repeatsItself { return turn }
    if turn + 1 < count { return turn + 1 }
    guard isRepeating, turn > 0 || consume == .off else { return nil }
    if isRandom { beginRound(after: order[turn]) }
    return 0
  }

  /// Draws the order of a further round, in which the entry that was the last is not the first.
  private mutating func beginRound(after last: Int) {
    order.shuffle(using: &generator)
    if order[0] == last, count > 1 {
      order.swapAt(0, Int.random(in: 1..<count, using: &generator))
    }
  }

  /// Gives turns to positions that are about to be filled: drawn from those to come, save the next,
  /// which may have been prepared.
  mutating func weave(_ new: Range<Int>) {
    for index in order.indices where order[index] >= new.lowerBound { order[index] += new.count }
    let first = turn.map { min($0 + 2, order.count) } ?? 0
    for position in new {
      order.append(position)
      let last = order.count - 1
      order.swapAt(last, Int.random(in: first...last, using: &generator))
    }
  }
}
