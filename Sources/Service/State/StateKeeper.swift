import Dispatch
import Glibc
import Library
import Media
import Playback
import Posix
import Synchronization

/// Writes what the player is doing to the library as it changes, on a queue of its own.
///
/// What changes while a write is under way is written once, after it, save for changes that can be undone one by one.
final class StateKeeper: Sendable {
  /// A queue as it was after a change.
  fileprivate struct Change {
    var queue: PlayQueue
    /// Whose wish it was; `nil` for what the player did by itself.
    var edit: QueueEdit?
  }

  fileprivate struct Pending {
    /// In the order in which they were made.
    var changes: [Change] = []
    var player: SavedPlayer?
    var isDurable = false
    var isScheduled = false
  }

  let store: LibraryStore
  private let pending = Guarded(Pending())
  /// Where it writes.
  let work = DispatchQueue(label: "segue.state", qos: .utility)
  private let hasFailed = Atomic<Bool>(false)
  // Fine because they are touched on the queue only.
  private nonisolated(unsafe) var writer = QueueWriter()
  private nonisolated(unsafe) var replacements = 0
  private nonisolated(unsafe) var writtenReuses = 0
  /// The version of the queue that was written last; `nil` before the first time.
  nonisolated(unsafe) private(set) var writtenVersion: UInt32?
  /// Called when the library is found damaged.
  let whenDamaged = Guarded<(@Sendable () -> Void)?>(nil)

  /// - Parameter store: A connection that is used for nothing else.
  init(store: LibraryStore) { self.store = store }

  /// - Parameters:
  ///   - queue: `nil` when it has not changed.
  ///   - edit: Whose wish its change was; `nil` for what the player did by itself.
  ///   - isDurable: Whether it has to survive the loss of power.
  func keep(
    queue: PlayQueue?, edit: QueueEdit? = nil, player: SavedPlayer, isDurable: Bool
  ) {
    let starts = pending.withLock { pending in
      if let queue { pending.add(Change(queue: queue, edit: edit)) }
      pending.player = player
      pending.isDurable = pending.isDurable || isDurable
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if starts { work.async { self.tryToWrite() } }
  }

  /// Returns when everything is written.
  func flush() { work.sync { tryToWrite() } }

  /// As `flush`, but waits no longer than this.
  func flush(within limit: DispatchTimeInterval) {
    let done = DispatchSemaphore(value: 0)
    work.async {
      self.tryToWrite()
      done.signal()
    }
    _ = done.wait(timeout: .now() + limit)
  }

  /// Has what could not be written tried again, unless something newer is waiting.
  private func putBack(_ taken: Pending) {
    let starts = pending.withLock { pending in
      pending.changes = taken.changes + pending.changes
      pending.player = pending.player ?? taken.player
      pending.isDurable = pending.isDurable || taken.isDurable
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if starts { work.asyncAfter(deadline: .now() + Self.pause) { self.tryToWrite() } }
  }

  /// How long is waited before what failed is tried again.
  private static let pause: DispatchTimeInterval = .seconds(5)

  private func tryToWrite() {
    do throws(LibraryError) { try write() } catch {
      if case .corrupt = error, let tell = whenDamaged.withLock({ $0 }) { tell() }
    }
  }

  /// Writes what waits. What fails is tried again by itself.
  func write() throws(LibraryError) {
    var taken = pending.withLock { pending in
      defer { pending = Pending() }
      return pending
    }
    if store.replacements != replacements {
      // What was written before is in a library that was set aside.
      replacements = store.replacements
      writer = QueueWriter()
    }
    do throws(LibraryError) {
      while let change = taken.changes.first {
        if change.queue.reuses != writtenReuses {
          try store.forgetQueueSteps()
          writtenReuses = change.queue.reuses
        }
        try writer.save(change.queue.kept, edit: change.edit, in: store)
        writtenVersion = change.queue.version
        taken.changes.removeFirst()
      }
      if let player = taken.player { try store.save(player, durable: taken.isDurable) }
      hasFailed.store(false, ordering: .relaxed)
    } catch {
      // Once, and not each second.
      if !hasFailed.exchange(true, ordering: .relaxed) {
        Log.error("The queue cannot be kept: \(error)")
      }
      putBack(taken)
      throw error
    }
  }
}

extension StateKeeper.Pending {
  /// Entries of queues that wait to be written, beyond which changes become one.
  private static let limit = 1_000_000

  fileprivate mutating func add(_ change: StateKeeper.Change) {
    guard let last = changes.last else { return changes.append(change) }
    switch (last.edit, change.edit) {
    case (nil, nil): changes[changes.count - 1].queue = change.queue
    case (.change(let token, _), .change(let other, _)) where token == other:
      changes[changes.count - 1].queue = change.queue
    // As where the disk is full: the last ones are undone together.
    case (.change, .change)
    where changes.reduce(0) { $0 + $1.queue.count } > Self.limit || changes.count > 1000:
      changes[changes.count - 1].queue = change.queue
    default: changes.append(change)
    }
  }
}

extension SavedPoint {
  init(_ point: QueuePoint) {
    self.init(
      entry: point.entry?.rawValue, position: point.position,
      state: SavedPlayer.State(point.state))
  }

  var point: QueuePoint {
    QueuePoint(
      entry: entry.map { EntryID(rawValue: $0) }, position: position, state: state.playback)
  }
}

extension SavedPlayer {
  @MainActor
  init(_ player: Player) {
    self.init()
    state = State(player.state)
    current = player.queue.current?.id.rawValue
    position = player.position ?? .zero
    random = player.queue.isRandom
    repeats = player.queue.isRepeating
    single = Switch(player.queue.single)
    consume = Switch(player.queue.consume)
    shufflesAlbums = player.queue.shufflesAlbums
    stopPoint = player.queue.stopPoint?.rawValue
    lastEntry = player.queue.lastID
    volume = player.hasHardwareVolume ? nil : player.volume
    saved = .now
  }
}

extension SavedPlayer.State {
  init(_ state: PlaybackState) {
    switch state {
    case .stopped: self = .stopped
    case .playing: self = .playing
    case .paused: self = .paused
    }
  }

  var playback: PlaybackState {
    switch self {
    case .stopped: .stopped
    case .playing: .playing
    case .paused: .paused
    }
  }
}

extension SavedPlayer.Switch {
  init(_ mode: OneShotMode) {
    switch mode {
    case .off: self = .off
    case .on: self = .on
    case .oneShot: self = .oneShot
    }
  }

  var mode: OneShotMode {
    switch self {
    case .off: .off
    case .on: .on
    case .oneShot: .oneShot
    }
  }
}

extension Timestamp {
  /// By the clock on the wall.
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
