import Glibc
import Media
import Worker

/// The end of a track goes over into the beginning of the next.
///
/// The end is held back from the stream until the next track is open, which it is long before the stream runs dry. The
/// next track becomes the current one when nothing of the one before is heard any more, as in MPD.
extension FeedLoop {
  /// Ends of tracks take no more memory.
  private static let heldBytes = 32 << 20

  /// Has the end of the track that is decoded held back, once it may come and where the next one is to be mixed with
  /// it.
  mutating func hold(_ stream: OutputFeed) {
    guard held == nil, let source, source.phase == .flowing, let place = source.place,
      let found = source.found, let crossfade = follower?.crossfade
    else { return }
    let side = side(source.track, found, found.mixRampEnd)
    guard let length = side.length, length >= CrossfadeSettings.shortestTrack else { return }
    let reach = stream.format.frames(in: crossfade.reach(of: side))
    let limit = min(reach, Int64(Self.heldBytes / stream.format.bytesPerFrame))
    let end =
      source.track.start(rate: stream.format.sampleRate) + stream.format.frames(in: length)
    let start = end - limit * Int64(speed) / 1000
    guard limit > 0, end > place, heardFrames(start - place) <= stream.ring.room else { return }
    held = HeldEnd(
      track: source.track, found: found, reach: source.reach, start: start, limit: Int(limit),
      frameSize: stream.format.bytesPerFrame)
  }

  /// As how many frames so many of the file are heard.
  private func heardFrames(_ frames: Int64) -> Int64 { frames * 1000 / Int64(speed) }

  private func side(
    _ track: Track, _ found: DecoderSource, _ ramp: String
  ) -> CrossfadeSettings.Side {
    let rate = found.format.sampleRate
    return CrossfadeSettings.Side(
      ramp: MixRamp(ramp), gain: 20 * log10(factor(for: track)),
      length: track.frames(ofFile: found.frames, rate: rate)
        .map { found.format.duration(frames: $0) })
  }

  /// Has the track that is open now mixed with the end that is held.
  ///
  /// - Returns: Whether it can be.
  mutating func beginMix(_ found: DecoderSource) -> Bool {
    guard let held, let source, let stream, held.reach != source.reach,
      let crossfade = source.track.crossfade,
      let overlap = crossfade.overlap(
        side(held.track, held.found, held.found.mixRampEnd),
        side(source.track, found, found.mixRampStart))
    else { return false }
    let frames = min(Int(stream.format.frames(in: overlap.time)), held.count)
    guard frames > 0 else { return false }
    self.held?.surplus = held.count - frames
    self.held?.mix = HeldEnd.Mix(frames: frames, isFaded: overlap.isFaded)
    return true
  }

  /// Whether the source is being mixed, and is no track of its own yet.
  var isMixing: Bool {
    guard let held, let source, let mix = held.mix else { return false }
    return held.reach != source.reach && !mix.isDone
  }

  /// Frames that the source may send beside those that there is room for; `nil` for none at all yet.
  var heldRoom: Int? {
    guard let held, let source else { return 0 }
    if held.reach == source.reach { return held.limit - held.count }
    // What is held goes first.
    return held.mix == nil || held.surplus > 0 ? nil : 0
  }

  /// Puts frames of the source where they belong.
  mutating func pass(_ frames: UnsafeRawBufferPointer, at place: Int64, into stream: OutputFeed) {
    let size = stream.format.bytesPerFrame
    let count = frames.count / size
    if let start = held?.start, held?.reach == source?.reach {
      let before = Int(max(0, min(Int64(count), heardFrames(start - place))))
      _ = stream.ring.put(UnsafeRawBufferPointer(rebasing: frames[..<(before * size)]))
      held?.append(UnsafeRawBufferPointer(rebasing: frames[(before * size)...]))
      letGo((held?.count ?? 0) - (held?.limit ?? 0), into: stream)
    } else if isMixing {
      if held?.mix?.streamFrame == nil { held?.mix?.streamFrame = stream.ring.written }
      let done = held?.mixNext(frames, stream.format, into: &mixed) ?? 0
      _ = mixed.withUnsafeBytes { stream.ring.put($0) }
      if !isMixing { mark(at: place + Int64(done * speed / 1000), in: stream) }
      _ = stream.ring.put(UnsafeRawBufferPointer(rebasing: frames[(done * size)...]))
    } else {
      _ = stream.ring.put(frames)
    }
  }

  /// The source ends before all that is held was mixed with it: it ends that as well.
  mutating func endMix() {
    guard isMixing, let stream, let place = source?.place else { return }
    let frames = held?.mix?.frames ?? 0
    held?.mix?.done = frames
    mark(at: place, in: stream)
  }

  /// Has the stream go on with what is held, where it has to: what no track comes for in time, or is mixed with.
  mutating func releaseHeld(_ stream: OutputFeed) {
    guard held != nil else { return }
    let reserve = stream.format.sampleRate / 2
    if held?.mix == nil, stream.ring.written - stream.ring.heard < reserve {
      let surplus = max(held?.surplus ?? 0, reserve)
      held?.surplus = surplus
    }
    let count = min(held?.surplus ?? 0, held?.count ?? 0, stream.ring.room)
    letGo(count, into: stream)
    held?.surplus -= max(0, count)
    guard held?.count == 0, held?.reach != source?.reach else { return }
    held = nil
    if isEnding { endStream() }
  }

  private mutating func letGo(_ count: Int, into stream: OutputFeed) {
    guard count > 0 else { return }
    held?.bytes.withUnsafeBytes { bytes in
      let part = bytes[..<(count * stream.format.bytesPerFrame)]
      _ = stream.ring.put(UnsafeRawBufferPointer(rebasing: part))
    }
    held?.removeFirst(count)
    if stream.isStarving.load(ordering: .sequentiallyConsistent) { control.wake.raise() }
  }

  /// When the stream is about to run dry while something is held: at which frame; `Int.max` for never.
  func alarmForHeld(_ stream: OutputFeed) -> Int {
    guard let held, held.mix == nil, held.count > 0 else { return .max }
    return stream.ring.written - stream.format.sampleRate / 2 + 1
  }
}
