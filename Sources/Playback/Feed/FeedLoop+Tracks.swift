import Glibc
import Media
import Posix
import Worker

/// How one track after the other goes through the decoder.
extension FeedLoop {
  /// Has a track decoded. It is the only one from then on.
  mutating func open(_ track: Track, at target: Duration, knownRate: AudioFormat? = nil) {
    let rate = knownRate?.sampleRate ?? track.sampleRate ?? 44100
    let frame = track.start(rate: rate) + Self.frames(in: target, rate: rate)
    lastReach += 1
    source = Source(
      track: track, target: target, reach: lastReach, startFrame: frame,
      endFrame: track.end(rate: rate))
    do throws(PosixError) {
      try reach(track.path, lastReach)
    } catch {
      fail(track, "Cannot play \(track.path): \(error.reason).")
    }
  }

  /// Has a file opened by a thread that nobody waits for, since its file system may not answer.
  private func reach(_ path: FilePath, _ number: Int) throws(PosixError) {
    let (inbox, wake) = (inbox, control.feedWake)
    try NamedThread.start("segue-open") {
      let file = Result { () throws(PosixError) in
        FileDescriptor.Owned(try Decoder.openFile(path).release())
      }
      inbox.put(.reached(number, file))
      wake.raise()
    }.detach()
  }

  /// Hands the file of the track that is to be decoded to the decoder.
  mutating func reached(_ number: Int, _ file: Result<FileDescriptor.Owned, PosixError>) {
    guard let source, source.phase == .reaching, source.reach == number else { return }
    do throws(PosixError) {
      decode(source, try file.get())
    } catch {
      fail(source.track, "Cannot play \(source.track.path): \(error.reason).")
    }
  }

  private mutating func decode(_ source: Source, _ file: FileDescriptor.Owned) {
    do throws(WorkerError) {
      var decoder = if let known = decoder { known } else { try Decoder(workers) }
      self.source?.number = try decoder.open(
        file.raw, from: source.startFrame, to: source.endFrame,
        hint: source.track.path.fileExtension)
      self.source?.phase = .opening
      self.source?.lastNews = Clock.now()
      self.decoder = decoder
    } catch {
      // One that served tracks before may have died of one of those: this one gets another.
      let isUsed = decoder != nil
      decoder = nil
      if isUsed { return decode(source, file) }
      fail(source.track, "Cannot play \(source.track.path): \(error)")
    }
  }

  /// What is being decoded is not wanted any more.
  mutating func closeSource() {
    guard let source else { return }
    self.source = nil
    guard let number = source.number else { return }
    do {
      try decoder?.send(.close(generation: number))
    } catch {
      decoder = nil
    }
  }

  /// Nothing can be heard of a track. What comes next is the player's to say.
  private mutating func fail(_ track: Track, _ reason: String) {
    if held?.mix?.streamFrame == nil {
      held?.mix = nil
      held?.surplus = 0
    }
    source = nil
    if begun?.entry == track.entry { begun = nil }
    event(.failed(track.entry, reason: reason))
    endStream()
  }

  /// Changes what comes after the track that is heard.
  mutating func follow(_ track: Track?) {
    if let begun {
      // The same entry may have got another range.
      if let track, begun.entry == track.entry, begun.part == track.part { return }
      guard takeBack() else { return }
    }
    follower = track
    if source == nil { beginFollower() }
  }

  /// Takes the begun follower out of the stream again.
  ///
  /// - Returns: `false` when it is too late: it is heard already.
  private mutating func takeBack() -> Bool {
    if let mix = held?.mix, let stream {
      if let start = mix.streamFrame, !cut(stream, at: start) { return false }
      marks.removeAll(where: \.isFollower)
      held?.mix = nil
      held?.surplus = 0
    } else if let mark = marks.first(where: \.isFollower), let stream {
      guard cut(stream, at: mark.streamFrame) else { return false }
      marks.removeAll(where: \.isFollower)
    }
    if let source, source.track.entry == begun?.entry {
      closeSource()
    }
    begun = nil
    return true
  }

  /// Has the output forget what comes from a frame on.
  private mutating func cut(_ stream: OutputFeed, at frame: Int) -> Bool {
    lastCut += 1
    let cut = OutputWish.Cut(generation: stream.generation, frame: frame, number: lastCut)
    control.change { $0.cut = cut }
    let deadline = Clock.now() + 1_000_000_000
    while cutResults[lastCut] == nil, Clock.now() < deadline {
      var descriptor = pollfd(fd: control.feedWake.raw, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, 100)
      control.feedWake.clear()
      takeCutResults()
    }
    defer { cutResults = [:] }
    return cutResults[lastCut] ?? false
  }

  mutating func beginFollower() {
    guard let track = follower else { return endStream() }
    follower = nil
    isEnding = false
    begun = track
    open(track, at: .zero)
  }

  /// Nothing more comes in this stream, as far as is known.
  mutating func endStream() {
    guard let stream else { return }
    isEnding = held.map { $0.mix == nil && $0.count > 0 } ?? false
    if isEnding { return }
    if isDrained { return ended() }
    stream.isEnded.store(true, ordering: .sequentiallyConsistent)
    control.demandAttention()
  }

  /// Reads what the decoder has to say.
  mutating func readReplies() {
    while decoder != nil {
      var reply: DecoderReply?
      attempt { decoder throws(WorkerError) in reply = try decoder.receive() }
      guard let reply else { return }
      handle(reply)
    }
  }

