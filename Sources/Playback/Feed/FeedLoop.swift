import Glibc
import Media
import Posix
import Worker

/// What the feed's thread does: has tracks decoded, one after the other, and their frames put into
/// the stream of the output.
struct FeedLoop {
  let inbox: FeedInbox
  let control: OutputControl
  let workers: WorkerPrograms
  private let report: @Sendable (FeedEvent) -> Void

  init(
    inbox: FeedInbox, control: OutputControl, workers: WorkerPrograms,
    report: @escaping @Sendable (FeedEvent) -> Void
  ) {
    self.inbox = inbox
    self.control = control
    self.workers = workers
    self.report = report
  }

  /// The player's, for its events.
  var generation: UInt32 = 0

  var decoder: Decoder?
  /// When the decoder has nothing to do any more, in nanoseconds.
  var idleSince = 0

  /// What is being decoded.
  var source: Source?
  /// The number of the last file that was asked for.
  var lastReach = 0

  /// Where its frames go; `nil` while no device is open for it.
  var stream: OutputFeed?
  /// Whether all of the stream was heard while its next track was not open yet.
  var isDrained = false
  /// For which format of a source the device was opened.
  var streamSource: AudioFormat?
  var lastRequest: UInt32 = 0

  /// The format of the source whose frames flowed into it last.
  var flowingSource: AudioFormat?
  /// The end of a track, until the next one is mixed with it and heard.
  var held: HeldEnd?
  /// Whether the stream ends behind what is held.
  var isEnding = false

  /// Tracks that begin in the stream and of which nothing was heard.
  var marks: [Mark] = []

  /// What is heard, or will be first.
  var heardEntry: EntryID?
  /// What comes after it, as long as it is not begun.
  var follower: Track?
  /// What comes after it, once it is begun and until it is heard.
  var begun: Track?

  var replayGain = ReplayGainSettings()
  /// How fast what is decoded is, in thousandths.
  var speed = 1000
  /// Frames while they are multiplied.
  var scratch: [UInt8] = []
  /// Frames of two tracks.
  var mixed: [UInt8] = []

  var lastCut = 0
  var cutResults: [Int: Bool] = [:]

  /// A track on its way through the decoder.
  struct Source {
    enum Phase {
      /// Waits for the file system.
      case reaching
      case opening
      /// Waits until the stream before, of another format, was heard.
      case draining
      /// Waits for the device.
      case requesting
      case flowing
    }

    let track: Track
    let target: Duration
    /// The number of its file on the way to the decoder.
    let reach: Int
    /// Its number at the decoder, once it is there.
    var number: UInt32?
    /// The first frame wanted, at the rate that the source was believed to have.
    let startFrame: Int64
    /// The frame before which it ends, at the same rate; `nil` for the file's own end.
    let endFrame: Int64?
    var phase = Phase.reaching
    var found: DecoderSource?
    /// Frames that the decoder may still send.
    var credit = 0
    var hasFrames = false
    /// The place in the file behind the last frame that came, at the stream's rate.
    var place: Int64?
    /// Multiplies its frames; `nil` before they flow.
    var gain: GainStage?
    /// When the decoder last said something, in nanoseconds.
    var lastNews = Clock.now()

    /// Why there was less than the file had promised: a sentence; `nil` where there was not.
    ///
    /// - Parameter frame: The place in the file behind its last frame, in the stream's format.
    func shortfall(at frame: Int64, of format: AudioFormat?) -> String? {
      guard hasFrames, let format, let found, found.isExact, let promised = found.frames else {
        return nil
      }
      let frames = min(promised, endFrame ?? promised)
      let end = found.format.duration(frames: frames)
      // What was resampled may be a frame shorter.
      guard frame + 1 < format.frames(in: end) else { return nil }
      let reached = PlaybackTime(format.duration(frames: frame))
      return """
        \(track.path) ended at \(reached) instead of \(PlaybackTime(end)): it is cut short, or was \
        changed while it played.
        """
    }

    /// Whether the decoder owes us an answer.
    var isExpecting: Bool { phase == .opening || phase == .flowing && credit > 0 }

    /// When it has been waited for long enough, in nanoseconds; `nil` while nothing is waited for.
    var deadline: Int? {
      if phase == .reaching { return lastNews + FeedLoop.reachPatience }
      return isExpecting ? lastNews + FeedLoop.patience : nil
    }
  }

  /// The place where a track begins.
  struct Mark {
    let streamFrame: Int
    /// Counted from the track's beginning, at the stream's rate.
    let sourceFrame: Int64
    let track: Track
    let found: DecoderSource
    let speed: Int
    let isFollower: Bool
  }

  mutating func run() {
    while true {
      control.feedWake.clear()
      guard let commands = inbox.take() else { return }
      for command in commands { handle(command) }
      for report in control.takeReports() { handle(report) }
      readReplies()
      settle()
      giveUpWaiting()
      wait()
    }
  }

  func event(_ kind: FeedEvent.Kind) {
    report(FeedEvent(generation: generation, kind: kind))
  }

  private mutating func handle(_ command: FeedCommand) {
    switch command {
    case .play(let track, let position, let generation):
      forget()
      self.generation = generation
      heardEntry = track.entry
      open(track, at: position)
    case .follow(let track, let entry, let generation):
      guard generation == self.generation, entry == heardEntry else { return }
      follow(track)
    case .speed(let speed): self.speed = speed
    case .replayGain(let settings): replayGain = settings
    case .reached(let number, let file): reached(number, file)
    case .stop:
      // First, so that the output knows why the stream ends.
      control.change { $0.request = nil }
      forget()
      heardEntry = nil
    }
  }

