extension MediaItem {
  /// All that is known of the item, under the names that Vorbis comments have for it.
  public var comments: [(name: StaticString, value: String)] {
    var pairs: [(StaticString, String)] = []
    func add(_ name: StaticString, _ values: [String]) {
      pairs += values.map { (name, $0) }
    }
    func add(_ name: StaticString, _ value: String?) { add(name, value.map { [$0] } ?? []) }
    func add(_ name: StaticString, _ number: Int?) { add(name, number.map { String($0) }) }

    add("TITLE", tags.title)
    add("TITLESORT", tags.titleSort)
    add("ARTIST", tags.artists)
    add("ARTISTSORT", tags.artistSort)
    add("ALBUM", tags.album)
    add("ALBUMSORT", tags.albumSort)
    add("ALBUMARTIST", tags.albumArtists)
    add("ALBUMARTISTSORT", tags.albumArtistSort)
    add("TRACKNUMBER", tags.trackNumber)
    add("TRACKTOTAL", tags.trackCount)
    add("DISCNUMBER", tags.discNumber)
    add("DISCTOTAL", tags.discCount)
    add("DISCSUBTITLE", tags.discSubtitle)
    add("DATE", tags.date.map { "\($0)" })
    add("ORIGINALDATE", tags.originalDate.map { "\($0)" })
    add("GENRE", tags.genres)
    add("MOOD", tags.moods)
    add("GROUPING", tags.grouping)
    add("COMPOSER", tags.composers)
    add("COMPOSERSORT", tags.composerSort)
    add("PERFORMER", tags.performers)
    add("CONDUCTOR", tags.conductors)
    add("WORK", tags.work)
    add("MOVEMENTNAME", tags.movement)
    add("MOVEMENT", tags.movementNumber)
    add("LABEL", tags.labels)
    add("BPM", tags.beatsPerMinute)
    add("COMPILATION", tags.isCompilation ? 1 : nil)
    add("COMMENT", tags.comments)
    for (names, correction) in [
      (Self.trackGain, tags.replayGain.track), (Self.albumGain, tags.replayGain.album),
    ] {
      add(names.gain, correction.map { Self.decimal($0.gain, digits: 2) + " dB" })
      add(names.peak, correction?.peak.map { Self.decimal($0, digits: 6) })
    }
    let ids = tags.musicBrainz
    add("MUSICBRAINZ_TRACKID", ids.track)
    add("MUSICBRAINZ_RELEASETRACKID", ids.releaseTrack)
    add("MUSICBRAINZ_ALBUMID", ids.album)
    add("MUSICBRAINZ_RELEASEGROUPID", ids.releaseGroup)
    add("MUSICBRAINZ_WORKID", ids.work)
    add("MUSICBRAINZ_ARTISTID", ids.artists)
    add("MUSICBRAINZ_ALBUMARTISTID", ids.albumArtists)
    return pairs
  }

  private typealias GainNames = (gain: StaticString, peak: StaticString)
  private static let trackGain: GainNames = ("REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK")
  private static let albumGain: GainNames = ("REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK")

  /// With so many digits behind the point, of a number that is not large.
  private static func decimal(_ value: Double, digits: Int) -> String {
    let scale = Int((0..<digits).reduce(1) { scale, _ in scale * 10 })
    let scaled = Int((min(max(value, -1e9), 1e9) * Double(scale)).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: scale.magnitude)
    let fraction = String(rest)
    return (scaled < 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
