import Dispatch
import Glibc
import Library
import Media
import Playback
import Posix
import Synchronization

/// Writes what the player is doing to the library as it changes, on a queue of its own.
///
/// What changes while a write is under way is written once, after it.
final class StateKeeper: Sendable {
  private struct Pending {
    var queue: PlayQueue?
    var player: SavedPlayer?
    var isDurable = false
    var isScheduled = false
  }

  private let store: LibraryStore
  private let pending = Guarded(Pending())
  private let queue = DispatchQueue(label: "segue.state", qos: .utility)
  private let hasFailed = Atomic<Bool>(false)
  // Fine because both are touched on the queue only.
  private nonisolated(unsafe) var writer = QueueWriter()
  private nonisolated(unsafe) var replacements = 0
  /// Called when the library is found damaged.
  let whenDamaged = Guarded<(@Sendable () -> Void)?>(nil)

  /// - Parameter store: A connection that is used for nothing else.
  init(store: LibraryStore) { self.store = store }

  /// - Parameters:
  ///   - queue: `nil` when it has not changed.
  ///   - isDurable: Whether it has to survive the loss of power.
  func keep(queue: PlayQueue?, player: SavedPlayer, isDurable: Bool) {
    let starts = pending.withLock { pending in
      if let queue { pending.queue = queue }
      pending.player = player
      pending.isDurable = pending.isDurable || isDurable
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if starts { self.queue.async { self.write() } }
  }

  /// Returns when everything is written.
  func flush() { queue.sync { write() } }

  /// Has what could not be written tried again, unless something newer is waiting.
  private func putBack(_ taken: Pending) {
    let starts = pending.withLock { pending in
      pending.queue = pending.queue ?? taken.queue
      pending.player = pending.player ?? taken.player
      pending.isDurable = pending.isDurable || taken.isDurable
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if starts { queue.asyncAfter(deadline: .now() + Self.pause) { self.write() } }
  }

  /// How long is waited before what failed is tried again.
  private static let pause: DispatchTimeInterval = .seconds(5)

  private func write() {
    let taken = pending.withLock { pending in
      defer { pending = Pending() }
      return pending
    }
    if store.replacements != replacements {
      // What was written before is in a library that was set aside.
      replacements = store.replacements
      writer = QueueWriter()
    }
    do {
      if let queue = taken.queue { try writer.save(SavedQueue(queue), in: store) }
      if let player = taken.player { try store.save(player, durable: taken.isDurable) }
      hasFailed.store(false, ordering: .relaxed)
    } catch {
      // Once, and not each second.
      if !hasFailed.exchange(true, ordering: .relaxed) {
        Log.error("The queue cannot be kept: \(error)")
      }
      putBack(taken)
      if case LibraryError.corrupt = error, let tell = whenDamaged.withLock({ $0 }) { tell() }
    }
  }
}

extension SavedQueue {
  init(_ queue: PlayQueue) {
    self.init(records: queue.records, details: queue.details, order: queue.turns)
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
    volume = player.volume
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
