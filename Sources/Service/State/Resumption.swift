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

  /// Puts the queue, the modes, the position and the volume back. Entries whose items are gone from
  /// the library are left out.
  @MainActor
  static func restore(
    _ player: Player, from store: LibraryStore, resume: Settings.Resume
  ) throws(LibraryError) {
    guard let saved = try store.savedPlayer() else { return }
    let entries = try store.savedQueue().entries
    let items = Dictionary(
      try store.items(entries.map(\.item)).map { ($0.persistentID, $0) },
      uniquingKeysWith: { first, _ in first })
    if let volume = saved.volume, player.volume != nil { try? player.setVolume(volume) }
    player.restore(
      entries.compactMap { entry in
        items[entry.item].map { (id: EntryID(rawValue: entry.id), item: $0) }
      },
      lastID: entries.reduce(0) { max($0, $1.id) },
      current: saved.current.map { EntryID(rawValue: $0) }, position: saved.position,
      state: state(after: saved, resume: resume, now: .now), random: saved.random,
      repeating: saved.repeats, single: saved.single.mode, consume: saved.consume.mode)
  }
}
