/// Plays sound slower or faster at the same pitch: cuts it into pieces that overlap where they are most alike.
///
/// Source: Verhelst and Roelands, "An overlap-add technique based on waveform similarity (WSOLA) for high quality
/// time-scale modification of speech", ICASSP 1993.
struct TimeStretch {
  let channels: Int
  /// How many frames of sound become one.
  let speed: Double

  /// Frames of a piece, those that two pieces have in common, and how far a piece may be looked for.
  private let piece: Int
  private let overlap: Int
  private let search: Int

  /// Frames that came and may still be needed, interleaved, and the sum of their channels.
  private var input: [Float] = []
  private var sums: [Float] = []
  /// The end of the piece before, which the next one is to go on from.
  private var tail: [Float] = []
  private var tailSums: [Float] = []
  /// How far the next piece lies behind the start of the input, in parts of a frame.
  private var fraction = 0.0

  private var isFinishing = false
  private var taken = 0
  private var given = 0
  private(set) var output: [Float] = []

  init(channels: Int, sampleRate: Int, speed: Double) {
    self.channels = channels
    self.speed = speed
    piece = max(64, sampleRate * 60 / 1000)
    overlap = max(16, sampleRate * 12 / 1000)
    search = max(16, sampleRate * 20 / 1000)
  }

  /// Takes frames, interleaved; what is ready then is in `output`.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    taken += samples.count / channels
    append(samples)
    while step() {}
  }

  /// Takes nothing more: `output` has the rest, so that all together is as long as it should be.
  mutating func finish() {
    isFinishing = true
    let whole = Int((Double(taken) / speed).rounded())
    let silence = [Float](repeating: 0, count: (piece + search) * channels)
    while given < whole, taken > 0 {
      silence.withUnsafeBufferPointer { append($0) }
      while given < whole, step() {}
    }
    let surplus = given - whole
    if surplus > 0 { output.removeLast(min(output.count, surplus * channels)) }
    given = whole
  }

  /// What is ready was taken.
  mutating func removeOutput() { output.removeAll(keepingCapacity: true) }

  private mutating func append(_ samples: UnsafeBufferPointer<Float>) {
    input.append(contentsOf: samples)
    for frame in 0..<samples.count / channels {
      var sum: Float = 0
      for channel in 0..<channels { sum += samples[frame * channels + channel] }
      sums.append(sum)
    }
  }

  /// Makes the next piece, if there is enough for it.
  private mutating func step() -> Bool {
    let way = Double(piece - overlap) * speed + fraction
    guard sums.count >= max(piece + search, Int(way)) else { return false }
    // The last pieces are taken where they are, so that the sound goes on up to its end.
    let start = tail.isEmpty || isFinishing ? 0 : likest()
    if tail.isEmpty {
      output.append(contentsOf: input[..<((piece - overlap) * channels)])
    } else {
      for frame in 0..<overlap {
        let share = Float(frame) / Float(overlap)
        for channel in 0..<channels {
          let index = frame * channels + channel
          output.append(tail[index] * (1 - share) + input[start * channels + index] * share)
        }
      }
      output.append(
        contentsOf: input[((start + overlap) * channels)..<((start + piece - overlap) * channels)])
    }
    given += piece - overlap
    let end = start + piece - overlap
    tail = Array(input[(end * channels)..<((end + overlap) * channels)])
    tailSums = Array(sums[end..<(end + overlap)])
    let whole = Int(way)
    fraction = way - Double(whole)
    input.removeFirst(whole * channels)
    sums.removeFirst(whole)
    return true
  }

  /// Where the input is most like the end of the piece before: roughly first, then exactly.
  private func likest() -> Int {
    sums.withUnsafeBufferPointer { sums in
      tailSums.withUnsafeBufferPointer { tail in
        var best = (place: 0, likeness: -Float.infinity)
        func look(_ places: some Sequence<Int>, stride: Int) {
          best.likeness = -.infinity
          for place in places {
            let likeness = Self.likeness(sums, place, tail, stride)
            if likeness > best.likeness { best = (place, likeness) }
          }
        }
        look(Swift.stride(from: 0, to: search, by: 4), stride: 4)
        look(max(0, best.place - 4)...min(search, best.place + 4), stride: 1)
        return best.place
      }
    }
  }

  /// The correlation of a place with the end of the piece before, by the strength of what is there.
  private static func likeness(
    _ sums: UnsafeBufferPointer<Float>, _ place: Int, _ tail: UnsafeBufferPointer<Float>,
    _ stride: Int
  ) -> Float {
    var product: Float = 0
    var power: Float = 1e-9
    var index = 0
    while index < tail.count {
      let value = sums[place + index]
      product += value * tail[index]
      power += value * value
      index += stride
    }
    return product / power.squareRoot()
  }
}
