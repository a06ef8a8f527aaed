import Dispatch
import Glibc
import Media

// What happens elsewhere.
extension PickerModel {
  func take(_ event: PickerEvent) {
    switch event {
    case .player(let player): send(.player(player, at: Self.now))
    case .library:
      isOutdated = true
      reloadSoon()
    case .playlists: send(.playlistsChanged)
    case .scan(let scan): send(.scan(scan))
    }
  }

  /// Has the time go on while it does.
  func keepTime() {
    guard let delay = state.nextTick else {
      clock = nil
      return
    }
    let beat = (state.now.uptime + delay) % 1000
    if let clock, clock.beat == beat { return }
    clock = PickerClock(beat, after: delay) { [weak self] in self?.send(.time(Self.now)) }
  }

  /// Loads the library anew, once what is being loaded is there. While a scan changes it again and again, that takes a
  /// fifth of the time.
  func reloadSoon() {
    guard !isReloading, state.loading == .finished, state.result == nil else { return }
    isReloading = true
    isOutdated = false
    let before = Self.now.uptime
    let feed = PickerFeed(collects: true) { [weak self] in self?.send($0) }
    self.feed = feed
    let old = state.table.ids
    let byAge = state.isListed(.recentlyAdded)
    DispatchQueue(label: "segue.picker.reload", qos: .utility).async { [weak self, source] in
      // What could not be loaded stays as it is; the next change tries again.
      let reload = try? PickerReload.load(source, after: old, byAge: byAge, feed)
      let pause = max(500, 4 * (Self.now.uptime - before))
      DispatchQueue.main.async {
        MainActor.assumeIsolated { if let reload { self?.send(.reloaded(reload)) } }
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(pause))) {
        MainActor.assumeIsolated { self?.reloaded() }
      }
    }
  }

  private func reloaded() {
    isReloading = false
    if isOutdated { reloadSoon() }
  }

  nonisolated static var now: PickerMoment {
    var (uptime, time, local) = (timespec(), time_t(), tm())
    clock_gettime(CLOCK_MONOTONIC, &uptime)
    Glibc.time(&time)
    localtime_r(&time, &local)
    return PickerMoment(
      uptime: Int64(uptime.tv_sec) * 1000 + Int64(uptime.tv_nsec) / 1_000_000,
      secondOfDay: Int(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec))
  }
}

/// Ticks every second while it is kept: a timer that repeats wakes the process less than one for each tick.
final class PickerClock {
  /// The milliseconds of a second at which it ticks.
  let beat: Int64
  private let timer: any DispatchSourceTimer

  init(_ beat: Int64, after delay: Int64, tick: @escaping @MainActor @Sendable () -> Void) {
    self.beat = beat
    timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(
      deadline: .now() + .milliseconds(Int(delay)), repeating: .seconds(1), leeway: .nanoseconds(0))
    timer.setEventHandler { MainActor.assumeIsolated(tick) }
    timer.activate()
  }

  deinit { timer.cancel() }
}

extension PickerMoment {
  /// What the clocks say now.
  public static var now: PickerMoment { PickerModel.now }
}
