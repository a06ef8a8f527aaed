import Glibc

/// The part that may never be late. It waits, asks the device where it is, and gives it frames; it
/// makes no memory, takes no lock and reports nothing.
extension OutputLoop {
  enum Outcome {
    /// Something else is wanted.
    case attention
    /// After an interruption the listener hears something again.
    case heard
    /// All was heard.
    case finished
    /// The device stopped: an `errno`.
    case failed(Int32)
  }

  /// Has the device, which is prepared, play a stream.
  ///
  /// - Parameter awaited: When so many frames were heard, it is said; `Int.max` for never.
  mutating func sound<Device: OutputDevice & ~Copyable>(
    _ stream: OutputFeed, on device: inout Device, awaited: Int
  ) -> Outcome {
    var progress = Progress()
    let startFrames = min(device.bufferFrames / 2, stream.format.sampleRate / 20)
    while !control.attention.load(ordering: .acquiring) {
      let unheard = device.delay()
      if unheard < 0 { return outcome(stream, code: unheard) }
      let now = Clock.now()
      // Until something is heard again the position stands still.
      let runs = (device.isRunning || fade != nil) && awaited == .max
      if stream.note(unheard: unheard, now: now, runs: runs) {
        control.feedWake.raise()
      }
      if stream.ring.heard >= awaited { return .heard }
      if progress.isStalled(at: stream.ring.heard, now: now, runs: device.isRunning) {
        return .failed(ETIMEDOUT)
      }

      let wasEnded = isEnded(stream)
      let code = fill(stream, &device)
      if code < 0 { return outcome(stream, code: code) }
      let isDry = next(of: stream).count == 0
      if wasEnded, isDry, stream.isOver || stream.ring.heard == fade?.end { return .finished }

      let held = stream.ring.taken - stream.ring.heard
      if !device.isRunning, held > 0, !isDry || wasEnded || held >= startFrames {
        let code = device.start()
        if code < 0 { return .failed(-code) }
        continue
      }
      let waited = wait(stream, &device, isDry: isDry, isEnded: wasEnded, held: held)
      if waited < 0 { return outcome(stream, code: Int(waited)) }
    }
    return .attention
  }

  /// What a failure means: a device that stops because it has played everything has done its work.
  private func outcome(_ stream: OutputFeed, code: Int) -> Outcome {
    guard code == -Int(EPIPE), isEnded(stream), next(of: stream).count == 0 else {
      return .failed(Int32(-code))
    }
    note(stream, unheard: 0)
    return .finished
  }

  /// Whether nothing comes behind what there is, or behind what fades.
  private func isEnded(_ stream: OutputFeed) -> Bool {
    fade != nil || stream.isEnded.load(ordering: .sequentiallyConsistent)
  }

  /// What is to be given to the device next: nothing behind the end of a fade.
  private func next(of stream: OutputFeed) -> (frames: UnsafeRawPointer, count: Int) {
    let (frames, count) = stream.ring.next()
    guard let fade else { return (frames, count) }
    return (frames, max(0, min(count, fade.end - stream.ring.taken)))
  }

  /// Gives the device what it takes.
  private mutating func fill<Device: OutputDevice & ~Copyable>(
    _ stream: OutputFeed, _ device: inout Device
  ) -> Int {
    while true {
      let (frames, count) = next(of: stream)
      if count == 0 { return 0 }
      let taken = write(frames, count, at: stream.ring.taken, to: &device)
      if taken <= 0 { return taken }
      stream.ring.take(taken)
    }
  }

  private func wait<Device: OutputDevice & ~Copyable>(
    _ stream: OutputFeed, _ device: inout Device, isDry: Bool, isEnded: Bool, held: Int
  ) -> Int32 {
    let untilAlarm = milliseconds(stream, frames: stream.alarm.load(ordering: .relaxed), held: held)
    guard isDry else {
      return wait(&device, forRoom: true, milliseconds: min(untilAlarm, 1000))
    }
    if isEnded {
      let rest = Int32(held * 1000 / stream.format.sampleRate)
      return wait(&device, forRoom: false, milliseconds: min(untilAlarm, max(1, min(rest, 100))))
    }
    stream.isStarving.store(true, ordering: .sequentiallyConsistent)
    defer { stream.isStarving.store(false, ordering: .sequentiallyConsistent) }
    // What came in between has not woken us.
    if stream.ring.next().count > 0 || stream.isEnded.load(ordering: .sequentiallyConsistent) {
      return 0
    }
    let limit = device.isRunning ? min(untilAlarm, 100) : -1
    return wait(&device, forRoom: false, milliseconds: limit)
  }

  private func wait<Device: OutputDevice & ~Copyable>(
    _ device: inout Device, forRoom: Bool, milliseconds: Int32
  ) -> Int32 {
    let code = device.wait(forRoom: forRoom, wake: control.wake.raw, milliseconds: milliseconds)
    if code > 0 { control.wake.clear() }
    return min(code, 0)
  }

  /// The time until a frame will have been heard.
  private func milliseconds(_ stream: OutputFeed, frames: Int, held: Int) -> Int32 {
    if frames == .max { return .max }
    let distance = max(0, frames - stream.ring.heard)
    return Int32(clamping: distance * 1000 / stream.format.sampleRate + 1)
  }
}

/// Whether a device that runs gets on.
private struct Progress {
  private var heard = -1
  private var time = 0

  /// - Parameter now: In nanoseconds.
  mutating func isStalled(at heard: Int, now: Int, runs: Bool) -> Bool {
    if heard != self.heard || !runs {
      self.heard = heard
      time = now
    }
    return now - time > 2_500_000_000
  }
}
