/// A property of items whose value is a whole number.
public enum MediaNumberProperty: String, Sendable, Hashable, CaseIterable {
  case year, originalYear
  /// As `MediaDate.ordinal`.
  case date, originalDate
  case trackNumber, discNumber, beatsPerMinute
  /// 0 to 10: what somebody has given it, else what its tags say.
  case rating
  /// How long it plays, in milliseconds.
  case length
  /// In Hz.
  case sampleRate
  case bitsPerSample, channels
  /// In kbit/s.
  case bitRate
  /// In bytes.
  case size
  /// When the library first saw it, in nanoseconds since 1970.
  case added
  /// When the file was last changed, in nanoseconds since 1970.
  case modified
  case plays, skips
  /// In nanoseconds since 1970.
  case lastPlayed, lastSkipped
  /// 1 for what somebody loves; else it is missing.
  case loved
  /// 1 for a part of a compilation; else it is missing.
  case compilation

  public func value(of item: MediaItem) -> Int64? {
    let tags = item.tags
    let audio = item.audio
    return switch self {
    case .year: tags.date.map { Int64($0.year) }
    case .originalYear: tags.originalDate.map { Int64($0.year) }
    case .date: tags.date?.ordinal
    case .originalDate: tags.originalDate?.ordinal
    case .trackNumber: tags.trackNumber.map { Int64($0) }
    case .discNumber: tags.discNumber.map { Int64($0) }
    case .beatsPerMinute: tags.beatsPerMinute.map { Int64($0) }
    case .rating: (item.statistics.rating ?? tags.rating).map { Int64($0) }
    case .length: audio.milliseconds
    case .sampleRate: audio.sampleRate.map { Int64($0) }
    case .bitsPerSample: audio.bitsPerSample.map { Int64($0) }
    case .channels: audio.channels.map { Int64($0) }
    case .bitRate: audio.bitRate.map { Int64($0) }
    case .size: item.size
    case .added: item.added.nanoseconds
    case .modified: item.modified.nanoseconds
    case .plays: Int64(item.statistics.plays)
    case .skips: Int64(item.statistics.skips)
    case .lastPlayed: item.statistics.lastPlayed?.nanoseconds
    case .lastSkipped: item.statistics.lastSkipped?.nanoseconds
    case .loved: item.statistics.isLoved ? 1 : nil
    case .compilation: tags.isCompilation ? 1 : nil
    }
  }
}

extension MediaDate {
  /// A number that is ordered as dates are: 20041109; parts that are unknown are 0.
  public var ordinal: Int64 { Int64(year * 10000 + (month ?? 0) * 100 + (day ?? 0)) }
}
