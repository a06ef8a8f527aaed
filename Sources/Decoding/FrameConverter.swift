import CFFmpeg
import Media

/// Brings decoded frames into a device's format, as exactly as that can be.
final class FrameConverter {
  let format: AudioFormat
  private let signalBits: Int
  private var current: Step?
  /// What does it all where the speed is another one.
  private let stretched: StretchedConverter?

  /// What is done to frames of one shape.
  private final class Step {
    let kind: SampleView.Kind
    var repacking: Repacking
    let resampler: Resampler?
    let sample: Int32
    let rate: Int32
    let channels: Int32
    let mask: UInt64

    init(
      _ frame: UnsafeMutablePointer<AVFrame>, signalBits: Int, to format: AudioFormat
    ) throws(DecodingError) {
      let plan = try ConversionPlan(frame.pointee, signalBits: signalBits, to: format)
      kind = plan.kind
      repacking = Repacking(plan, to: format.sampleFormat)
      if let arithmetic = plan.arithmetic {
        resampler = try Resampler(frame, arithmetic, to: format.sampleRate)
      } else {
        resampler = nil
      }
      sample = frame.pointee.format
      rate = frame.pointee.sample_rate
      channels = frame.pointee.ch_layout.nb_channels
      mask = frame.pointee.ch_layout.u.mask
    }

    func fits(_ frame: AVFrame) -> Bool {
      frame.format == sample && frame.sample_rate == rate
        && frame.ch_layout.nb_channels == channels && frame.ch_layout.u.mask == mask
    }
  }

  /// - Parameter speed: How many frames of the stream become one.
  init(to format: AudioFormat, signalBits: Int, speed: Double = 1) {
    self.format = format
    self.signalBits = signalBits
    stretched =
      speed == 1 ? nil : StretchedConverter(to: format, signalBits: signalBits, speed: speed)
  }

  /// Appends the samples of a piece.
  func convert(
    _ piece: FrameReader.Piece, into buffer: inout FrameBuffer
  ) throws(DecodingError) {
    if let stretched { return try stretched.convert(piece, into: &buffer) }
    if let step = current, !step.fits(piece.frame.pointee) { try flush(into: &buffer) }
    let step: Step
    if let current {
      step = current
    } else {
      step = try Step(piece.frame, signalBits: signalBits, to: format)
      current = step
    }
    let planes = Self.planes(of: piece)
    guard let resampler = step.resampler else {
      let view = SampleView(channels: planes.channels, stride: planes.stride, kind: step.kind)
      return try append(view, piece.count, step, to: &buffer)
    }
    let inputs = (planes.stride == 1 ? planes.channels : Array(planes.channels.prefix(1)))
      .map { Optional($0.assumingMemoryBound(to: UInt8.self)) }
    let output = try resampler.convert(inputs, count: piece.count)
    try append(output.channels, output.count, step, to: &buffer)
  }

  /// Appends what is still held, and forgets the past.
  func flush(into buffer: inout FrameBuffer) throws(DecodingError) {
    if let stretched { return try stretched.flush(into: &buffer) }
    defer { current = nil }
    guard let step = current, let resampler = step.resampler else { return }
    while true {
      let output = try resampler.convert(nil, count: 0)
      guard output.count > 0 else { return }
      try append(output.channels, output.count, step, to: &buffer)
    }
  }

  /// Where each channel's samples of the piece begin.
  private static func planes(
    of piece: FrameReader.Piece
  ) -> (channels: [UnsafeRawPointer], stride: Int) {
    let frame = piece.frame.pointee
    let sample = AVSampleFormat(rawValue: frame.format)
    let bytes = Int(av_get_bytes_per_sample(sample))
    let count = Int(frame.ch_layout.nb_channels)
    let isPlanar = av_sample_fmt_is_planar(sample) != 0
    var channels: [UnsafeRawPointer] = []
    for channel in 0..<count {
      guard let plane = frame.extended_data[isPlanar ? channel : 0] else { break }
      let skipped = isPlanar ? piece.skipped : piece.skipped * count + channel
      channels.append(UnsafeRawPointer(plane) + skipped * bytes)
    }
    return (channels, isPlanar ? 1 : count)
  }

  private func append(
    _ channels: [UnsafeRawPointer], _ count: Int, _ step: Step, to buffer: inout FrameBuffer
  ) throws(DecodingError) {
    let view = SampleView(channels: channels, stride: channels.count, kind: step.kind)
    try append(view, count, step, to: &buffer)
  }

  private func append(
    _ view: SampleView, _ count: Int, _ step: Step, to buffer: inout FrameBuffer
  ) throws(DecodingError) {
    guard count > 0 else { return }
    let map = step.repacking.map
    guard view.channels.count > map.sources.max() ?? -1 else { throw .broken }
    let bytes = count * format.bytesPerFrame
    let room = try check(buffer.reserve(bytes), "allocate a buffer")
    if map.isIdentity, view.isInterleaved, view.kind.isSame(as: format.sampleFormat) {
      room.copyMemory(from: view.channels[0], byteCount: bytes)
    } else {
      step.repacking.copy(view, count: count, to: room)
    }
    buffer.add(bytes)
  }
}
