import Media
import TestSupport

/// Sound of which each place is unmistakable: noise below a wandering tone, computed, so that what
/// decoders give can be compared with what was there before the encoder.
struct TestSound: Sendable {
  let rate: Int
  let channels: Int
  let frames: Int
  /// Interleaved, the sample's value in the upper bits.
  let samples: [Int32]

  init(rate: Int = 44100, channels: Int = 2, frames: Int, bits: Int = 16, seed: UInt64 = 7) {
    self.rate = rate
    self.channels = channels
    self.frames = frames
    var random = SeededGenerator(seed: seed)
    let mask = Int32(bitPattern: UInt32.max << UInt32(32 - bits))
    var samples: [Int32] = []
    samples.reserveCapacity(frames * channels)
    // A triangle whose pitch rises: cheap and bit for bit the same everywhere.
    var phase = [UInt32](repeating: 0, count: channels)
    for frame in 0..<frames {
      for channel in 0..<channels {
        let pitch = 200 * (channel + 1) + frame / 64 % 4000
        phase[channel] &+= UInt32((pitch << 32) / rate & 0xFFFF_FFFF)
        let ramp = Int32(bitPattern: phase[channel])
        let triangle = (ramp < 0 ? ~ramp : ramp) - (1 << 30)
        let noise = Int32(truncatingIfNeeded: random.next()) >> 5
        samples.append((triangle / 4 + noise) & mask)
      }
    }
    self.samples = samples
  }

  /// The bytes of the samples in a format, from a frame on.
  func bytes(_ format: SampleFormat, from first: Int = 0, to last: Int? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * format.bytes)
    for sample in samples[(first * channels)..<((last ?? frames) * channels)] {
      switch format {
      case .u8: bytes.append(UInt8(truncatingIfNeeded: sample >> 24) ^ 0x80)
      case .s16: Self.append(sample >> 16, 2, &bytes)
      case .s24: Self.append(sample >> 8, 4, &bytes)
      case .s24Packed: Self.append(sample >> 8, 3, &bytes)
      case .s32: Self.append(sample, 4, &bytes)
      case .float32:
        Self.append(Int32(bitPattern: (Float(sample) / 2_147_483_648).bitPattern), 4, &bytes)
      }
    }
    return bytes
  }

  /// A WAV file with these samples.
  func wav(_ format: SampleFormat) -> [UInt8] {
    WAVFile.bytes(
      bytes(format), rate: rate, channels: channels, sampleBytes: format.bytes,
      isFloat: format == .float32)
  }

  private static func append(_ value: Int32, _ count: Int, _ bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> Int32(8 * index))) }
  }
}
