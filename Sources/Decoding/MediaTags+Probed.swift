import Media

extension MediaTags {
  /// What FFmpeg's names for tags, in upper case, mean.
  init(probed tags: [String: String]) {
    self.init()
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { tags[$0].flatMap { Self.clean($0) } }.first
    }
    func list(_ names: String...) -> [String] {
      names.lazy.compactMap { tags[$0].flatMap { Self.clean($0) } }.first.map(Self.split) ?? []
    }
    title = text("TITLE", "NAME")
    artists = list("ARTIST", "AUTHOR", "PERFORMER")
    albumArtists = list("ALBUM_ARTIST", "ALBUMARTIST", "ALBUM ARTIST")
    album = text("ALBUM")
    genres = list("GENRE")
    composers = list("COMPOSER")
    comments =
      ["COMMENT", "COMM", "DESCRIPTION"].lazy.compactMap {
        tags[$0].flatMap { Self.clean($0, keepsLines: true) }
      }.first.map { [$0] } ?? []
    labels = list("PUBLISHER", "LABEL")
    conductors = list("CONDUCTOR")
    grouping = text("GROUPING")
    titleSort = text("TITLE-SORT", "TITLESORT")
    artistSort = text("ARTIST-SORT", "ARTISTSORT")
    albumSort = text("ALBUM-SORT", "ALBUMSORT")
    albumArtistSort = text("ALBUM_ARTIST-SORT", "ALBUMARTISTSORT")
    discSubtitle = text("DISCSUBTITLE", "TSST")
    date = text("DATE", "YEAR", "DATE_RELEASED", "DATE_RECORDED").flatMap { MediaDate(tag: $0) }
    originalDate = text("ORIGINALDATE", "TDOR", "TORY").flatMap { MediaDate(tag: $0) }
    (trackNumber, trackCount) = TagValue.place(
      text("TRACK", "PART_NUMBER", "TRACKNUMBER"), count: text("TRACKTOTAL", "TOTAL_PARTS"))
    (discNumber, discCount) = TagValue.place(text("DISC", "DISCNUMBER"), count: text("DISCTOTAL"))
    isCompilation = TagValue.flag(text("COMPILATION"))
    beatsPerMinute = TagValue.tempo(text("BPM", "TBPM", "TEMPO"))
    moods = list("MOOD", "TMOO")
    musicBrainz.track = TagValue.uuid(text("MUSICBRAINZ_TRACKID", "MUSICBRAINZ TRACK ID"))
    musicBrainz.album = TagValue.uuid(text("MUSICBRAINZ_ALBUMID", "MUSICBRAINZ ALBUM ID"))
    musicBrainz.artists = TagValue.uuids(list("MUSICBRAINZ_ARTISTID", "MUSICBRAINZ ARTIST ID"))
    replayGain.track = ReplayGain.Correction(
      gain: text("REPLAYGAIN_TRACK_GAIN"), peak: text("REPLAYGAIN_TRACK_PEAK"))
    replayGain.album = ReplayGain.Correction(
      gain: text("REPLAYGAIN_ALBUM_GAIN"), peak: text("REPLAYGAIN_ALBUM_PEAK"))
  }

  /// Trimmed and without control characters, a blank for the end of a line unless it is kept; `nil` where nothing is
  /// left.
  private static func clean(_ text: String, keepsLines: Bool = false) -> String? {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(4000) {
      if scalar == "\n" {
        kept.append(keepsLines ? scalar : " ")
      } else if scalar.properties.generalCategory != .control {
        kept.append(scalar)
      }
    }
    var rest = Substring(String(kept))
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }

  /// FFmpeg joins several values with semicolons.
  private static func split(_ text: String) -> [String] {
    text.split(separator: ";").prefix(50).compactMap { clean(String($0)) }
  }
}
