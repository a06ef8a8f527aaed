import Configuration
import Library
import Media
import Playback

/// How the daemon goes on with what was kept.
enum Resumption {
  /// Away for longer than this, it does not begin to play by itself.
  static let longestBreak: Duration = .seconds(60)

  /// What the player does after a restart.
  ///
  /// - Parameters:
  ///   - saved: What it did when that was last kept.
  ///   - now: The time of the restart.
  static func state(
    after saved: SavedPlayer, resume: Settings.Resume, now: Timestamp
  ) -> PlaybackState {
    guard saved.state != .stopped else { return .stopped }
    switch resume {
    case .play: return .playing
    case .pause: return .paused
    case .automatic:
      let away = Duration.nanoseconds(now.nanoseconds - saved.saved.nanoseconds)
      // A clock that was put back says nothing of how long it was.
      let isShort = away >= .zero && away < longestBreak
      return saved.state == .playing && isShort ? .playing : .paused
    }
  }

  /// What the player did last: as the library has it, or as it was noted, where that is later and of this queue.
  static func latest(
    _ kept: SavedPlayer?, _ note: PlayerNote.Content?, _ queue: SavedQueue
  ) -> SavedPlayer? {
    guard var noted = note?.player else { return kept }
    if let kept, kept.saved > noted.saved { return kept }
    if let current = noted.current {
      let record = queue.records.first { $0.id == current }
      guard let record, record.item == note?.item else { return kept }
    }
    noted.lastEntry = max(noted.lastEntry, kept?.lastEntry ?? 0)
    return noted
  }

  /// Puts the queue, the modes, what else was set, the position and the volume back.
  ///
  /// - Returns: What was set.
  @MainActor
  static func restore(
    _ player: Player, from store: LibraryStore, _ note: PlayerNote.Content?,
    _ settings: Settings
  ) throws(LibraryError) -> [SavedChoice] {
    let queue = try store.savedQueue()
    guard let saved = latest(try store.savedPlayer(), note, queue) else { return [] }
    // First, for they say on which output the volume is.
    for option in ListenerOption.all(player, settings) { option.restore(player, saved.choices) }
    if let volume = saved.volume { player.restore(volume: volume) }
    player.restore(
      PlayQueue(saved, queue), position: saved.position,
      state: state(after: saved, resume: settings.resume, now: .now))
    return saved.choices
  }
}

extension PlayQueue {
  fileprivate init(_ player: SavedPlayer, _ queue: SavedQueue) {
    self.init(
      restoring: queue.records, details: queue.details, lastID: player.lastEntry,
      current: player.current.map { EntryID(rawValue: $0) })
    isRepeating = player.repeats
    single = player.single.mode
    consume = player.consume.mode
    stopPoint = player.stopPoint.flatMap { StopPoint(rawValue: $0) }
    setShufflesAlbums(player.shufflesAlbums)
    setRandom(player.random)
    if player.random { restore(turns: queue.order) }
  }
}
