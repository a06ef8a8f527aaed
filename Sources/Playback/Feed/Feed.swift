import Media
import Posix
import Worker

/// Turns tracks into sound, on two threads of its own: one leads the decoder, one the device. They
/// begin with the first track.
final class Feed: Sendable {
  private struct State {
    var running: Running?
    var output: OutputConfiguration?
    var volume = 100
    var replayGain = ReplayGainSettings()
    var fades = FadeSettings()
    var speed = 1000
    var isPaused = false
    var isShutDown = false
  }

  private struct Running {
    let control: OutputControl
    let inbox: FeedInbox
    let threads: [NamedThread]
  }

  private let state: Guarded<State>
  private let workers: WorkerPrograms
  private let report: @Sendable (FeedEvent) -> Void

  /// - Parameter report: Called on the feed's thread.
  init(
    workers: WorkerPrograms, output: OutputConfiguration?,
    report: @escaping @Sendable (FeedEvent) -> Void
  ) {
    self.workers = workers
    self.report = report
    state = Guarded(State(output: output))
  }

  deinit { shutDown() }

  func play(_ track: Track, at position: Duration, generation: UInt32) {
    do {
      try start()
      send(.play(track, at: position, generation: generation))
    } catch {
      report(
        FeedEvent(generation: generation, kind: .failed(track.entry, reason: error.description)))
    }
  }

  /// - Parameter track: `nil` for nothing.
  func follow(_ track: Track?, after entry: EntryID, generation: UInt32) {
    send(.follow(track, after: entry, generation: generation))
  }

  func stop() { send(.stop) }

  func setOutput(_ output: OutputConfiguration?) {
    state.withLock { state in
      state.output = output
      state.running?.control.change { $0.output = output }
    }
  }

  func setPaused(_ paused: Bool) {
    state.withLock { state in
      state.isPaused = paused
      state.running?.control.setPaused(paused)
    }
  }

  func setVolume(_ volume: Int) {
    state.withLock { state in
      state.volume = volume
      state.running?.control.setVolume(volume)
    }
  }

  func setFades(_ fades: FadeSettings) {
    state.withLock { state in
      state.fades = fades
      state.running?.control.change { $0.fades = fades }
    }
  }

  /// - Parameter speed: In thousandths, of what is played next.
  func setSpeed(_ speed: Int) {
    state.withLock { $0.speed = speed }
    send(.speed(speed))
  }

  func setReplayGain(_ settings: ReplayGainSettings) {
    state.withLock { $0.replayGain = settings }
    send(.replayGain(settings))
  }

  /// Ends the threads and the decoder, and waits until they have ended.
  func shutDown() {
    let running = state.withLock { state in
      state.isShutDown = true
      defer { state.running = nil }
      return state.running
    }
    guard let running else { return }
    running.inbox.quit()
    running.control.change { $0.quits = true }
    running.control.feedWake.raise()
    for thread in running.threads { thread.join() }
  }

  private func send(_ command: FeedCommand) {
    state.withLock { state in
      guard let running = state.running else { return }
      running.inbox.put(command)
      running.control.feedWake.raise()
    }
  }

  private func start() throws(PosixError) {
    try state.withLock { state throws(PosixError) in
      guard state.running == nil, !state.isShutDown else { return }
      let control = try OutputControl(
        output: state.output, volume: state.volume, paused: state.isPaused, fades: state.fades)
      let inbox = FeedInbox()
      let output = try NamedThread.start("segue-output") {
        var loop = OutputLoop(control: control)
        loop.run()
      }
      let (workers, report) = (workers, report)
      let (replayGain, speed) = (state.replayGain, state.speed)
      do throws(PosixError) {
        let feed = try NamedThread.start("segue-feed") {
          var loop = FeedLoop(inbox: inbox, control: control, workers: workers, report: report)
          loop.replayGain = replayGain
          loop.speed = speed
          loop.run()
        }
        state.running = Running(control: control, inbox: inbox, threads: [feed, output])
      } catch {
        control.change { $0.quits = true }
        output.join()
        throw error
      }
    }
  }
}

/// Commands on their way to the feed's thread.
final class FeedInbox: Sendable {
  private let state = Guarded<(commands: [FeedCommand], quits: Bool)>(([], false))

  func put(_ command: FeedCommand) { state.withLock { $0.commands.append(command) } }
  func quit() { state.withLock { $0.quits = true } }

  /// - Returns: `nil` when the thread is to end.
  func take() -> [FeedCommand]? {
    state.withLock { state in
      if state.quits { return nil }
      defer { state.commands = [] }
      return state.commands
    }
  }
}
