import Media

extension CueSheet {
  /// A track with its place in its file.
  struct PlacedTrack: Sendable, Hashable {
    /// Which of `files` it lies in.
    var file: Int
    var range: CueRange
    var tags: Fields
  }

  /// The tracks with sound, in their order; each ends where the next in its file begins.
  ///
  /// Numbers that come twice are counted on, for they tell tracks apart.
  func placedTracks() -> [PlacedTrack] {
    var placed: [PlacedTrack] = []
    var numbers: Set<Int> = []
    for (index, file) in files.enumerated() {
      let starts = file.tracks.map(\.start)
      for (position, track) in file.tracks.enumerated() {
        guard track.isAudio, let start = starts[position] else { continue }
        let end = starts[(position + 1)...].lazy.compactMap { $0 }.first { $0 > start }
        var number = track.number
        while numbers.contains(number), number < 9999 { number += 1 }
        guard !numbers.contains(number),
          let range = CueRange(track: number, start: start, end: end)
        else { continue }
        numbers.insert(number)
        placed.append(PlacedTrack(file: index, range: range, tags: track.fields))
      }
    }
    return placed
  }

  /// What the tags of a track are: what the sheet says of it, else of the disc, else what its file says.
  ///
  /// - Parameters:
  ///   - base: The file's own.
  ///   - count: How many tracks the sheet has.
  func tags(of track: PlacedTrack, over base: MediaTags, count: Int) -> MediaTags {
    var tags = base
    tags.title = track.tags.title
    tags.titleSort = nil
    tags.trackNumber = track.range.track
    tags.trackCount = count
    tags.movement = nil
    tags.movementNumber = nil
    tags.musicBrainz.track = nil
    tags.musicBrainz.releaseTrack = nil
    tags.rating = nil
    if let artist = track.tags.performer ?? fields.performer {
      (tags.artists, tags.artistDisplay, tags.artistSort) = ([artist], nil, nil)
    }
    if let artist = fields.performer {
      (tags.albumArtists, tags.albumArtistDisplay, tags.albumArtistSort) = ([artist], nil, nil)
    }
    if let album = fields.title { (tags.album, tags.albumSort) = (album, nil) }
    if let writer = track.tags.songwriter ?? fields.songwriter { tags.composers = [writer] }
    applyRemarks(of: track, to: &tags)
    return tags
  }

  private func applyRemarks(of track: PlacedTrack, to tags: inout MediaTags) {
    func remark(_ name: String) -> String? { track.tags.remarks[name] ?? fields.remarks[name] }
    if let date = remark("DATE").flatMap({ MediaDate(tag: $0) }) { tags.date = date }
    if let genre = remark("GENRE") { tags.genres = [genre] }
    if let composer = remark("COMPOSER") { tags.composers = [composer] }
    if let comment = track.tags.remarks["COMMENT"] { tags.comments = [comment] }
    if let number = (remark("DISCNUMBER") ?? remark("DISC")).flatMap({ Int($0) }),
      (0...9999).contains(number)
    {
      tags.discNumber = number
    }
    if let count = (remark("TOTALDISCS") ?? remark("DISCTOTAL")).flatMap({ Int($0) }),
      (1...9999).contains(count)
    {
      tags.discCount = count
    }
    // What the file says is of all its tracks together.
    tags.replayGain.track = Self.correction(track.tags.remarks, "TRACK")
    let ofAlbum = Self.correction(fields.remarks, "ALBUM")
    tags.replayGain.album = ofAlbum ?? tags.replayGain.album
  }

  private static func correction(
    _ remarks: [String: String], _ what: String
  ) -> ReplayGain.Correction? {
    ReplayGain.Correction(
      gain: remarks["REPLAYGAIN_\(what)_GAIN"], peak: remarks["REPLAYGAIN_\(what)_PEAK"])
  }
}
