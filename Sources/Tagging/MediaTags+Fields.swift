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
    composerSort = texts.first(SEGUE_TAG_COMPOSER_SORT)
    readMore(texts)
  }

  private mutating func readMore(_ texts: FieldTexts) {
    performers = texts.list(SEGUE_TAG_PERFORMER)
    conductors = texts.list(SEGUE_TAG_CONDUCTOR)
    labels = texts.list(SEGUE_TAG_LABEL)
    moods = texts.list(SEGUE_TAG_MOOD)
    grouping = texts.first(SEGUE_TAG_GROUPING)
    work = texts.first(SEGUE_TAG_WORK)
    movement = texts.first(SEGUE_TAG_MOVEMENT)
    discSubtitle = texts.first(SEGUE_TAG_DISC_SUBTITLE)
    musicBrainz = MusicBrainzIDs(texts)
  }

  /// The names, and how the tag writes them in one line where that says more than the list does.
  private static func names(list: [String], plain: [String]) -> ([String], String?) {
    guard !list.isEmpty else { return (plain, nil) }
    guard plain.count == 1, let display = plain.first, display != list.joined(separator: "; ")
    else { return (list, nil) }
    return (list, display)
  }

  private mutating func readPlaces(_ texts: FieldTexts) {
    (trackNumber, trackCount) = TagValue.place(
      texts.first(SEGUE_TAG_TRACK), count: texts.first(SEGUE_TAG_TRACK_TOTAL))
    (discNumber, discCount) = TagValue.place(
      texts.first(SEGUE_TAG_DISC), count: texts.first(SEGUE_TAG_DISC_TOTAL))
    movementNumber = TagValue.place(texts.first(SEGUE_TAG_MOVEMENT_NUMBER)).number
  }

  private mutating func readRest(_ texts: FieldTexts) {
    date = Self.date(texts.list(SEGUE_TAG_DATE))
    originalDate = Self.date(texts.list(SEGUE_TAG_ORIGINAL_DATE))
    isCompilation = TagValue.flag(texts.first(SEGUE_TAG_COMPILATION))
    beatsPerMinute = TagValue.tempo(texts.first(SEGUE_TAG_TEMPO))
    rating =
      TagValue.rating(of255: texts.first(SEGUE_TAG_RATING_255))
      ?? TagValue.rating(of1: texts.first(SEGUE_TAG_RATING_1))
      ?? TagValue.rating(of99: texts.first(SEGUE_TAG_RATING_99))
      ?? TagValue.rating(texts.first(SEGUE_TAG_RATING))
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
    let peak = texts.first(peak)
    // A file that has the one of Opus must not have the other (RFC 7845, section 5.2.1).
    if let gain = TagValue.r128Gain(texts.first(r128)) {
      return ReplayGain.Correction(gain: gain, peak: TagValue.peak(peak))
    }
    return ReplayGain.Correction(gain: texts.first(gain), peak: peak)
  }
}

extension MusicBrainzIDs {
  /// What is no UUID is left out.
  init(_ texts: FieldTexts) {
    self.init()
    track = TagValue.uuid(texts.first(SEGUE_TAG_MUSICBRAINZ_TRACK))
    releaseTrack = TagValue.uuid(texts.first(SEGUE_TAG_MUSICBRAINZ_RELEASE_TRACK))
    album = TagValue.uuid(texts.first(SEGUE_TAG_MUSICBRAINZ_ALBUM))
    releaseGroup = TagValue.uuid(texts.first(SEGUE_TAG_MUSICBRAINZ_RELEASE_GROUP))
    work = TagValue.uuid(texts.first(SEGUE_TAG_MUSICBRAINZ_WORK))
    artists = TagValue.uuids(texts.list(SEGUE_TAG_MUSICBRAINZ_ARTIST))
    albumArtists = TagValue.uuids(texts.list(SEGUE_TAG_MUSICBRAINZ_ALBUM_ARTIST))
  }
}
