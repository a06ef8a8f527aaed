/// The loudness corrections that a file's tags ask for.
///
/// Source: ReplayGain 2.0 specification, "Metadata format".
public struct ReplayGain: Sendable, Hashable {
  /// One correction.
  public struct Correction: Sendable, Hashable {
    /// Change to apply, in decibels. Negative makes the track quieter.
    public var gain: Double

    /// Largest absolute sample value, where 1 is digital full scale; `nil` when not tagged.
    public var peak: Double?

    public init(gain: Double, peak: Double? = nil) {
      self.gain = gain
      self.peak = peak
    }
  }

  /// So that every track is as loud as every other.
  public var track: Correction?

  /// So that every album is as loud as every other, its quiet tracks staying quiet.
  public var album: Correction?

  public init(track: Correction? = nil, album: Correction? = nil) {
    self.track = track
    self.album = album
  }
}
