import FoundationEssentials
import Media

/// An item as `--json` shows it: what is unknown or false is left out.
struct ItemRecord: Encodable {
  let item: MediaItem

  private enum Key: String, CodingKey {
    case persistentID, uri, path, pathBase64, title, artists, artist, album, albumArtists
    case albumArtist, genres, composers, comments, trackNumber, trackCount, discNumber, discCount
    case date, year, originalDate, compilation, beatsPerMinute, titleSort, artistSort, albumSort
    case albumArtistSort, replayGainTrack, replayGainTrackPeak, replayGainAlbum
    case replayGainAlbumPeak, hasArtwork, artworkSource, duration, sampleRate, bitsPerSample
    case channels, bitRate, codec, size, modified, added, unavailable
    case cueTrack, start, end, hasLyrics, lyricsSource
    case performers, conductors, labels, moods, grouping, work, movement, movementNumber
    case discSubtitle, composerSort, rating, loved, plays, skips, lastPlayed, lastSkipped,
      encoderDelay, encoderPadding
    case musicBrainzTrackID, musicBrainzReleaseTrackID, musicBrainzAlbumID
    case musicBrainzReleaseGroupID, musicBrainzWorkID, musicBrainzArtistIDs
    case musicBrainzAlbumArtistIDs
  }

