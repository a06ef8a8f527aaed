import Glibc
import Media

/// Plays into nothing, as fast as a device would.
struct NullOutput: OutputDevice, ~Copyable {
  let name = "null"
  let isAudible = false
  let format: AudioFormat
  let bufferFrames: Int
  private(set) var isRunning = false

  private var written = 0
  /// What had been played when the clock began to run.
  private var played = 0
  private var startTime = 0

  init(format: AudioFormat) {
    self.format = format
    bufferFrames = format.sampleRate / 2
  }

  mutating func prepare() -> Int32 {
    isRunning = false
    written = 0
    played = 0
    return 0
  }

  mutating func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    let unheard = delay()
    if unheard < 0 { return unheard }
    let count = min(count, bufferFrames - unheard)
    written += count
    return count
  }

  mutating func start() -> Int32 {
    if isRunning { return 0 }
    isRunning = true
    startTime = Clock.now()
    return 0
  }

  mutating func delay() -> Int {
    guard isRunning else { return written - played }
    let elapsed = Double(Clock.now() - startTime) * Double(format.sampleRate) / 1e9
    let unheard = written - played - Int(elapsed)
    return unheard > 0 ? unheard : Int(-EPIPE)
  }

  mutating func halt() -> Int? {
    let unheard = max(0, delay())
    isRunning = false
    return unheard
  }

  mutating func resume() -> Int32 { -ENOSYS }

  mutating func wait(forRoom: Bool, wake: Int32, milliseconds: Int32) -> Int32 {
    var descriptor = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    var limit = milliseconds
    if forRoom {
      // Until a quarter of the buffer is free.
      let wanted = max(0, delay()) - bufferFrames * 3 / 4
      let time = Int32(max(1, wanted * 1000 / format.sampleRate + 1))
      limit = milliseconds < 0 ? time : min(milliseconds, time)
    }
    return poll(&descriptor, 1, limit) > 0 ? 1 : 0
  }
}
