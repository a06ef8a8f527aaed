import CFFmpeg

/// The frames of one stream in order, each with its place, from a start to an end.
final class FrameReader {
  /// Samples of the decoded frame that are wanted.
  struct Piece {
    /// Valid until the next piece is asked for.
    let frame: UnsafeMutablePointer<AVFrame>
    /// The place of the first sample that is wanted, in frames of the stream.
    let place: Int64
    /// Samples of the frame before it, not wanted.
    let skipped: Int
    let count: Int
  }

  let timeline: Timeline

  /// The place before which it ends; `Int64.max` when only the file's end ends it.
  var end = Int64.max

  /// Where the next decoded frame is expected to be; at the end, where it was.
  private(set) var place: Int64 = 0

  private let decoder: FrameDecoder
  /// The first place that is wanted.
  private var start: Int64 = 0
  /// Whether the decoder holds a frame that was not handed out.
  private var holdsFrame = true

  /// Decodes the first frame, so that its format is known.
  init(_ decoder: FrameDecoder) throws(DecodingError) {
    self.decoder = decoder
    guard try decoder.next() else { throw .broken }
    let frame = decoder.codec.frame.pointee
    // Nobody's sound; also keeps the arithmetic of places within bounds.
    guard frame.sample_rate > 0, frame.ch_layout.nb_channels > 0 else { throw .broken }
    timeline = Timeline(
      base: decoder.container.stream.pointee.time_base, first: frame.pts,
      samples: Int64(frame.nb_samples), sampleRate: Int64(frame.sample_rate))
    decoder.hasLost = false
  }

  var frame: AVFrame { decoder.codec.frame.pointee }

  /// The next samples that are wanted; `nil` at the end.
  func next() throws(DecodingError) -> Piece? {
    while place < end {
      if !holdsFrame {
        guard try decoder.next() else { break }
        believeTimeAfterLoss()
      }
      holdsFrame = false
      let first = place
      place += length
      guard place > start, first < end else { continue }
      let frame = decoder.codec.frame
      guard frame.pointee.sample_rate == Int32(timeline.sampleRate) else {
        // Its rate has changed in the middle: cut at no sample, which would take more than it is worth.
        return Piece(frame: frame, place: first, skipped: 0, count: Int(frame.pointee.nb_samples))
      }
      let skipped = max(0, start - first)
      return Piece(
        frame: frame, place: first + skipped, skipped: Int(skipped),
        count: Int(min(place, end) - first - skipped))
    }
    place = min(place, end)
    return nil
  }

  /// The frames of the stream that the decoded frame is long.
  private var length: Int64 {
    let frame = decoder.codec.frame.pointee
    let count = Int64(frame.nb_samples)
    if Int64(frame.sample_rate) == timeline.sampleRate { return count }
    return av_rescale(count, timeline.sampleRate, Int64(max(1, frame.sample_rate)))
  }

  private var placeByTime: Int64? {
    timeline.place(of: decoder.codec.frame.pointee.pts, grid: decoder.codec.samplesInPacket)
  }

  /// Counting is exact where times may be rounded, so a time counts only behind a damaged stretch.
  private func believeTimeAfterLoss() {
    let gap = (placeByTime ?? place) - place
    if gap > 0, decoder.hasLost || gap > timeline.sampleRate / 10, gap < timeline.longestGap {
      place += gap
    }
    decoder.hasLost = false
  }

  /// Begins at a place, which may lie behind the end. To be called before the first piece.
  func begin(at start: Int64) throws(DecodingError) {
    self.start = start
    let lead = decoder.codec.lead(sampleRate: timeline.sampleRate)
    // A second is decoded as fast as a place is found.
    guard start > timeline.sampleRate + lead else { return }
    for distance in [lead, lead + timeline.sampleRate * 2, lead + timeline.sampleRate * 20]
    where distance < start {
      guard decoder.seek(to: timeline.time(of: start - distance)) else { return }
      holdsFrame = try decoder.next()
      guard holdsFrame else { continue }
      guard let found = placeByTime else { break }
      place = max(0, found)
      if place <= start { return }
    }
    // Nothing tells where we are: the stream from its beginning does.
    _ = decoder.seek(to: timeline.time(of: 0)) || decoder.seek(to: 0)
    place = 0
    holdsFrame = false
  }
}
