import Media

extension MediaTags {
  /// What FFmpeg's names for tags, in upper case, mean.
  init(probed tags: [String: String]) {
    self.init()
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { tags[$0].flatMap(Self.clean) }.first
    }
    func list(_ names: String...) -> [String] {
      names.lazy.compactMap { tags[$0].flatMap(Self.clean) }.first.map(Self.split) ?? []
    }
    title = text("TITLE", "NAME")
    artists = list("ARTIST", "AUTHOR", "PERFORMER")
    albumArtists = list("ALBUM_ARTIST", "ALBUMARTIST", "ALBUM ARTIST")
    album = text("ALBUM")
    genres = list("GENRE")
    composers = list("COMPOSER")
    comments = text("COMMENT", "COMM", "DESCRIPTION").map { [$0] } ?? []
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
    (trackNumber, trackCount) = Self.place(text("TRACK", "PART_NUMBER", "TRACKNUMBER"))
    (discNumber, discCount) = Self.place(text("DISC", "DISCNUMBER"))
    trackCount = trackCount ?? Self.place(text("TRACKTOTAL", "TOTAL_PARTS")).number
    isCompilation = ["1", "true", "yes"].contains(text("COMPILATION")?.lowercased())
    replayGain.track = Self.correction(
      text("REPLAYGAIN_TRACK_GAIN"), text("REPLAYGAIN_TRACK_PEAK"))
    replayGain.album = Self.correction(
      text("REPLAYGAIN_ALBUM_GAIN"), text("REPLAYGAIN_ALBUM_PEAK"))
  }

  /// Trimmed and without control characters; `nil` where nothing is left.
  private static func clean(_ text: String) -> String? {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(4000)
    where scalar == "\n" || scalar.properties.generalCategory != .control {
      kept.append(scalar)
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

  private static func place(_ text: String?) -> (number: Int?, count: Int?) {
    let parts = (text ?? "").split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    func number(_ part: Substring?) -> Int? {
      guard let part, let number = Int(part.filter { $0 != " " }), (0...1_000_000).contains(number)
      else { return nil }
      return number
    }
    let count = number(parts.count > 1 ? parts[1] : nil)
    return (number(parts.first), count == 0 ? nil : count)
  }

  private static func correction(_ gain: String?, _ peak: String?) -> ReplayGain.Correction? {
    func number(_ text: String?, _ range: ClosedRange<Double>) -> Double? {
      guard let word = text?.split(separator: " ").first, word.utf8.count < 40,
        let value = Double(word), range.contains(value)
      else { return nil }
      return value
    }
    guard let gain = number(gain, -100...100) else { return nil }
    return ReplayGain.Correction(gain: gain, peak: number(peak, 0...1000))
  }
}
