import Glibc
import Media
import Worker

/// The last frames of a track, which wait for the next one to be mixed with them.
struct HeldEnd {
  let track: Track
  let found: DecoderSource
  /// Which source it is of.
  let reach: Int
  /// The place in the file from which on frames are held, at the stream's rate.
  let start: Int64
  /// So many frames it holds at most.
  let limit: Int
  let frameSize: Int
  private(set) var bytes: [UInt8] = []

  /// So many of its first frames are to go on alone.
  var surplus = 0
  /// Once the next track is there.
  var mix: Mix?

  /// How the next track is mixed with what is held then.
  struct Mix {
    let frames: Int
    let isFaded: Bool
    /// Where in the stream it begins; `nil` before it does.
    var streamFrame: Int?
    var done = 0

    var isDone: Bool { done == frames }

    /// By how much the track that goes and the one that comes are multiplied at a frame.
    func weights(at frame: Int) -> (Double, Double) {
      if !isFaded { return (1, 1) }
      // As MPD: the squares of sine and cosine, which add up to 1.
      let sine = sin(Double.pi / 2 * Double(frame) / Double(frames))
      return (1 - sine * sine, sine * sine)
    }
  }

  var count: Int { bytes.count / frameSize }

  mutating func append(_ frames: UnsafeRawBufferPointer) { bytes += frames }

  mutating func removeFirst(_ frames: Int) { bytes.removeFirst(frames * frameSize) }

  /// Mixes the next frames of what is held with those of the track that comes, as far as both go.
  ///
  /// - Returns: How many were mixed, into `output`.
  mutating func mixNext(
    _ frames: UnsafeRawBufferPointer, _ format: AudioFormat, into output: inout [UInt8]
  ) -> Int {
    guard var mix else { return 0 }
    let count = min(frames.count / frameSize, mix.frames - mix.done)
    let layout = GainStage.Layout(format.sampleFormat)
    let offset = mix.done * frameSize
    let isDithered = mix.isFaded && layout != .float32
    output.removeAll(keepingCapacity: true)
    output.append(contentsOf: repeatElement(0, count: count * frameSize))
    bytes.withUnsafeBytes { held in
      output.withUnsafeMutableBytes { output in
        guard count > 0, let one = held.baseAddress, let other = frames.baseAddress,
          let to = output.baseAddress
        else { return }
        for frame in 0..<count {
          let (out, into) = mix.weights(at: mix.done + frame)
          for index in frame * format.channels..<(frame + 1) * format.channels {
            let sum = layout.load(one + offset, index) * out + layout.load(other, index) * into
            let noise = isDithered ? GainStage.noise(at: mix.done * format.channels + index) : 0
            layout.store(sum + noise, to, index)
          }
        }
      }
    }
    mix.done += count
    self.mix = mix
    return count
  }
}