  private typealias Container = KeyedEncodingContainer<Key>

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try encodeFile(&container)
    try encodeText(item.tags, &container)
    try encodeNumbers(item.tags, &container)
    try encodeAudio(&container)
    try encodeRange(&container)
    try encodeMore(item.tags, &container)
    try encode(item.tags.musicBrainz, &container)
  }

  private func encodeFile(_ container: inout Container) throws {
    try container.encode(item.persistentID.description, forKey: .persistentID)
    try container.encode(item.uri, forKey: .uri)
    if let path = item.path.string {
      try container.encode(path, forKey: .path)
    } else {
      try container.encode(Data(item.path.bytes).base64EncodedString(), forKey: .pathBase64)
    }
    try container.encode(item.size, forKey: .size)
    try container.encode(item.modified.description, forKey: .modified)
    try container.encode(item.added.description, forKey: .added)
    if !item.isAvailable { try container.encode(true, forKey: .unavailable) }
  }

  private func encodeText(_ tags: MediaTags, _ container: inout Container) throws {
    try container.encodeIfPresent(tags.title, forKey: .title)
    try container.encodeIfPresent(tags.artist, forKey: .artist)
    try container.encodeIfPresent(tags.album, forKey: .album)
    try container.encodeIfPresent(tags.albumArtist, forKey: .albumArtist)
    try container.encodeIfPresent(tags.titleSort, forKey: .titleSort)
    try container.encodeIfPresent(tags.artistSort, forKey: .artistSort)
    try container.encodeIfPresent(tags.albumSort, forKey: .albumSort)
    try container.encodeIfPresent(tags.albumArtistSort, forKey: .albumArtistSort)
    for (list, key): ([String], Key) in [
      (tags.artists, .artists), (tags.albumArtists, .albumArtists), (tags.genres, .genres),
      (tags.composers, .composers), (tags.comments, .comments),
    ] where !list.isEmpty {
      try container.encode(list, forKey: key)
    }
  }

  private func encodeNumbers(_ tags: MediaTags, _ container: inout Container) throws {
    try container.encodeIfPresent(tags.trackNumber, forKey: .trackNumber)
    try container.encodeIfPresent(tags.trackCount, forKey: .trackCount)
    try container.encodeIfPresent(tags.discNumber, forKey: .discNumber)
    try container.encodeIfPresent(tags.discCount, forKey: .discCount)
    try container.encodeIfPresent(tags.date?.description, forKey: .date)
    try container.encodeIfPresent(tags.date?.year, forKey: .year)
    try container.encodeIfPresent(tags.originalDate?.description, forKey: .originalDate)
    try container.encodeIfPresent(tags.beatsPerMinute, forKey: .beatsPerMinute)
    if tags.isCompilation { try container.encode(true, forKey: .compilation) }
    let gain = tags.replayGain
    try container.encodeIfPresent(gain.track?.gain, forKey: .replayGainTrack)
    try container.encodeIfPresent(gain.track?.peak, forKey: .replayGainTrackPeak)
    try container.encodeIfPresent(gain.album?.gain, forKey: .replayGainAlbum)
    try container.encodeIfPresent(gain.album?.peak, forKey: .replayGainAlbumPeak)
    if let source = tags.artworkSource {
      try container.encode(true, forKey: .hasArtwork)
      try container.encode(source.rawValue, forKey: .artworkSource)
    }
  }

  /// The place of a cue track in its file, in seconds.
  private func encodeRange(_ container: inout Container) throws {
    if let source = item.lyricsSource {
      try container.encode(true, forKey: .hasLyrics)
      try container.encode(source.rawValue, forKey: .lyricsSource)
    }
    guard let range = item.range else { return }
    try container.encode(range.track, forKey: .cueTrack)
    try container.encode(Self.seconds(range.start), forKey: .start)
    try container.encodeIfPresent(range.end.map(Self.seconds), forKey: .end)
  }

  private static func seconds(_ place: Int64) -> Double {
    Double(CueRange.milliseconds(place)) / 1000
  }

  private func encodeMore(_ tags: MediaTags, _ container: inout Container) throws {
    for (list, key): ([String], Key) in [
      (tags.performers, .performers), (tags.conductors, .conductors), (tags.labels, .labels),
      (tags.moods, .moods),
    ] where !list.isEmpty {
      try container.encode(list, forKey: key)
    }
    try container.encodeIfPresent(tags.grouping, forKey: .grouping)
    try container.encodeIfPresent(tags.work, forKey: .work)
    try container.encodeIfPresent(tags.movement, forKey: .movement)
    try container.encodeIfPresent(tags.movementNumber, forKey: .movementNumber)
    try container.encodeIfPresent(tags.discSubtitle, forKey: .discSubtitle)
    try container.encodeIfPresent(tags.composerSort, forKey: .composerSort)
    let statistics = item.statistics
    try container.encodeIfPresent(statistics.rating ?? tags.rating, forKey: .rating)
    if statistics.isLoved { try container.encode(true, forKey: .loved) }
    if statistics.plays > 0 { try container.encode(statistics.plays, forKey: .plays) }
    if statistics.skips > 0 { try container.encode(statistics.skips, forKey: .skips) }
    try container.encodeIfPresent(statistics.lastPlayed?.description, forKey: .lastPlayed)
    try container.encodeIfPresent(statistics.lastSkipped?.description, forKey: .lastSkipped)
    try container.encodeIfPresent(item.audio.encoderDelay, forKey: .encoderDelay)
    try container.encodeIfPresent(item.audio.encoderPadding, forKey: .encoderPadding)
  }

  private func encode(_ ids: MusicBrainzIDs, _ container: inout Container) throws {
    try container.encodeIfPresent(ids.track, forKey: .musicBrainzTrackID)
    try container.encodeIfPresent(ids.releaseTrack, forKey: .musicBrainzReleaseTrackID)
    try container.encodeIfPresent(ids.album, forKey: .musicBrainzAlbumID)
    try container.encodeIfPresent(ids.releaseGroup, forKey: .musicBrainzReleaseGroupID)
    try container.encodeIfPresent(ids.work, forKey: .musicBrainzWorkID)
    if !ids.artists.isEmpty { try container.encode(ids.artists, forKey: .musicBrainzArtistIDs) }
    if !ids.albumArtists.isEmpty {
      try container.encode(ids.albumArtists, forKey: .musicBrainzAlbumArtistIDs)
    }
  }

  private func encodeAudio(_ container: inout Container) throws {
    let audio = item.audio
    try container.encodeIfPresent(
      audio.milliseconds.map { Double($0) / 1000 }, forKey: .duration)
    try container.encodeIfPresent(audio.sampleRate, forKey: .sampleRate)
    try container.encodeIfPresent(audio.bitsPerSample, forKey: .bitsPerSample)
    try container.encodeIfPresent(audio.channels, forKey: .channels)
    try container.encodeIfPresent(audio.bitRate, forKey: .bitRate)
    try container.encodeIfPresent(audio.codec, forKey: .codec)
  }
}

/// Objects as JSON Lines: each on a line of its own, keys in alphabetical order.
struct JSONLines {
  private let encoder: JSONEncoder

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// The object's line with its end. What a terminal or another reader may take for the end of a line, or
  /// worse, is escaped.
  func line(_ value: some Encodable) throws -> [UInt8] {
    let bytes = try Array(encoder.encode(value))
    return Self.escaped(bytes) + [UInt8(ascii: "\n")]
  }

  /// Delete, the C1 characters, and Unicode's ends of lines and paragraphs as `\uHHHH`, which only texts have.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 >= 0x7F }) else { return json }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.count + 16)
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        escaped += "\\u\(zeros)\(digits)".utf8
      default: escaped += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
    return escaped
  }
}
