/// How samples lie in memory, little-endian, the channels of a frame side by side.
public enum SampleFormat: UInt8, Sendable, Hashable, CaseIterable {
  case u8 = 1
  case s16
  /// 24 bits in the lower three bytes of four.
  case s24
  /// 24 bits in three bytes.
  case s24Packed
  case s32
  /// 1 is digital full scale.
  case float32

  /// The bytes of one sample.
  public var bytes: Int {
    switch self {
    case .u8: 1
    case .s16: 2
    case .s24Packed: 3
    case .s24, .s32, .float32: 4
    }
  }

  /// Bits that carry signal.
  public var bits: Int {
    switch self {
    case .u8: 8
    case .s16: 16
    case .s24, .s24Packed: 24
    case .s32, .float32: 32
    }
  }
}

/// The format of a stream of frames: a frame is one sample for each channel.
///
/// Channels are in ALSA's order: front left and right, rear left and right, centre, LFE, side.
public struct AudioFormat: Sendable, Hashable {
  /// In Hz.
  public let sampleRate: Int
  public let channels: Int
  public let sampleFormat: SampleFormat

  /// The rates that are believed, in Hz.
  public static let sampleRates = 1000...768_000
  public static let channelCounts = 1...8

  /// `nil` for a rate or channel count that no device has.
  public init?(sampleRate: Int, channels: Int, sampleFormat: SampleFormat) {
    guard Self.sampleRates.contains(sampleRate), Self.channelCounts.contains(channels) else {
      return nil
    }
    self.sampleRate = sampleRate
    self.channels = channels
    self.sampleFormat = sampleFormat
  }

  public var bytesPerFrame: Int { channels * sampleFormat.bytes }

  /// How long so many frames play.
  public func duration(frames: Int64) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(sampleRate))
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(sampleRate))
  }

  /// The frames that begin before so much time is over.
  public func frames(in duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let limit = Int64.max / Int64(sampleRate) - 1
    let whole = min(max(seconds, -limit), limit) * Int64(sampleRate)
    return whole + attoseconds / 1_000_000_000 * Int64(sampleRate) / 1_000_000_000
  }
}

extension AudioFormat: CustomStringConvertible {
  /// As MPD writes it: rate, bits (`f` for floating point), channels: `44100:16:2`.
  public var description: String {
    "\(sampleRate):\(sampleFormat == .float32 ? "f" : "\(sampleFormat.bits)"):\(channels)"
  }
}
