import Media
import Worker

/// The columns of `items` that hold what a file's bytes say, in one order for writing and reading.
enum RecordColumns {
  static let names =
    [
      "title", "artists", "artist_display", "album_artists", "album_artist_display", "album",
      "genres", "composers", "comments",
      "track_number", "track_count", "disc_number", "disc_count",
      "date", "original_date", "compilation", "beats_per_minute",
      "title_sort", "artist_sort", "album_sort", "album_artist_sort",
      "track_gain", "track_peak", "album_gain", "album_peak", "artwork",
      "milliseconds", "sample_rate", "bits_per_sample", "channels", "bit_rate", "codec",
    ] + moreNames

  /// Binds a record from `index` on.
  static func bind(_ record: TagRecord, to statement: borrowing Statement, from index: Int32) {
    let tags = record.tags
    var index = bindText(of: tags, to: statement, from: index)
    for number in [
      tags.trackNumber, tags.trackCount, tags.discNumber, tags.discCount,
      tags.date.map { Int($0.ordinal) }, tags.originalDate.map { Int($0.ordinal) },
      tags.isCompilation ? 1 : 0,
      tags.beatsPerMinute,
    ] {
      statement.bind(index, number.map { Int64($0) })
      index += 1
    }
    for text in [tags.titleSort, tags.artistSort, tags.albumSort, tags.albumArtistSort] {
      statement.bind(index, text)
      index += 1
    }
    for correction in [tags.replayGain.track, tags.replayGain.album] {
      statement.bind(index, correction?.gain)
      statement.bind(index + 1, correction?.peak)
      index += 2
    }
    statement.bind(index, Int64(tags.artworkSource == .embedded ? 1 : 0))
    bind(record.audio, to: statement, from: index + 1)
    bindMore(record, to: statement, from: index + 7)
  }

  private static func bindText(
    of tags: MediaTags, to statement: borrowing Statement, from index: Int32
  ) -> Int32 {
    statement.bind(index, tags.title)
    statement.bind(index + 1, TextList.join(tags.artists))
    statement.bind(index + 2, tags.artistDisplay)
    statement.bind(index + 3, TextList.join(tags.albumArtists))
    statement.bind(index + 4, tags.albumArtistDisplay)
    statement.bind(index + 5, tags.album)
    statement.bind(index + 6, TextList.join(tags.genres))
    statement.bind(index + 7, TextList.join(tags.composers))
    statement.bind(index + 8, TextList.join(tags.comments))
    return index + 9
  }

  private static func bind(
    _ audio: AudioProperties, to statement: borrowing Statement, from index: Int32
  ) {
    statement.bind(index, audio.milliseconds)
    statement.bind(index + 1, audio.sampleRate.map { Int64($0) })
    statement.bind(index + 2, audio.bitsPerSample.map { Int64($0) })
    statement.bind(index + 3, audio.channels.map { Int64($0) })
    statement.bind(index + 4, audio.bitRate.map { Int64($0) })
    statement.bind(index + 5, audio.codec)
  }

  /// Reads a record, leaving `columns` behind it.
  static func read(_ columns: inout Columns) -> TagRecord {
    var tags = MediaTags()
    tags.title = columns.text()
    tags.artists = TextList.split(columns.text())
    tags.artistDisplay = columns.text()
    tags.albumArtists = TextList.split(columns.text())
    tags.albumArtistDisplay = columns.text()
    tags.album = columns.text()
    tags.genres = TextList.split(columns.text())
    tags.composers = TextList.split(columns.text())
    tags.comments = TextList.split(columns.text())
    readNumbers(&tags, &columns)
    var record = TagRecord(tags: tags, audio: readAudio(&columns))
    readMore(&record, &columns)
    return record
  }

  private static func readNumbers(_ tags: inout MediaTags, _ columns: inout Columns) {
    tags.trackNumber = columns.int()
    tags.trackCount = columns.int()
    tags.discNumber = columns.int()
    tags.discCount = columns.int()
    tags.date = columns.int().flatMap(date)
    tags.originalDate = columns.int().flatMap(date)
    tags.isCompilation = columns.int() == 1
    tags.beatsPerMinute = columns.int()
    tags.titleSort = columns.text()
    tags.artistSort = columns.text()
    tags.albumSort = columns.text()
    tags.albumArtistSort = columns.text()
    tags.replayGain.track = readCorrection(&columns)
    tags.replayGain.album = readCorrection(&columns)
    tags.artworkSource = columns.int() == 1 ? .embedded : nil
  }

  private static func readCorrection(_ columns: inout Columns) -> ReplayGain.Correction? {
    let gain = columns.double()
    let peak = columns.double()
    return gain.map { ReplayGain.Correction(gain: $0, peak: peak) }
  }

  private static func readAudio(_ columns: inout Columns) -> AudioProperties {
    var audio = AudioProperties()
    audio.milliseconds = columns.integer()
    audio.sampleRate = columns.int()
    audio.bitsPerSample = columns.int()
    audio.channels = columns.int()
    audio.bitRate = columns.int()
    audio.codec = columns.text()
    return audio
  }

  static func date(_ number: Int) -> MediaDate? {
    let (month, day) = (number / 100 % 100, number % 100)
    return MediaDate(
      year: number / 10000, month: month == 0 ? nil : month, day: day == 0 ? nil : day)
  }
}

/// Several texts in one column.
enum TextList {
  static let separator: Character = "\u{1F}"

  /// `nil` for none.
  static func join(_ list: [String]) -> String? {
    guard let first = list.first else { return nil }
    if list.count == 1, !first.utf8.contains(0x1F) { return first }
    return list.map { text in
      text.utf8.contains(0x1F) ? text.replacing(String(separator), with: " ") : text
    }.joined(separator: String(separator))
  }

  static func split(_ text: String?) -> [String] {
    guard let text else { return [] }
    guard text.utf8.contains(0x1F) else { return [text] }
    return text.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
  }
}
