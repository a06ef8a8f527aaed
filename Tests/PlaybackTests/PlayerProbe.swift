import Dispatch
import Media
import Playback
import TestSupport
import Testing
import Worker

/// A player with everything it announced, and a way to wait for it.
@MainActor final class PlayerProbe {
  let player: Player
  private(set) var events: [PlayerEvent] = []
  private var waiting: [(condition: () -> Bool, resume: (Bool) -> Void)] = []

  init(
    _ outputs: OutputConfiguration...,
    workers: WorkerPrograms = WorkerPrograms(folder: Project.programs),
    closeAfterPause: Duration = .seconds(30), items: (any ItemSource)? = nil
  ) {
    var configuration = PlayerConfiguration(outputs: outputs, workers: workers)
    configuration.items = items
    configuration.closeAfterPause = closeAfterPause
    player = Player(configuration: configuration)
    player.addObserver { [weak self] event in
      self?.events.append(event)
      self?.check()
    }
  }

  /// Waits until a condition is met, looking after each event and now and then.
  func wait(
    _ what: String, within limit: Duration = .seconds(30), _ condition: @escaping () -> Bool,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now(), repeating: .milliseconds(5))
    let deadline = ContinuousClock.now + Effort.within(limit)
    let met = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      waiting.append((condition, { continuation.resume(returning: $0) }))
      timer.setEventHandler { [weak self] in
        MainActor.assumeIsolated { self?.check(isLate: ContinuousClock.now > deadline) }
      }
      timer.resume()
    }
    timer.cancel()
    try #require(
      met, "waited for: \(what); error \(player.error ?? "none")", sourceLocation: location)
  }

  func waitUntilStopped(at location: SourceLocation = #_sourceLocation) async throws {
    try await wait("stop", { self.player.state == .stopped }, at: location)
  }

  func waitForPosition(
    _ position: Duration, at location: SourceLocation = #_sourceLocation
  ) async throws {
    try await wait(
      "position \(position)", { (self.player.position ?? .zero) >= position }, at: location)
  }

  var started: [EntryID] {
    events.compactMap { if case .trackStarted(let id) = $0 { id } else { nil } }
  }

  /// Entries that could not be played, or not to their end, and why.
  var failures: [(EntryID, String)] {
    events.compactMap {
      if case .trackFailed(let id, let reason) = $0 { (id, reason) } else { nil }
    }
  }

  /// Why there was no sound, in order; `nil` where it came back.
  var interruptions: [String?] {
    events.compactMap {
      switch $0 {
      case .interrupted(let reason): .some(reason)
      case .continued: .some(nil)
      default: nil
      }
    }
  }

  private func check(isLate: Bool = false) {
    let met = waiting.filter { isLate || $0.condition() }
    if met.isEmpty { return }
    waiting.removeAll { isLate || $0.condition() }
    for one in met { one.resume(one.condition()) }
  }
}