  /// Drops everything that is under way.
  private mutating func forget() {
    if let stream {
      stream.isRetired.store(true, ordering: .releasing)
      control.demandAttention()
    }
    closeSource()
    stream = nil
    isDrained = false
    streamSource = nil
    held = nil
    isEnding = false
    marks = []
    follower = nil
    begun = nil
    // A request that was not answered yet is not wanted any more either.
    lastRequest += 1
    idleSince = Clock.now()
  }

  private mutating func handle(_ report: OutputReport) {
    switch report {
    case .ready(let stream):
      guard stream.generation == lastRequest else { return }
      self.stream = stream
      if source?.phase == .requesting { flow() }
    case .finished(let generation):
      guard generation == stream?.generation, stream?.isOver == true else { return }
      streamFinished()
    case .cut(let number, let succeeded): cutResults[number] = succeeded
    case .interrupted(let reason): event(.interrupted(reason: reason))
    case .continuing: event(.continuing)
    case .displaced(let generation):
      if generation == lastRequest { event(.displaced) }
    }
  }

  /// Everything was heard. What comes next is the player's to say, with a new command to play.
  mutating func ended() {
    heardEntry = nil
    event(.ended)
  }

  private mutating func streamFinished() {
    settle()
    guard let source else { return ended() }
    // Another one may still be opened, and go on in this stream.
    isDrained = true
    if source.phase == .draining { request() }
  }

  /// Announces what is heard, lets the decoder send more, and says when to be woken.
  private mutating func settle() {
    guard let stream else { return }
    while let mark = marks.first, stream.ring.heard > mark.streamFrame {
      marks.removeFirst()
      heardEntry = mark.track.entry
      if mark.isFollower {
        begun = nil
        if held?.mix != nil { held = nil }
      }
      announce(mark, stream)
    }
    hold(stream)
    releaseHeld(stream)
    var alarm = marks.first.map { $0.streamFrame + 1 } ?? .max
    if let source, source.phase == .flowing {
      grantCredit(stream)
      // Where there will be room for another second.
      let credit = self.source?.credit ?? source.credit
      let full = stream.ring.written + credit + stream.format.sampleRate
      alarm = min(alarm, full - stream.ring.capacity)
    }
    alarm = min(alarm, alarmForHeld(stream))
    stream.alarm.store(alarm, ordering: .releasing)
    // What was heard in between has not woken us.
    if stream.ring.heard >= alarm { control.feedWake.raise() }
  }

  private func announce(_ mark: Mark, _ stream: OutputFeed) {
    let sounding = Sounding(
      track: mark.track, found: mark.found, stream: stream, streamFrame: mark.streamFrame,
      sourceFrame: mark.sourceFrame, speed: mark.speed)
    event(.started(sounding, following: mark.isFollower))
  }

  /// Credit is given for whole seconds, so that little wakes.
  private mutating func grantCredit(_ stream: OutputFeed) {
    guard let source, let number = source.number, let heldRoom else { return }
    let second = stream.format.sampleRate
    // What is held is to be there at once.
    let step = heldRoom > 0 ? 1 : second
    let frames = (stream.ring.room + heldRoom - source.credit) / step * step
    guard frames > 0 else { return }
    self.source?.credit += frames
    self.source?.lastNews = Clock.now()
    attempt { decoder throws(WorkerError) in
      try decoder.send(.credit(generation: number, frames: Int64(frames)))
    }
  }

  private func wait() {
    var descriptors = [pollfd(fd: control.feedWake.raw, events: Int16(POLLIN), revents: 0)]
    if let decoder {
      descriptors.append(pollfd(fd: decoder.descriptor, events: Int16(POLLIN), revents: 0))
    }
    poll(&descriptors, nfds_t(descriptors.count), timeout())
  }

  /// In milliseconds, -1 for none.
  private func timeout() -> Int32 {
    let deadline: Int
    if let end = source?.deadline {
      deadline = end
    } else if decoder != nil, source == nil, stream == nil {
      deadline = idleSince + Self.warmth
    } else {
      return -1
    }
    return Int32(clamping: max(0, (deadline - Clock.now()) / 1_000_000 + 1))
  }

  /// Ends a decoder that says nothing any more, or that has had nothing to do for a while.
  private mutating func giveUpWaiting() {
    let now = Clock.now()
    if let source, let deadline = source.deadline, now > deadline {
      if source.phase == .reaching {
        broke("its file system did not answer for \(Self.reachPatience / 1_000_000_000) seconds.")
      } else {
        loseDecoder("Its decoder did not answer for \(Self.patience / 1_000_000_000) seconds.")
      }
    } else if decoder != nil, source == nil, stream == nil, now - idleSince > Self.warmth {
      decoder = nil
    }
  }

  /// How long a file system may be silent, in nanoseconds: a disk that has to begin to turn takes some seconds.
  private static let reachPatience = 20_000_000_000
  /// How long a decoder may be silent, and how long it is kept warm, in nanoseconds.
  private static let patience = 10_000_000_000
  private static let warmth = 60_000_000_000
}
