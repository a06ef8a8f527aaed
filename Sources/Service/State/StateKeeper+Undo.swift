import Dispatch
import Library
import Media
import Playback

// Changes are taken back.
extension StateKeeper {
  /// What is to be done where a step is taken back, or done again.
  enum Plan: Sendable {
    case nothing
    case outdated
    /// The queue has changed meanwhile.
    case stale
    /// Done already.
    case playlists([UndonePlaylist])
    /// The queue as it will be, and what plays on in it; `nil` for what plays now.
    case queue(UndoneQueue, PlayQueue, QueuePoint?)
  }

  /// Finds out, and does what concerns playlists. To be called on `work`, with everything kept before.
  ///
  /// - Parameter now: The player's queue, as it was kept last.
  func plan(redo: Bool, _ now: PlayQueue) throws(LibraryError) -> Plan {
    try write()
    if let writtenVersion, writtenVersion != now.version { return .stale }
    let current = now.current?.id
    switch try store.undo(redo: redo, now.kept, current: current?.rawValue, now: .now) {
    case .nothing: return .nothing
    case .outdated: return .outdated
    case .playlists(let undone): return .playlists(undone)
    case .queue(let undone):
      var queue = now
      let point = undone.point?.point
      queue.putBack(undone.queue, turnOf: point == nil ? current : point?.entry)
      return .queue(undone, queue, point)
    }
  }
}
