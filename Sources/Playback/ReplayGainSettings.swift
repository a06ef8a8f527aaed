import Glibc
import Media

/// How loud tracks are made, by what their tags say of their loudness.
///
/// Source: ReplayGain 2.0 specification, "Player requirements".
public struct ReplayGainSettings: Sendable, Hashable {
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Samples stay as they are.
    case off
    /// Every track as loud as every other.
    case track
    /// Every album as loud as every other.
    case album
    /// By album among neighbours of the same album, else by track.
    case automatic = "auto"
  }

  public var mode = Mode.off
  /// Change beside that of the tags, in decibels.
  public var preamp = 0.0
  /// Change for tracks without tags, in decibels.
  public var fallback = 0.0

  public init() {}

  /// The factor to multiply the samples of a track by, lowered where the full gain would clip its peak.
  ///
  /// - Parameter isAmongAlbum: Whether its neighbours are of the same album.
  public func factor(for gain: ReplayGain, isAmongAlbum: Bool) -> Double {
    guard mode != .off else { return 1 }
    let isByAlbum = mode == .album || mode == .automatic && isAmongAlbum
    let correction =
      isByAlbum ? gain.album ?? gain.track : gain.track ?? gain.album
    guard let correction else { return Self.factor(decibels: fallback) }
    let wanted = Self.factor(decibels: correction.gain + preamp)
    guard let peak = correction.peak, peak > 0 else { return wanted }
    return min(wanted, 1 / peak)
  }

  private static func factor(decibels: Double) -> Double { pow(10, decibels / 20) }
}
