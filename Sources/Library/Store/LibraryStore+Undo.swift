import Media

/// What a change of the queue was.
public enum QueueEdit: Sendable {
  /// Somebody wished it. Changes of one token are one step.
  case change(token: Int64, from: SavedPoint)
  /// A step was taken back, or done again.
  case step(UndoneQueue, from: SavedPoint)
}

/// A step that is taken back, or done again, for the player to do so.
public struct UndoneQueue: Sendable {
  /// The rows it takes.
  let rows: [Int64]
  public let redo: Bool
  /// The queue as it was.
  let exact: SavedQueue
  /// The same without what was played and taken out since.
  public let queue: SavedQueue
  /// What played then, to be played on; `nil` where what plays now stays.
  public let point: SavedPoint?
  /// How many entries come and go.
  public let coming: Int
  public let going: Int
}

/// A change of a playlist that was taken back, or done again.
public struct UndonePlaylist: Sendable, Hashable {
  /// What it was called; `nil` where there was none.
  public let before: String?
  /// What it is called now; `nil` where it is gone.
  public let name: String?
  public let count: Int
  public let coming: Int
  public let going: Int
}

public enum Undone: Sendable {
  case nothing
  /// The player has to do it.
  case queue(UndoneQueue)
  /// It is done, in all lists that were changed at once.
  case playlists([UndonePlaylist])
  /// It cannot be done, and is forgotten; of the queue with all before it, which are told by what it left.
  case outdated
}

extension LibraryStore {
  /// Takes the last step back, or does the last one that was taken back again.
  ///
  /// - Parameters:
  ///   - queue: The queue as it was saved last.
  ///   - current: The entry whose turn it is.
  public func undo(
    redo: Bool, _ queue: SavedQueue, current: UInt32?, now: Timestamp
  ) throws(LibraryError) -> Undone {
    try write("undoing a change") { database throws(LibraryError) in
      guard let (row, after) = try StepRows.last(redo: redo, database) else { return .nothing }
      if row.kind == .playlist {
        let undone = try Self.undoLists(row, redo: redo, now, database)
        return undone.isEmpty ? .outdated : .playlists(undone)
      }
      guard let undone = UndoneQueue(row, after, redo: redo, queue, current: current) else {
        try StepRows.clearQueue(database)
        return .outdated
      }
      return .queue(undone)
    }
  }

  /// Takes back what was done to playlists at once. Lists that have changed since stay as they are.
  private static func undoLists(
    _ first: StepRows.Row, redo: Bool, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) -> [UndonePlaylist] {
    var all: [UndonePlaylist] = []
    var next: StepRows.Row? = first
    while let row = next {
      try StepRows.delete([row.id], database)
      if let step = PlaylistStep(row.bytes),
        let undone = try ListUndo.undo(step, token: row.token, redo: redo, now, database)
      {
        all.append(undone)
      }
      next = try StepRows.last(redo: redo, database)?.step
      if next.map({ !$0.isOne(with: first) }) ?? false { next = nil }
    }
    return all
  }
}

extension LibraryStore {
  /// Forgets how the queue was: entries have identities now that others had before.
  public func forgetQueueSteps() throws(LibraryError) {
    try write("keeping the queue") { database throws(LibraryError) in
      try StepRows.clearQueue(database)
    }
  }
}

extension UndoneQueue {
  /// - Parameter after: What the player did to the queue since, the latest first.
  fileprivate init?(
    _ row: StepRows.Row, _ after: [StepRows.Row], redo: Bool, _ now: SavedQueue, current: UInt32?
  ) {
    var state = now
    var played = Set<UInt32>()
    for row in after {
      guard let step = QueueStep(row.bytes), let earlier = step.delta.before(state) else {
        return nil
      }
      played.formUnion(step.delta.leaving(state))
      state = earlier
    }
    guard let step = QueueStep(row.bytes), let exact = step.delta.before(state) else { return nil }
    rows = [row.id] + after.map(\.id)
    self.redo = redo
    self.exact = exact
    queue = exact.without(played)
    (coming, going) = QueueDelta(from: queue, to: now).difference(now)
    point = Self.point(step, state, queue, current)
  }

