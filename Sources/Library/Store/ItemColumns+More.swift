import Media
import Worker

/// The columns that came with version 2.
extension RecordColumns {
  static let moreNames = [
    "performers", "conductors", "labels", "moods", "mb_artists", "mb_album_artists",
    "grouping", "work", "movement", "disc_subtitle", "composer_sort",
    "mb_track", "mb_release_track", "mb_album", "mb_release_group", "mb_work",
    "movement_number", "rating", "frames", "encoder_delay", "encoder_padding",
    "long_texts", "replaced_bytes",
  ]

  static func bindMore(_ record: TagRecord, to statement: borrowing Statement, from index: Int32) {
    let (tags, ids) = (record.tags, record.tags.musicBrainz)
    var index = index
    for list in [
      tags.performers, tags.conductors, tags.labels, tags.moods, ids.artists, ids.albumArtists,
    ] {
      statement.bind(index, TextList.join(list))
      index += 1
    }
    for text in [
      tags.grouping, tags.work, tags.movement, tags.discSubtitle, tags.composerSort,
      ids.track, ids.releaseTrack, ids.album, ids.releaseGroup, ids.work,
    ] {
      statement.bind(index, text)
      index += 1
    }
    for number in [tags.movementNumber, tags.rating] {
      statement.bind(index, number.map { Int64($0) })
      index += 1
    }
    statement.bind(index, record.audio.frames)
    statement.bind(index + 1, record.audio.encoderDelay.map { Int64($0) })
    statement.bind(index + 2, record.audio.encoderPadding.map { Int64($0) })
    statement.bind(index + 3, Int64(record.longTexts.rawValue))
    statement.bind(index + 4, Int64(record.replacedBytes))
  }

  static func readMore(_ record: inout TagRecord, _ columns: inout Columns) {
    record.tags.performers = TextList.split(columns.text())
    record.tags.conductors = TextList.split(columns.text())
    record.tags.labels = TextList.split(columns.text())
    record.tags.moods = TextList.split(columns.text())
    record.tags.musicBrainz.artists = TextList.split(columns.text())
    record.tags.musicBrainz.albumArtists = TextList.split(columns.text())
    record.tags.grouping = columns.text()
    record.tags.work = columns.text()
    record.tags.movement = columns.text()
    record.tags.discSubtitle = columns.text()
    record.tags.composerSort = columns.text()
    record.tags.musicBrainz.track = columns.text()
    record.tags.musicBrainz.releaseTrack = columns.text()
    record.tags.musicBrainz.album = columns.text()
    record.tags.musicBrainz.releaseGroup = columns.text()
    record.tags.musicBrainz.work = columns.text()
    record.tags.movementNumber = columns.int()
    record.tags.rating = columns.int()
    record.audio.frames = columns.integer()
    record.audio.encoderDelay = columns.int()
    record.audio.encoderPadding = columns.int()
    record.longTexts = LongTexts(rawValue: UInt8(truncatingIfNeeded: columns.int() ?? 0))
    record.replacedBytes = columns.int() ?? 0
  }
}
