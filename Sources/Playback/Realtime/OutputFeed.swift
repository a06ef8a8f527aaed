import Media
import Synchronization

/// Everything the output thread and the rest of the player share about one stream of frames, in one
/// object it never has to retain.
///
/// A seek or a skip begins a new stream: the object is the generation, and what an old one still
/// holds is never heard.
final class OutputFeed: Sendable {
  /// As the device takes it.
  let format: AudioFormat

  /// Where it is heard.
  let device: AudioPath.Device?

  /// Which request the stream answers.
  let generation: UInt32

  let ring: AudioRing

  /// Nothing of the stream is wanted any more.
  let isRetired = Atomic<Bool>(false)

  /// Nothing more will be written.
  let isEnded = Atomic<Bool>(false)

  /// The output has taken all there is and waits to be woken when there is more. Both sides write
  /// one mark and then read the other's, so both accesses are sequentially consistent.
  let isStarving = Atomic<Bool>(false)

  /// When so many frames were heard the feed is to be woken.
  let alarm = Atomic<Int>(.max)

  /// How often the device ran dry because the ring had.
  let underruns = Atomic<Int>(0)

  /// The moment at which frame 0 was heard if the device never stood still, in nanoseconds of the
  /// monotonic clock; `Int.min` while it stands.
  private let origin = Atomic<Int>(.min)

  private let rate: Double

  /// - Parameter seconds: How much sound it holds, at least.
  init(
    format: AudioFormat, generation: UInt32, device: AudioPath.Device? = nil, seconds: Int = 2
  ) {
    self.format = format
    self.device = device
    self.generation = generation
    rate = Double(format.sampleRate)
    ring = AudioRing(
      capacity: format.sampleRate * seconds, frameSize: format.bytesPerFrame)
  }

  /// The output: tells how much of what it took was not heard yet.
  ///
  /// - Parameters:
  ///   - now: In nanoseconds of the monotonic clock.
  ///   - runs: Whether the device plays.
  /// - Returns: Whether the feed is to be woken.
  @_noLocks @_noAllocation
  func note(unheard: Int, now: Int, runs: Bool) -> Bool {
    let heard = ring.hear(unheard: unheard)
    if runs {
      origin.store(now &- Int(Double(heard) * 1e9 / rate), ordering: .relaxed)
    } else {
      origin.store(.min, ordering: .relaxed)
    }
    guard heard >= alarm.load(ordering: .relaxed) else { return false }
    alarm.store(.max, ordering: .relaxed)
    return true
  }

  /// The output: the device stands, having forgotten what was not heard.
  @_noLocks @_noAllocation
  func stand() {
    origin.store(.min, ordering: .relaxed)
    ring.rewind()
  }

  /// Whether the device does not play it, so that what was heard is known exactly.
  var isStanding: Bool { origin.load(ordering: .relaxed) == Int.min && ring.taken == ring.heard }

  /// How many frames were heard by now: between two reports of the device by the clock, which is
  /// believed for a quarter of a second.
  func heard(at now: Int) -> Int {
    let origin = origin.load(ordering: .relaxed)
    let heard = ring.heard
    if origin == Int.min { return heard }
    let elapsed = Double(max(0, now &- origin)) * rate / 1e9
    let limit = min(ring.taken, heard &+ format.sampleRate / 4)
    return max(heard, min(limit, Int(elapsed)))
  }

  /// Whether all there will ever be was heard.
  var isOver: Bool {
    // The end first: what is written before it is set is then seen as well.
    isEnded.load(ordering: .sequentiallyConsistent) && ring.heard == ring.written
  }
}
