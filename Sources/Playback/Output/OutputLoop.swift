import Glibc
import Media
import Posix

/// What the output thread does: opens the device, has it play streams, and gets it back when it fails.
struct OutputLoop: ~Copyable {
  let control: OutputControl

  /// What plays, or goes on when the device is back.
  var stream: OutputFeed?
  var gain: GainBuffer?
  var fade: Fade?
  /// In how many frames what comes next rises from silence; 0 once it has.
  var fadeIn = 0
  private var lastCut = 0
  private var isInterrupted = false
  private var displaced: UInt32?
  private var hasReportedEnd = false

  init(control: OutputControl) { self.control = control }

  /// Runs until it is told to quit.
  mutating func run() {
    // Without real-time priority it plays as well, as long as the machine is not too busy.
    NamedThread.raisePriority()
    while true {
      let wish = control.look()
      if wish.quits { return }
      if let cut = newCut(wish) { answer(cut) }
      if wish.request == nil {
        stream = nil
        isInterrupted = false
      }
      let isPaused = control.isPaused.load(ordering: .acquiring)
      guard let request = wish.request, request.generation != displaced, !isPaused else {
        control.wait(milliseconds: -1)
        continue
      }
      if let error = serve(wish, request) {
        if !isInterrupted || error != lastError { control.report(.interrupted(reason: "\(error)")) }
        isInterrupted = true
        lastError = error
        control.wait(milliseconds: error == .noOutput ? -1 : Self.retryMilliseconds)
      }
    }
  }

  private var lastError: OutputError?
  private static let retryMilliseconds: Int32 = 500

  private mutating func serve(_ wish: OutputWish, _ request: StreamRequest) -> OutputError? {
    switch wish.output?.kind {
    case .alsa(let device, let configuration):
      serve(wish, request) { () throws(OutputError) in
        try PCM(opening: device, configuration: configuration, wanted: request.source)
      }
    case .null: serve(wish, request) { NullOutput(format: request.source) }
    case nil: .noOutput
    }
  }

  /// Plays on one device until it fails or another is wanted.
  private mutating func serve<Device: OutputDevice & ~Copyable>(
    _ wish: OutputWish, _ request: StreamRequest, opening: () throws(OutputError) -> Device
  ) -> OutputError? {
    do throws(OutputError) {
      var device = try opening()
      if let stream, stream.generation == request.generation, stream.format != device.format {
        displaced = request.generation
        self.stream = nil
        control.report(.displaced(generation: request.generation))
        return nil
      }
      try play(on: &device, wish, openedFor: request.source)
      return nil
    } catch {
      return error
    }
  }

  /// Has a device play what is wanted until something else is: another device, another source, or none.
  mutating func play<Device: OutputDevice & ~Copyable>(
    on device: inout Device, _ wish: OutputWish, openedFor source: AudioFormat
  ) throws(OutputError) {
    var isPrepared = false
    var failures = 0
    while true {
      let now = control.look()
      if fadeOut(on: &device, &isPrepared, now, wish.output) { continue }
      guard !now.quits, now.output == wish.output, let request = now.request else {
        return stand(&device, &isPrepared)
      }
      if stream?.generation != request.generation {
        stand(&device, &isPrepared)
        // For another source the device is opened anew.
        if request.source != source { return }
        let usual = stream == nil ? now.fades.pause : now.fades.skip
        begin(request, device.format, on: device.setup, fade: request.isInside ? usual : .zero)
      }
      guard let stream else { return }
      if let cut = newCut(now) {
        if cut.generation == stream.generation, stream.ring.taken > cut.frame {
          stand(&device, &isPrepared)
        }
        answer(cut)
      }
      if !isWanted(stream) {
        stand(&device, &isPrepared)
        control.wait(milliseconds: -1)
        continue
      }
      if !isPrepared {
        let code = device.prepare()
        if code < 0 { throw .failed(device: device.name, code: -code) }
        isPrepared = true
      }
      let heard = stream.ring.heard
      switch sound(stream, on: &device, awaited: isInterrupted ? heard + 1 : .max) {
      case .attention: continue
      case .heard:
        control.report(.continuing)
        isInterrupted = false
      case .finished: stand(&device, &isPrepared)
      case .failed(let code):
        failures = stream.ring.heard > heard ? 1 : failures + 1
        // A device that fails again and again without playing anything has to be opened anew.
        let code = failures > 3 && code == EPIPE ? EIO : code
        try recover(&device, stream, from: code, &isPrepared)
      }
    }
  }