  /// What played before comes back where the step took it away, or where what plays now goes.
  private static func point(
    _ step: QueueStep, _ after: SavedQueue, _ queue: SavedQueue, _ current: UInt32?
  ) -> SavedPoint? {
    let entry = step.point.entry
    let isThere = entry.map { queue.contains($0) } ?? false
    if isThere, let entry, !after.contains(entry) { return step.point }
    guard let current, !queue.contains(current) else { return nil }
    if isThere { return step.point }
    return SavedPoint(entry: nil, position: .zero, state: .stopped)
  }
}

extension SavedQueue {
  fileprivate func contains(_ entry: UInt32) -> Bool { records.contains { $0.id == entry } }

  fileprivate func without(_ entries: Set<UInt32>) -> SavedQueue {
    if entries.isEmpty { return self }
    var queue = self
    queue.records.removeAll { entries.contains($0.id) }
    queue.order.removeAll { entries.contains($0) }
    for entry in entries { queue.details[entry] = nil }
    return queue
  }
}

extension QueueDelta {
  /// Whether entries are as they were, whatever became of their turns.
  var keepsEntries: Bool { prefix + suffix == count && earlierCount == count && details == nil }

  /// The ids of those that the change took out.
  fileprivate func leaving(_ after: SavedQueue) -> [UInt32] {
    guard case .records(let was) = middle else { return [] }
    let ids = Set(after.records[prefix..<count - suffix].map(\.id))
    return was.map(\.id).filter { !ids.contains($0) }
  }
}

/// How changes of the queue become steps, inside the transaction that keeps them.
enum QueueSteps {
  /// - Parameters:
  ///   - edit: `nil` for what the player did by itself.
  static func note(
    _ edit: QueueEdit?, from before: SavedQueue, to after: SavedQueue,
    _ database: borrowing Database
  ) throws(LibraryError) {
    let delta = QueueDelta(from: before, to: after)
    switch edit {
    case nil:
      try noteAutomatic(delta, after, redo: false, database)
      try noteAutomatic(delta, after, redo: true, database)
    case .change(let token, let point):
      if delta.isEmpty { return }
      try StepRows.dropRedo(database)
      if let top = try StepRows.top(redo: false, database), top.kind == .queue,
        top.token == token, let step = QueueStep(top.bytes),
        let first = step.delta.before(before)
      {
        let merged = QueueStep(delta: QueueDelta(from: first, to: after), point: step.point)
        return try StepRows.replace(top, merged.bytes, database)
      }
      let step = QueueStep(delta: delta, point: point)
      try StepRows.insert(.queue, step.bytes, token: token, redo: false, database)
    case .step(let undone, let point):
      try StepRows.delete(undone.rows, database)
      try noteAutomatic(
        QueueDelta(from: undone.exact, to: after), after, redo: undone.redo, database)
      let step = QueueStep(delta: delta, point: point)
      try StepRows.insert(.queue, step.bytes, token: 0, redo: !undone.redo, database)
    }
  }

  /// What the player did by itself is no step, and yet steps before it can be taken back.
  private static func noteAutomatic(
    _ delta: QueueDelta, _ after: SavedQueue, redo: Bool, _ database: borrowing Database
  ) throws(LibraryError) {
    if delta.keepsEntries { return }
    guard let top = try StepRows.top(redo: redo, database) else { return }
    let none = SavedPoint(entry: nil, position: .zero, state: .stopped)
    if top.kind == .automatic, let step = QueueStep(top.bytes),
      let first = delta.before(after).flatMap({ step.delta.before($0) })
    {
      let merged = QueueStep(delta: QueueDelta(from: first, to: after), point: none)
      return try StepRows.replace(top, merged.bytes, database)
    }
    let step = QueueStep(delta: delta, point: none)
    try StepRows.insert(.automatic, step.bytes, token: 0, redo: redo, database)
  }
}
