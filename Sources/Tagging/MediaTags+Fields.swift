import CTagLib
import Media

extension MediaTags {
  /// What the texts of a file's tags mean.
  init(_ texts: FieldTexts) {
    self.init()
    readNames(texts)
    readPlaces(texts)
    readRest(texts)
  }

  private mutating func readNames(_ texts: FieldTexts) {
    title = texts.first(SEGUE_TAG_TITLE)
    (artists, artistDisplay) = Self.names(
      list: texts.list(SEGUE_TAG_ARTIST_LIST), plain: texts.list(SEGUE_TAG_ARTIST))
    (albumArtists, albumArtistDisplay) = Self.names(
      list: texts.list(SEGUE_TAG_ALBUM_ARTIST_LIST), plain: texts.list(SEGUE_TAG_ALBUM_ARTIST))
    album = texts.first(SEGUE_TAG_ALBUM)
    genres = texts.list(SEGUE_TAG_GENRE)
    composers = texts.list(SEGUE_TAG_COMPOSER)
    comments = texts.list(SEGUE_TAG_COMMENT)
    titleSort = texts.first(SEGUE_TAG_TITLE_SORT)
    artistSort = texts.first(SEGUE_TAG_ARTIST_SORT)
    albumSort = texts.first(SEGUE_TAG_ALBUM_SORT)
    albumArtistSort = texts.first(SEGUE_TAG_ALBUM_ARTIST_SORT)
  }

  /// The names, and how the tag writes them in one line where that says more than the list does.
  private static func names(list: [String], plain: [String]) -> ([String], String?) {
    guard !list.isEmpty else { return (plain, nil) }
    guard plain.count == 1, let display = plain.first, display != list.joined(separator: "; ")
    else { return (list, nil) }
    return (list, display)
  }

  private mutating func readPlaces(_ texts: FieldTexts) {
    let track = TagValue.place(texts.first(SEGUE_TAG_TRACK))
    let disc = TagValue.place(texts.first(SEGUE_TAG_DISC))
    trackNumber = track.number
    trackCount = TagValue.place(texts.first(SEGUE_TAG_TRACK_TOTAL)).number ?? track.count
    discNumber = disc.number
    discCount = TagValue.place(texts.first(SEGUE_TAG_DISC_TOTAL)).number ?? disc.count
    // No album has 0 tracks.
    if trackCount == 0 { trackCount = nil }
    if discCount == 0 { discCount = nil }
  }

  private mutating func readRest(_ texts: FieldTexts) {
    date = Self.date(texts.list(SEGUE_TAG_DATE))
    originalDate = Self.date(texts.list(SEGUE_TAG_ORIGINAL_DATE))
    isCompilation = TagValue.flag(texts.first(SEGUE_TAG_COMPILATION))
    beatsPerMinute = TagValue.tempo(texts.first(SEGUE_TAG_TEMPO))
    replayGain = ReplayGain(
      track: Self.correction(
        texts, SEGUE_TAG_TRACK_GAIN, SEGUE_TAG_TRACK_PEAK, SEGUE_TAG_R128_TRACK_GAIN),
      album: Self.correction(
        texts, SEGUE_TAG_ALBUM_GAIN, SEGUE_TAG_ALBUM_PEAK, SEGUE_TAG_R128_ALBUM_GAIN))
  }

  private static func date(_ values: [String]) -> MediaDate? {
    for value in values {
      if let date = MediaDate(tag: value) { return date }
    }
    return nil
  }

  private static func correction(
    _ texts: FieldTexts, _ gain: segue_tag_field, _ peak: segue_tag_field, _ r128: segue_tag_field
  ) -> ReplayGain.Correction? {
    // A file that has the one of Opus must not have the other (RFC 7845, section 5.2.1).
    guard
      let gain = TagValue.r128Gain(texts.first(r128)) ?? TagValue.gain(texts.first(gain))
    else { return nil }
    return ReplayGain.Correction(gain: gain, peak: TagValue.peak(texts.first(peak)))
  }
}