  /// Whether a stream is to sound now. Tells once that all of it was heard.
  private mutating func isWanted(_ stream: OutputFeed) -> Bool {
    if stream.isRetired.load(ordering: .acquiring) { return false }
    if !stream.isOver { hasReportedEnd = false }
    if stream.isOver {
      if !hasReportedEnd { control.report(.finished(generation: stream.generation)) }
      hasReportedEnd = true
      return false
    }
    return !control.isPaused.load(ordering: .acquiring)
  }

  /// - Parameter time: In which it rises from silence.
  @discardableResult
  mutating func begin(
    _ request: StreamRequest, _ format: AudioFormat, on device: AudioPath.Device? = nil,
    fade time: Duration = .zero
  ) -> OutputFeed {
    let stream = OutputFeed(format: format, generation: request.generation, device: device)
    self.stream = stream
    hasReportedEnd = false
    let volume = Double(bitPattern: control.gain.load(ordering: .relaxed))
    fadeIn = Int(format.frames(in: time))
    gain = GainBuffer(format: format, factor: fadeIn > 0 ? 0 : volume)
    control.report(.ready(stream))
    return stream
  }

  /// Has the device play again after it stopped by itself, or gives it up.
  private mutating func recover<Device: OutputDevice & ~Copyable>(
    _ device: inout Device, _ stream: OutputFeed, from code: Int32, _ isPrepared: inout Bool
  ) throws(OutputError) {
    switch code {
    case ESTRPIPE:
      if resume(&device) { return }
      stand(&device, &isPrepared)
    case EPIPE:
      let estimate = stream.heard(at: Clock.now())
      if device.prepare() >= 0 {
        // It stopped because it had played everything.
        note(stream, unheard: 0)
        rewind(stream)
        stream.underruns.add(1, ordering: .relaxed)
      } else {
        // A sound server that died says the same; what it had not played yet is not lost.
        note(stream, unheard: stream.ring.taken - estimate)
        rewind(stream)
        throw .failed(device: device.name, code: EIO)
      }
    default:
      stand(&device, &isPrepared)
      throw code == ETIMEDOUT
        ? .stalled(device: device.name) : .failed(device: device.name, code: code)
    }
  }

  /// After the machine slept hardware may need a while.
  private func resume<Device: OutputDevice & ~Copyable>(_ device: inout Device) -> Bool {
    for _ in 0..<20 {
      let code = device.resume()
      if code != -EAGAIN { return code >= 0 }
      control.wait(milliseconds: 50)
    }
    return false
  }

  /// Stops the device; what was not heard is written again later.
  mutating func stand<Device: OutputDevice & ~Copyable>(
    _ device: inout Device, _ isPrepared: inout Bool
  ) {
    guard isPrepared, let stream else { return }
    isPrepared = false
    let unheard = device.halt()
    let now = Clock.now()
    let rest = unheard ?? (stream.ring.taken - stream.heard(at: now))
    note(stream, unheard: rest)
    rewind(stream)
  }

  /// Tells how much the device, which stands, did not play, and wakes the feed where it waits for that.
  func note(_ stream: OutputFeed, unheard: Int) {
    if stream.note(unheard: unheard, now: Clock.now(), runs: false) { control.feedWake.raise() }
  }

  /// What the device, which stands, did not play is given to it again.
  private mutating func rewind(_ stream: OutputFeed) {
    stream.stand()
    gain?.rewind(to: stream.ring.taken)
  }

  func newCut(_ wish: OutputWish) -> OutputWish.Cut? {
    wish.cut.flatMap { $0.number == lastCut ? nil : $0 }
  }

  /// The device does not hold anything from the frame of the cut on.
  private mutating func answer(_ cut: OutputWish.Cut) {
    lastCut = cut.number
    guard let stream, stream.generation == cut.generation, stream.ring.taken <= cut.frame else {
      return control.report(.cut(number: cut.number, succeeded: false))
    }
    stream.ring.cut(at: cut.frame)
    control.report(.cut(number: cut.number, succeeded: true))
  }

  /// Gives the device frames, at the volume that is wanted, or as they fade. For `sound`.
  mutating func write<Device: OutputDevice & ~Copyable>(
    _ frames: UnsafeRawPointer, _ count: Int, at place: Int, to device: inout Device
  ) -> Int {
    let target = fade == nil ? Double(bitPattern: control.gain.load(ordering: .relaxed)) : 0
    let duration = fade?.frames ?? (fadeIn > 0 ? fadeIn : nil)
    if fade == nil, gain?.hasReached(target) == true { fadeIn = 0 }
    guard let scaled = gain?.apply(frames, count, at: place, target: target, over: duration) else {
      return device.write(frames, count: count)
    }
    let taken = device.write(scaled.frames, count: scaled.count)
    if taken < scaled.count { gain?.rewind(to: place + max(0, taken)) }
    return taken
  }
}
