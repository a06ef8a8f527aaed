import Playback

/// How long the daemon has been playing since it started.
struct PlayTime {
  private var sum = Duration.zero
  private var since: ContinuousClock.Instant?

  var total: Duration { sum + (since.map { .now - $0 } ?? .zero) }

  /// The player's state may have changed.
  mutating func note(_ state: PlaybackState) {
    if state == .playing, since == nil {
      since = .now
    } else if state != .playing, let since {
      sum += .now - since
      self.since = nil
    }
  }
}
