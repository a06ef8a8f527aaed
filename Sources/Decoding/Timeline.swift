import CFFmpeg

/// Turns the times of a stream into frames counted from the beginning of its sound.
struct Timeline {
  /// In Hz; the rate at which frames are counted.
  let sampleRate: Int64

  /// The time of the first frame that is heard.
  private let origin: Int64
  private let base: AVRational
  /// Samples of the first frame.
  private let firstSamples: Int64

  /// - Parameters:
  ///   - first: The time of the first frame; `segue_no_time` when the format has none.
  ///   - samples: How many samples that frame has.
  init(base: AVRational, first: Int64, samples: Int64, sampleRate: Int64) {
    self.base = base
    self.sampleRate = sampleRate
    origin = first == segue_no_time ? 0 : first
    firstSamples = samples
  }

  private var frames: AVRational { AVRational(num: 1, den: Int32(sampleRate)) }

  /// Whether a time says which sample it is. A unit of two samples does: spectral band replication doubles
  /// the rate. One of a millisecond does not, though it may be a whole number of samples.
  private var isExact: Bool {
    let tick = Int64(base.num) * sampleRate
    return tick > 0 && (Int64(base.den) % tick == 0 || tick == 2 * Int64(base.den))
  }

  /// The place of the frame at a time.
  ///
  /// Some containers count in milliseconds. Where every packet has the same number of samples, the
  /// nearest border of a packet is the place that was meant.
  ///
  /// - Parameter grid: Samples in every packet; 0 when they differ.
  func place(of time: Int64, grid: Int64) -> Int64? {
    guard time != segue_no_time else { return nil }
    let (relative, overflow) = time.subtractingReportingOverflow(origin)
    guard !overflow else { return nil }
    let place = av_rescale_q(relative, base, frames)
    guard !isExact, grid > 0, place > 0 else { return place }
    // What the first packet lacks is the encoder's delay.
    let cut = (grid - firstSamples % grid) % grid
    let border = (place + cut + grid / 2) / grid * grid - cut
    return abs(border - place) <= sampleRate / 500 ? border : place
  }

  /// The time of the frame at a place.
  func time(of place: Int64) -> Int64 {
    let (time, overflow) = av_rescale_q(place, frames, base).addingReportingOverflow(origin)
    return overflow ? .max : time
  }

  /// A gap that a damaged file may have; a longer one is a damaged time.
  var longestGap: Int64 { sampleRate * 60 }

  /// The frames in a length of stream time.
  func count(_ length: Int64) -> Int64 { av_rescale_q(length, base, frames) }
}
