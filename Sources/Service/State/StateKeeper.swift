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
  // Fine because it is touched on the queue only.
  private nonisolated(unsafe) var writer = QueueWriter()

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

  private func write() {
    let taken = pending.withLock { pending in
      defer { pending = Pending() }
      return pending
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
