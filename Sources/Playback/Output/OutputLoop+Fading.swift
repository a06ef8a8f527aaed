import Media

/// What plays becomes silent before it ends, and comes up again.
extension OutputLoop {
  /// A fade that is under way.
  struct Fade {
    /// The frame of the stream before which it becomes silent.
    let end: Int
    let frames: Int
  }

  /// Has what is heard fade where it is to end and that is wished: what the device holds is taken back from it,
  /// and given to it again as it becomes silent.
  ///
  /// - Parameter output: Where it plays.
  /// - Returns: Whether it was faded, and the device has stopped.
  mutating func fadeOut<Device: OutputDevice & ~Copyable>(
    on device: inout Device, _ isPrepared: inout Bool, _ wish: OutputWish,
    _ output: OutputConfiguration?
  ) -> Bool {
    guard isPrepared, device.isRunning, let stream, wish.output == output,
      let time = fadeTime(of: stream, wish)
    else { return false }
    takeBack(stream, from: &device)
    let heard = stream.ring.heard
    let frames = min(Int(stream.format.frames(in: time)), stream.ring.written - heard)
    if frames > 0, device.prepare() >= 0 {
      fade = Fade(end: heard + frames, frames: frames)
      while case .attention = sound(stream, on: &device, awaited: .max) {
        let wish = control.look()
        if wish.output != output || fadeTime(of: stream, wish) == nil || hasCut(wish, stream) {
          break
        }
      }
      fade = nil
      fadeIn = frames
    }
    stand(&device, &isPrepared)
    return true
  }

  /// In what time what plays is to become silent; `nil` when it is to play on, or ends at once.
  private func fadeTime(of stream: OutputFeed, _ wish: OutputWish) -> Duration? {
    if wish.quits || stream.isOver { return nil }
    let isReplaced =
      wish.request?.generation != stream.generation || stream.isRetired.load(ordering: .acquiring)
    let time =
      if wish.request == nil {
        wish.fades.stop
      } else if isReplaced {
        wish.fades.skip
      } else {
        control.isPaused.load(ordering: .acquiring) ? wish.fades.pause : .zero
      }
    return time > .zero ? time : nil
  }

  /// Whether frames are to be forgotten that fade.
  private func hasCut(_ wish: OutputWish, _ stream: OutputFeed) -> Bool {
    newCut(wish).map { $0.generation == stream.generation } ?? false
  }

  /// The device forgets what was not heard, to be given it again at once.
  private mutating func takeBack<Device: OutputDevice & ~Copyable>(
    _ stream: OutputFeed, from device: inout Device
  ) {
    let unheard = device.halt()
    let now = Clock.now()
    // The position goes on as if it played.
    let rest = unheard ?? (stream.ring.taken - stream.heard(at: now))
    if stream.note(unheard: rest, now: now, runs: true) { control.feedWake.raise() }
    stream.ring.rewind()
    gain?.rewind(to: stream.ring.taken)
  }
}
