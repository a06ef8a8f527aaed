import Media

// Slower and faster, at the same pitch.
extension Player {
  /// What speeds there are, in thousandths.
  public static let speeds = 500...2000

  /// Has tracks played slower or faster. What plays goes on from where it is; positions and lengths stay those of
  /// tracks.
  public func setSpeed(_ new: Int) throws(PlayerError) {
    guard Self.speeds.contains(new) else { throw .badSpeed }
    if new == speed { return }
    speed = new
    feed.setSpeed(new)
    if state == .playing, isFed {
      leaveStream()
      goOn(at: resumePosition)
    } else if state == .paused, isFed {
      keepDevice()
      giveUpStream()
    }
    announce(.optionsChanged)
  }
}