  private mutating func handle(_ reply: DecoderReply) {
    switch reply {
    case .opened(let number, let found):
      if number == source?.number { opened(found) }
    case .frames(let number, let frame, let bytes):
      if number == source?.number { take(bytes, from: frame) }
    case .finished(let number, let frame):
      if number == source?.number { finished(at: frame) }
    case .failed(let number, let reason):
      if number == source?.number { broke(reason) }
    }
  }

  private mutating func opened(_ found: DecoderSource) {
    guard let source, source.phase == .opening else { return }
    let rate = found.format.sampleRate
    let start = source.track.start(rate: rate) + Self.frames(in: source.target, rate: rate)
    // The end was counted at the same rate as the start, which may be 0 at any rate.
    if start != source.startFrame || source.track.end(rate: rate) != source.endFrame {
      // The tags were wrong about the rate.
      return open(source.track, at: source.target, knownRate: found.format)
    }
    self.source?.found = found
    self.source?.lastNews = Clock.now()
    if stream == nil {
      request()
    } else if beginMix(found) {
      // In the format of the stream, whatever its own is.
      flow()
    } else if streamSource == found.format || flowingSource == found.format {
      held?.surplus = .max
      flow()
    } else {
      self.source?.phase = .draining
      if isDrained { request() } else { endStream() }
    }
  }

  /// Asks for a stream to the device.
  mutating func request() {
    guard let source, let found = source.found else { return }
    lastRequest += 1
    stream = nil
    isDrained = false
    streamSource = found.format
    flowingSource = nil
    self.source?.phase = .requesting
    let request = StreamRequest(
      generation: lastRequest, source: found.format, isInside: source.target > .zero)
    control.change { $0.request = request }
  }

  /// Has the frames flow.
  mutating func flow() {
    guard let source, let number = source.number, let stream else { return }
    isDrained = false
    if stream.isEnded.exchange(false, ordering: .sequentiallyConsistent) {
      control.demandAttention()
    }
    self.source?.phase = .flowing
    flowingSource = source.found?.format
    let factor = factor(for: source.track)
    self.source?.gain = GainStage(format: stream.format, factor: factor)
    attempt { [speed] decoder throws(WorkerError) in
      try decoder.send(.start(generation: number, format: stream.format, speed: speed))
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, from frame: Int64) {
    guard let source, let stream, source.found != nil else { return }
    let count = bytes.count / stream.format.bytesPerFrame
    guard source.phase == .flowing, count > 0, count <= source.credit,
      bytes.count == count * stream.format.bytesPerFrame
    else { return loseDecoder("Its decoder sent what it was not asked for.") }
    if !source.hasFrames, !isMixing { mark(at: frame, in: stream) }
    self.source?.hasFrames = true
    self.source?.place = frame + Int64(count * speed / 1000)
    self.source?.credit -= count
    self.source?.lastNews = Clock.now()
    // Credit is never more than there is room.
    put(bytes, count, at: frame, into: stream)
    if stream.isStarving.load(ordering: .sequentiallyConsistent) { control.wake.raise() }
  }

  /// The track that is being decoded begins to be heard with the next frame of the stream.
  ///
  /// - Parameter place: Which frame of the file that is, at the stream's rate.
  mutating func mark(at place: Int64, in stream: OutputFeed) {
    guard let source, let found = source.found else { return }
    marks.append(
      Mark(
        streamFrame: stream.ring.written,
        sourceFrame: place - source.track.start(rate: stream.format.sampleRate),
        track: source.track, found: found, speed: speed,
        isFollower: source.track.entry == begun?.entry))
  }

  /// - Parameter frame: The place in the file behind the last frame, at the stream's rate.
  private mutating func finished(at frame: Int64) {
    guard let source else { return }
    // Past the end of a track is its end; a track without any frame is none.
    if !source.hasFrames, source.target == .zero {
      return fail(source.track, "Cannot play \(source.track.path): there is no sound in it.")
    }
    endMix()
    if let reason = source.shortfall(at: frame, of: stream?.format) {
      event(.broke(source.track.entry, reason: reason))
    }
    self.source = nil
    beginFollower()
  }

  /// The source cannot be decoded any further.
  mutating func broke(_ reason: String) {
    guard let source else { return }
    let reason = "Cannot play \(source.track.path): \(reason)"
    guard source.hasFrames else { return fail(source.track, reason) }
    endMix()
    event(.broke(source.track.entry, reason: reason))
    self.source = nil
    beginFollower()
  }

  /// Does something with the decoder; where that fails the decoder is replaced, and its track over.
  mutating func attempt(_ body: (Decoder) throws(WorkerError) -> Void) {
    guard let decoder else { return }
    do throws(WorkerError) {
      try body(decoder)
    } catch {
      loseDecoder(error.description)
    }
  }

  mutating func loseDecoder(_ reason: String) {
    decoder = nil
    broke(reason)
  }

  private static func frames(in time: Duration, rate: Int) -> Int64 {
    AudioFormat(sampleRate: rate, channels: 1, sampleFormat: .s16)?.frames(in: time) ?? 0
  }

  /// Keeps the other reports for their turn.
  private mutating func takeCutResults() {
    for report in control.takeReports() {
      if case .cut(let number, let succeeded) = report {
        cutResults[number] = succeeded
      } else {
        control.report(report)
      }
    }
  }
}
