import Media
import Testing
import Worker

/// A record beside its row of the table, in words that both have.
struct CaseComparison {
  let record: TagRecord
  let row: CaseRow

  func check() {
    checkTexts()
    checkLists()
    checkNumbers()
    checkSound()
    checkRest()
    for name in row.expected.absent ?? [] { expectAbsent(name) }
  }

  private func expect<Value: Equatable>(_ name: String, _ found: Value?, _ wanted: Value?) {
    guard let wanted else { return }
    #expect(found == wanted, "\(row.path): \(name)")
  }

  private func checkTexts() {
    let tags = record.tags
    let wanted = row.expected
    expect("title", tags.title, wanted.title)
    expect("artistDisplay", tags.artistDisplay, wanted.artistDisplay)
    expect("album", tags.album, wanted.album)
    expect("grouping", tags.grouping, wanted.grouping)
    expect("work", tags.work, wanted.work)
    expect("movement", tags.movement, wanted.movement)
    expect("discSubtitle", tags.discSubtitle, wanted.discSubtitle)
    expect("date", tags.date?.description, wanted.date)
    expect("originalDate", tags.originalDate?.description, wanted.originalDate)
    expect("titleSort", tags.titleSort, wanted.titleSort)
    expect("artistSort", tags.artistSort, wanted.artistSort)
    expect("albumSort", tags.albumSort, wanted.albumSort)
    expect("albumArtistSort", tags.albumArtistSort, wanted.albumArtistSort)
    expect("composerSort", tags.composerSort, wanted.composerSort)
  }

  private func checkLists() {
    let tags = record.tags
    let wanted = row.expected
    expect("artists", tags.artists, wanted.artists)
    expect("albumArtists", tags.albumArtists, wanted.albumArtists)
    expect("genres", tags.genres, wanted.genres)
    expect("composers", tags.composers, wanted.composers)
    expect("comments", tags.comments, wanted.comments)
    expect("performers", tags.performers, wanted.performers)
    expect("conductors", tags.conductors, wanted.conductors)
    expect("labels", tags.labels, wanted.labels)
    expect("moods", tags.moods, wanted.moods)
    expect("mbArtists", tags.musicBrainz.artists, wanted.mbArtists)
    expect("mbAlbumArtists", tags.musicBrainz.albumArtists, wanted.mbAlbumArtists)
    expect("mbTrack", tags.musicBrainz.track, wanted.mbTrack)
    expect("mbAlbum", tags.musicBrainz.album, wanted.mbAlbum)
    expect("mbReleaseGroup", tags.musicBrainz.releaseGroup, wanted.mbReleaseGroup)
    expect("mbReleaseTrack", tags.musicBrainz.releaseTrack, wanted.mbReleaseTrack)
    expect("mbWork", tags.musicBrainz.work, wanted.mbWork)
  }

  private func checkNumbers() {
    let tags = record.tags
    let wanted = row.expected
    expect("track", tags.trackNumber, wanted.track)
    expect("trackCount", tags.trackCount, wanted.trackCount)
    expect("disc", tags.discNumber, wanted.disc)
    expect("discCount", tags.discCount, wanted.discCount)
    expect("movementNumber", tags.movementNumber, wanted.movementNumber)
    expect("tempo", tags.beatsPerMinute, wanted.tempo)
    expect("rating", tags.rating, wanted.rating)
    expect("compilation", tags.isCompilation, wanted.compilation)
    expect("trackGain", tags.replayGain.track?.gain, wanted.trackGain)
    expect("trackPeak", tags.replayGain.track?.peak, wanted.trackPeak)
    expect("albumGain", tags.replayGain.album?.gain, wanted.albumGain)
    expect("replaced", record.replacedBytes, wanted.replaced)
  }

  private func checkSound() {
    let audio = record.audio
    let wanted = row.expected
    if let milliseconds = wanted.ms {
      let off = abs((audio.milliseconds ?? .min / 2) - milliseconds)
      #expect(
        off <= wanted.tolerance ?? 1,
        "\(row.path): \(audio.milliseconds ?? -1) ms instead of \(milliseconds)")
    }
    expect("frames", audio.frames, wanted.frames)
    expect("rate", audio.sampleRate, wanted.rate)
    expect("channels", audio.channels, wanted.channels)
    expect("bits", audio.bitsPerSample, wanted.bits)
    expect("delay", audio.encoderDelay, wanted.delay)
    expect("padding", audio.encoderPadding, wanted.padding)
    expect("codec", audio.codec, wanted.codec)
  }

  private func checkRest() {
    let wanted = row.expected
    expect("pictures", record.pictures, wanted.pictures?.map(\.value))
    expect("pictureCount", record.pictures.count, wanted.pictureCount)
    expect("legacy", record.legacyText.map { "\($0.field)" }.sorted(), wanted.legacy?.sorted())
    let names: [(LongTexts, String)] = [
      (.lyrics, "lyrics"), (.synchronizedLyrics, "synchronizedLyrics"), (.cueSheet, "cueSheet"),
      (.chapters, "chapters"),
    ]
    let long = names.filter { record.longTexts.contains($0.0) }.map(\.1)
    expect("long", long.sorted(), wanted.long?.sorted())
  }

  private func expectAbsent(_ name: String) {
    let tags = record.tags
    let found: [String: Bool] = [
      "title": tags.title != nil, "album": tags.album != nil, "date": tags.date != nil,
      "artistDisplay": tags.artistDisplay != nil, "track": tags.trackNumber != nil,
      "trackCount": tags.trackCount != nil, "rating": tags.rating != nil,
      "mbAlbum": tags.musicBrainz.album != nil, "mbTrack": tags.musicBrainz.track != nil,
    ]
    #expect(found[name] == false, "\(row.path): \(name) should be absent")
  }
}
