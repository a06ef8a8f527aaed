import Glibc
import Media

/// The way of what is heard, from the file to the device.
public struct AudioPath: Sendable, Hashable {
  /// A device as it was set up.
  public struct Device: Sendable, Hashable {
    /// An ALSA name; `nil` for the null output.
    public let name: String?
    public let format: AudioFormat
    public let periodFrames: Int
    public let bufferFrames: Int
  }

  /// FFmpeg's name of the codec.
  public let codec: String
  /// What the decoder makes of the file, which loses nothing.
  public let source: AudioFormat
  /// By what ReplayGain multiplies the samples.
  public let replayGain: Double
  /// The software volume, in percent.
  public let volume: Int
  /// In thousandths.
  public let speed: Int
  /// `nil` while the device is given up.
  public let device: Device?

  /// In decibels; `nil` where samples stay as they are.
  public var replayGainDecibels: Double? {
    replayGain == 1 ? nil : (20 * log10(replayGain) * 100).rounded() / 100
  }

  public var isResampled: Bool { device.map { $0.format.sampleRate != source.sampleRate } ?? false }

  /// Whether the device gets the samples of the file as they are.
  public var isBitPerfect: Bool { device != nil && changes.isEmpty }

  /// What is different at the device from what is in the file: sentences.
  public var changes: [String] {
    guard let device else { return [] }
    let (from, to) = (source, device.format)
    var changes: [String] = []
    if let replayGainDecibels {
      changes.append("ReplayGain changes it by \(replayGainDecibels) dB.")
    }
    if speed != 1000 { changes.append("The speed is \(Double(speed) / 1000).") }
    if volume != 100 { changes.append("The volume is \(volume) %.") }
    if replayGainDecibels != nil || volume != 100, to.sampleFormat != .float32 {
      changes.append("What is multiplied is dithered to \(to.sampleFormat.bits) bits.")
    }
    if isResampled {
      changes.append("It is resampled from \(from.sampleRate) to \(to.sampleRate) Hz.")
    }
    if from.channels != to.channels {
      changes.append("\(from.channels) channels become \(to.channels).")
    }
    if let change = Self.change(of: from.sampleFormat, to: to.sampleFormat) {
      changes.append(change)
    }
    switch device.name {
    case nil: changes.append("The null output plays into nothing.")
    case let name? where !name.hasPrefix("hw:"):
      changes.append("What is behind the ALSA device \(name) may change it; hw: devices do not.")
    default: break
    }
    return changes
  }

  private static func change(of source: SampleFormat, to device: SampleFormat) -> String? {
    if source == .float32 {
      return device == .float32
        ? nil : "Floating point, which the codec decodes to, is rounded to \(device.bits) bits."
    }
    // A float has 24 bits beside its exponent.
    let bits = device == .float32 ? 24 : device.bits
    return source.bits <= bits ? nil : "\(source.bits) bits are dithered to \(bits)."
  }
}

extension Player {
  /// How what is heard comes to the device; `nil` while nothing is.
  public var audioPath: AudioPath? {
    guard let sounding else { return nil }
    let track = sounding.track
    return AudioPath(
      codec: sounding.found.codec, source: sounding.found.format,
      replayGain: replayGain.factor(for: track.replayGain, isAmongAlbum: track.isAmongAlbum),
      volume: softwareVolume, speed: sounding.speed, device: sounding.stream?.device)
  }
}
