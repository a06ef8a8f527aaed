import Synchronization

/// Frames on their way to a device: one thread writes, one takes and hears.
///
/// A frame leaves the ring when it was heard, not when the device took it, so that it can be given
/// to the device again. Frames are counted from the beginning of the stream and never wrap.
struct AudioRing: ~Copyable, @unchecked Sendable {
  /// Frames that fit, a power of two.
  let capacity: Int

  /// In bytes.
  let frameSize: Int

  // The memory is fine to share because the writer touches only frames that were heard, the other
  // side only frames from `heard` to `written`, and the marks order the two.
  private let memory: UnsafeMutableRawPointer
  private let writtenMark = Atomic<Int>(0)
  private let takenMark = Atomic<Int>(0)
  private let heardMark = Atomic<Int>(0)

  /// - Parameter capacity: Made greater to be a power of two.
  init(capacity: Int, frameSize: Int) {
    var power = 1
    while power < capacity { power <<= 1 }
    self.capacity = power
    self.frameSize = frameSize
    memory = .allocate(byteCount: power * frameSize, alignment: 64)
  }

  deinit { memory.deallocate() }

  var written: Int { writtenMark.load(ordering: .acquiring) }
  var taken: Int { takenMark.load(ordering: .acquiring) }
  var heard: Int { heardMark.load(ordering: .acquiring) }

  /// Frames that can be put.
  var room: Int {
    @_noLocks @_noAllocation get {
      capacity &- (writtenMark.load(ordering: .relaxed) &- heardMark.load(ordering: .acquiring))
    }
  }

  /// The writer: adds whole frames, as many as there is room for.
  ///
  /// - Returns: How many frames were added.
  @_noLocks @_noAllocation
  func put(_ source: UnsafeRawBufferPointer) -> Int {
    guard let start = source.baseAddress else { return 0 }
    let count = min(source.count / frameSize, room)
    let written = writtenMark.load(ordering: .relaxed)
    let place = written & (capacity &- 1)
    let first = min(count, capacity &- place)
    (memory + place &* frameSize).copyMemory(from: start, byteCount: first &* frameSize)
    memory.copyMemory(from: start + first &* frameSize, byteCount: (count &- first) &* frameSize)
    // Sequentially consistent: see `OutputFeed.isStarving`.
    writtenMark.store(written &+ count, ordering: .sequentiallyConsistent)
    return count
  }

  /// The output: the next frames to take that lie side by side; none where the ring ran dry.
  @_noLocks @_noAllocation
  func next() -> (frames: UnsafeRawPointer, count: Int) {
    let taken = takenMark.load(ordering: .relaxed)
    let place = taken & (capacity &- 1)
    let count = writtenMark.load(ordering: .sequentiallyConsistent) &- taken
    return (UnsafeRawPointer(memory + place &* frameSize), min(count, capacity &- place))
  }

  /// The output: so many frames were given to the device.
  @_noLocks @_noAllocation
  func take(_ count: Int) {
    takenMark.store(takenMark.load(ordering: .relaxed) &+ count, ordering: .releasing)
  }

  /// The output: of the frames taken, all but the last `unheard` were heard. Never goes back.
  ///
  /// - Returns: How many were heard altogether.
  @_noLocks @_noAllocation
  func hear(unheard: Int) -> Int {
    let heard = heardMark.load(ordering: .relaxed)
    let taken = takenMark.load(ordering: .relaxed)
    let now = max(heard, taken &- max(0, unheard))
    heardMark.store(now, ordering: .releasing)
    return now
  }

  /// The output: the device forgot what was not heard; it is to be taken again.
  @_noLocks @_noAllocation
  func rewind() { takenMark.store(heardMark.load(ordering: .relaxed), ordering: .releasing) }

  /// The output, while the writer waits for it: forgets what was written from a frame on.
  func cut(at frame: Int) { writtenMark.store(frame, ordering: .releasing) }
}
