/// Plays sound slower or faster at the same pitch: cuts it into pieces that overlap where they are most alike.
///
/// What comes out begins with the first sample that came in and ends with the last one, so that what was cut into two
/// files is whole when both are played.
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

  /// Frames that came and may still be needed, interleaved, and the sum of their channels; the first of them are
  /// kept for the end alone.
  private var past = 0
  private var input: [Float] = []
  private var sums: [Float] = []
  /// The end of the piece before, which the next one is to go on from.
  private var tail: [Float] = []
  private var tailSums: [Float] = []
  /// How far the next piece lies behind those, in parts of a frame.
  private var fraction = 0.0

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

  /// Takes nothing more: `output` has the rest. All together is as long as it should be, but for what its end is moved
  /// to fit.
  mutating func finish() {
    let whole = Int((Double(taken) / speed).rounded())
    while whole - given >= piece + search, step(reaching: piece) {}
    if tail.isEmpty { begin(with: (whole - overlap) / 2) }
    if tail.isEmpty {
      squeeze(to: whole)
    } else {
      end(with: whole - given)
    }
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

  /// Frames that are there from where the next piece would be.
  private var ahead: Int { sums.count - past }

  /// Makes the next piece, if there is enough for it, and for the end behind it.
  private mutating func step() -> Bool {
    let way = Int(Double(piece - overlap) * speed)
    let end = Int(Double(2 * overlap + search) * speed)
    return step(reaching: max(piece + search, way) + end + 1)
  }

  /// Makes the next piece, if so many frames are there.
  private mutating func step(reaching least: Int) -> Bool {
    let way = Double(piece - overlap) * speed + fraction
    guard ahead >= max(least, Int(way)) else { return false }
    if tail.isEmpty {
      begin(with: piece - overlap)
    } else {
      let last = past + min(search, ahead - piece)
      add(from: likest(in: past...last, first: past), count: piece - overlap)
    }
    past += Int(way)
    fraction = way - Double(Int(way))
    forget()
    return true
  }

  /// Begins with so many frames as they are, if they and their tail are there.
  private mutating func begin(with count: Int) {
    guard count >= overlap, count + overlap <= sums.count else { return }
    output.append(contentsOf: input[..<(count * channels)])
    keepTail(from: count)
    given += count
  }

  /// Goes over from the tail to what lies at a place, and goes on there.
  private mutating func add(from start: Int, count: Int) {
    for frame in 0..<overlap {
      let share = Float(frame) / Float(overlap)
      for channel in 0..<channels {
        let index = frame * channels + channel
        output.append(tail[index] * (1 - share) + input[start * channels + index] * share)
      }
    }
    let end = start + count
    output.append(contentsOf: input[((start + overlap) * channels)..<(end * channels)])
    given += count
    if end + overlap <= sums.count { keepTail(from: end) }
  }

  private mutating func keepTail(from place: Int) {
    tail = Array(input[(place * channels)..<((place + overlap) * channels)])
    tailSums = Array(sums[place..<(place + overlap)])
  }

  /// Adds what came last, about so many frames of it: as many as have it go on from the tail.
  private mutating func end(with count: Int) {
    let last = sums.count - overlap
    let place = min(max(0, sums.count - count), last)
    let start = likest(
      in: max(0, place - search / 2)...min(last, place + search / 2), first: place)
    add(from: start, count: sums.count - start)
  }

  /// For what is too short to have pieces: nobody hears its pitch.
  private mutating func squeeze(to count: Int) {
    for frame in 0..<count {
      let place = min(sums.count - 1, Int(Double(frame) * speed))
      output.append(contentsOf: input[(place * channels)..<((place + 1) * channels)])
    }
    given += count
  }

  /// Drops what is needed no more.
  private mutating func forget() {
    let surplus = past - piece - search
    guard surplus > 0 else { return }
    input.removeFirst(surplus * channels)
    sums.removeFirst(surplus)
    past -= surplus
  }

  /// Where the input is most like the end of the piece before: roughly first, then exactly.
  ///
  /// - Parameter first: What is taken where nothing is better.
  private func likest(in places: ClosedRange<Int>, first: Int) -> Int {
    sums.withUnsafeBufferPointer { sums in
      tailSums.withUnsafeBufferPointer { tail in
        var best = first
        for (step, reach) in [(4, places.count), (1, 4)] {
          let center = best
          var likeness = Self.likeness(sums, center, tail, step)
          let near = max(places.lowerBound, center - reach)...min(places.upperBound, center + reach)
          for place in stride(from: near.lowerBound, through: near.upperBound, by: step) {
            let other = Self.likeness(sums, place, tail, step)
            if other > likeness { (best, likeness) = (place, other) }
          }
        }
        return best
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
