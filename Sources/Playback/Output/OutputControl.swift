import Glibc
import Media
import Posix
import Synchronization

/// What the output is to do.
struct OutputWish: Sendable {
  var output: OutputConfiguration?
  /// `nil`: the device is closed.
  var request: StreamRequest?
  var cut: Cut?
  var fades = FadeSettings()
  var quits = false

  struct Cut: Sendable {
    let generation: UInt32
    /// What was written from this frame on is not wanted.
    let frame: Int
    /// Tells one cut from another.
    let number: Int
  }
}

/// A stream is wanted, in the format of the device that is nearest to the source's.
struct StreamRequest: Sendable, Hashable {
  let generation: UInt32
  let source: AudioFormat
  /// Whether it begins in the middle of a track.
  var isInside = false
}

/// What the output tells the feed.
enum OutputReport: Sendable {
  /// The device is open; frames are to be put here.
  case ready(OutputFeed)
  /// Everything was heard.
  case finished(generation: UInt32)
  /// Whether it came in time.
  case cut(number: Int, succeeded: Bool)
  case interrupted(reason: String)
  case continuing
  /// The device takes another format than before, so the stream cannot go on.
  case displaced(generation: UInt32)
}

/// Everything through which the output thread is led, and through which it reports.
final class OutputControl: Sendable {
  let isPaused: Atomic<Bool>

  /// The factor of the software volume, as the bits of a `Double`.
  let gain: Atomic<UInt64>

  /// The wish or the pause has changed: the output looks at them before it goes on.
  let attention = Atomic<Bool>(true)

  /// Wakes the output.
  let wake: EventDescriptor

  /// Wakes the feed.
  let feedWake: EventDescriptor

  private let wish: Guarded<OutputWish>
  private let reports = Guarded<[OutputReport]>([])

  init(
    output: OutputConfiguration?, volume: Int, paused: Bool, fades: FadeSettings = FadeSettings()
  ) throws(PosixError) {
    wake = try EventDescriptor()
    feedWake = try EventDescriptor()
    wish = Guarded(OutputWish(output: output, fades: fades))
    isPaused = Atomic(paused)
    gain = Atomic(Self.factor(volume: volume).bitPattern)
  }

  /// Anybody: changes what the output is to do.
  func change(_ body: (inout OutputWish) -> Void) {
    wish.withLock { body(&$0) }
    demandAttention()
  }

  func demandAttention() {
    attention.store(true, ordering: .releasing)
    wake.raise()
  }

  func setPaused(_ paused: Bool) {
    isPaused.store(paused, ordering: .releasing)
    demandAttention()
  }

  func setVolume(_ volume: Int) {
    gain.store(Self.factor(volume: volume).bitPattern, ordering: .relaxed)
  }

  /// The output: what it is to do now.
  func look() -> OutputWish {
    attention.store(false, ordering: .sequentiallyConsistent)
    return wish.withLock { $0 }
  }

  /// The output: waits until it is woken.
  ///
  /// - Parameter milliseconds: -1 for no end.
  func wait(milliseconds: Int32) {
    var descriptor = pollfd(fd: wake.raw, events: Int16(POLLIN), revents: 0)
    if poll(&descriptor, 1, milliseconds) > 0 { wake.clear() }
  }

  /// The output.
  func report(_ report: OutputReport) {
    reports.withLock { $0.append(report) }
    feedWake.raise()
  }

  /// The feed.
  func takeReports() -> [OutputReport] {
    reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }

  /// Loudness goes by the cube of the volume, so that 50 sounds about half as loud as 100.
  static func factor(volume: Int) -> Double {
    let share = Double(volume) / 100
    return share * share * share
  }
}
