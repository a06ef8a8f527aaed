@preconcurrency import Dispatch

// Falling silent after a while.
extension Player {
  /// How long music goes on before it fades out and pauses; `nil` when no end is set.
  public var sleepsIn: Duration? {
    sleepTime.map { max(.zero, $0 - .now) }
  }

  /// Has music fade out and pause after a while.
  ///
  /// - Parameters:
  ///   - time: Until it is silent; `nil` to take that back.
  ///   - fade: How long it takes to become silent, where there is a mixer.
  public func sleep(after time: Duration?, fade: Duration = .seconds(10)) {
    sleepTimer?.cancel()
    sleepTimer = nil
    if fadeSteps > 0 { endFade() }
    sleepTime = time.map { .now + $0 }
    if let time {
      sleepFade = min(fade, time)
      schedule(after: time - sleepFade, every: nil) { $0.fallAsleep() }
    }
    announce(.optionsChanged)
  }

  /// The end has come near.
  private func fallAsleep() {
    // What begins to play in the meantime ends at its time, too.
    guard state == .playing, volume != nil, sleepFade > .zero else {
      return schedule(after: sleepFade, every: nil) { $0.endSleep() }
    }
    fadeSteps = max(1, Int(sleepFade / .milliseconds(100)))
    var step = 0
    schedule(after: .zero, every: .milliseconds(100)) { player in
      step += 1
      if step > player.fadeSteps || player.state != .playing { return player.endSleep() }
      player.feed.setVolume(player.softwareVolume * (player.fadeSteps - step) / player.fadeSteps)
    }
  }

  private func endSleep() {
    sleepTimer?.cancel()
    sleepTimer = nil
    sleepTime = nil
    pause(true)
    if fadeSteps > 0 { endFade() }
    announce(.optionsChanged)
  }

  /// What plays next is as loud as before.
  private func endFade() {
    fadeSteps = 0
    feed.setVolume(softwareVolume)
  }

  private func schedule(
    after time: Duration, every step: Duration?, _ body: @escaping @MainActor (Player) -> Void
  ) {
    sleepTimer?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let repeating = step.map { DispatchTimeInterval.milliseconds(Int($0 / .milliseconds(1))) }
    timer.schedule(
      deadline: .now() + .milliseconds(Int(time / .milliseconds(1))),
      repeating: repeating ?? .never)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        if let self { body(self) }
      }
    }
    timer.activate()
    sleepTimer = timer
  }
}
