@preconcurrency import Dispatch

// Giving the device up while paused, so that others can have it and nothing of ours waits for it.
extension Player {
  /// Gives it up after a while.
  func releaseLater() { scheduleRelease(after: closeAfterPause) }

  func keepDevice() {
    releaseTimer?.cancel()
    releaseTimer = nil
  }

  private func scheduleRelease(after time: Duration) {
    keepDevice()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(Int(time / .milliseconds(1))))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.release() } }
    timer.activate()
    releaseTimer = timer
  }

  private func release() {
    keepDevice()
    guard state == .paused, isFed else { return }
    // What was heard last is known when the device stands, which it does in a moment.
    if let stream = sounding?.stream, !stream.isStanding {
      return scheduleRelease(after: .milliseconds(50))
    }
    giveUpStream()
  }

  /// Nothing of what the feed has is wanted any more; what was heard is kept.
  func giveUpStream() {
    leaveStream()
    feed.stop()
    isFed = false
    announced = nil
  }

  /// What the feed has is not wanted any more; the entry goes on later, after the last frame heard.
  func leaveStream() {
    generation += 1
    guard let sounding, sounding.stream != nil else { return }
    resumePosition = sounding.continuation
    self.sounding?.leaveStream()
  }
}
