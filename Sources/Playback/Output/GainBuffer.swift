import Media

/// Frames multiplied by the software volume, and faded, in memory that was made beforehand.
struct GainBuffer: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private var stage: GainStage

  /// Where in the stream the volume last began to change, from what, and to what.
  private var change: (frame: Int, start: Double, target: Double)

  /// - Parameter factor: Where the volume begins.
  init(format: AudioFormat, factor: Double) {
    capacity = max(256, format.sampleRate / 16)
    memory = .allocate(byteCount: capacity * format.bytesPerFrame, alignment: 16)
    change = (0, factor, factor)
    stage = GainStage(format: format, factor: factor)
  }

  deinit { memory.deallocate() }

  /// Whether what comes next is multiplied by this all along.
  func hasReached(_ target: Double) -> Bool { stage.factor == target && change.target == target }

  /// - Parameters:
  ///   - place: Where in the stream the frames begin.
  ///   - duration: In how many frames a new target is reached; `nil` in the usual time of a volume.
  /// - Returns: `nil` where the frames are to stay as they are; else the first of them, multiplied.
  mutating func apply(
    _ frames: UnsafeRawPointer, _ count: Int, at place: Int, target: Double,
    over duration: Int? = nil
  ) -> (frames: UnsafeRawPointer, count: Int)? {
    if target != change.target {
      change = (place, stage.factor, target)
      stage.pace(to: target, over: duration)
    }
    if stage.isTransparent(for: target) { return nil }
    let count = min(count, capacity)
    stage.go(to: place)
    stage.apply(frames, to: memory, frames: count, target: target)
    return (UnsafeRawPointer(memory), count)
  }

  /// Frames from here on come again. Before the last change the volume was what it was at that change.
  mutating func rewind(to place: Int) {
    stage.place(
      from: change.start, to: change.target, frames: max(0, place - change.frame))
    // A change of which nothing was heard begins anew.
    if place <= change.frame { change = (place, change.start, change.start) }
  }
}

extension GainStage {
  /// A change from silence to full takes 20 ms.
  init(format: AudioFormat, factor: Double) {
    self.init(
      layout: Layout(format.sampleFormat), channels: format.channels,
      rampFrames: format.sampleRate / 50, factor: factor)
  }
}

extension GainStage.Layout {
  init(_ format: SampleFormat) {
    switch format {
    case .u8: self = .u8
    case .s16: self = .s16
    case .s24: self = .s24
    case .s24Packed: self = .s24Packed
    case .s32: self = .s32
    case .float32: self = .float32
    }
  }
}
