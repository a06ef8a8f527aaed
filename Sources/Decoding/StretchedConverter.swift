import CFFmpeg
import Media

/// Brings decoded frames into a device's format at another speed.
final class StretchedConverter {
  private let inner: FrameConverter
  private let format: AudioFormat
  private var stretch: TimeStretch
  private let speed: Double
  private var packing: Repacking
  private var floats = FrameBuffer()

  /// `nil` for a format that floating point cannot be brought into.
  init?(to format: AudioFormat, signalBits: Int, speed: Double) {
    guard
      let float = AudioFormat(
        sampleRate: format.sampleRate, channels: format.channels, sampleFormat: .float32)
    else { return nil }
    self.format = format
    self.speed = speed
    inner = FrameConverter(to: float, signalBits: signalBits)
    packing = Repacking(mixed: format)
    stretch = TimeStretch(
      channels: format.channels, sampleRate: format.sampleRate, speed: speed)
  }

  func convert(
    _ piece: FrameReader.Piece, into buffer: inout FrameBuffer
  ) throws(DecodingError) {
    try inner.convert(piece, into: &floats)
    addFloats()
    try giveOutput(to: &buffer)
  }

  func flush(into buffer: inout FrameBuffer) throws(DecodingError) {
    try inner.flush(into: &floats)
    addFloats()
    stretch.finish()
    try giveOutput(to: &buffer)
    stretch = TimeStretch(channels: format.channels, sampleRate: format.sampleRate, speed: speed)
  }

  private func addFloats() {
    guard floats.count > 0 else { return }
    floats.take(floats.count) { stretch.add($0.bindMemory(to: Float.self)) }
  }

  private func giveOutput(to buffer: inout FrameBuffer) throws(DecodingError) {
    let count = stretch.output.count / format.channels
    guard count > 0 else { return }
    let bytes = count * format.bytesPerFrame
    let room = try check(buffer.reserve(bytes), "allocate a buffer")
    stretch.output.withUnsafeBytes { samples in
      guard let start = samples.baseAddress else { return }
      let view = SampleView(
        channels: (0..<format.channels).map { start + $0 * 4 }, stride: format.channels,
        kind: .float32)
      packing.copy(view, count: count, to: room)
    }
    buffer.add(bytes)
    stretch.removeOutput()
  }
}
