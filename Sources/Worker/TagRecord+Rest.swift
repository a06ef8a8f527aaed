import Media

/// What few files have: one zero byte each on the wire in all others.
extension TagRecord {
  func encodeRest(_ writer: inout WireWriter) {
    writer.put(longTexts.rawValue)
    writer.put(UInt32(clamping: replacedBytes))
    let brainz = tags.musicBrainz
    writer.put(brainz != MusicBrainzIDs())
    if brainz != MusicBrainzIDs() { Self.encode(brainz, &writer) }
    encodePictures(&writer)
    encodeLegacy(&writer)
  }

  mutating func decodeRest(_ reader: inout WireReader) throws(WireError) {
    longTexts = LongTexts(rawValue: try reader.number())
    guard longTexts.isSubset(of: .all) else { throw .outOfRange }
    replacedBytes = try reader.number(UInt32.self, in: 0...Int(UInt32.max))
    if try reader.flag() { tags.musicBrainz = try Self.musicBrainz(&reader) }
    pictures = try Self.pictures(&reader)
    legacyText = try Self.legacy(&reader)
  }

  private static func encode(_ ids: MusicBrainzIDs, _ writer: inout WireWriter) {
    for id in [ids.track, ids.releaseTrack, ids.album, ids.releaseGroup, ids.work] {
      writer.put(id) { $0.put($1, limit: 64) }
    }
    writer.put(ids.artists)
    writer.put(ids.albumArtists)
  }

  private static func musicBrainz(_ reader: inout WireReader) throws(WireError) -> MusicBrainzIDs {
    func id(_ reader: inout WireReader) throws(WireError) -> String? {
      try reader.optional { reader throws(WireError) in try reader.text() }
    }
    var ids = MusicBrainzIDs()
    ids.track = try id(&reader)
    ids.releaseTrack = try id(&reader)
    ids.album = try id(&reader)
    ids.releaseGroup = try id(&reader)
    ids.work = try id(&reader)
    ids.artists = try reader.list()
    ids.albumArtists = try reader.list()
    return ids
  }

  private func encodePictures(_ writer: inout WireWriter) {
    let pictures = pictures.prefix(Wire.maximumPictures)
    writer.put(UInt8(pictures.count))
    for picture in pictures {
      writer.put(picture.kind)
      writer.put(UInt32(clamping: picture.size))
      writer.put(picture.mimeType, limit: 64)
    }
  }

  private static func pictures(_ reader: inout WireReader) throws(WireError) -> [EmbeddedPicture] {
    let count = try reader.number(UInt8.self, in: 0...Wire.maximumPictures)
    var pictures: [EmbeddedPicture] = []
    for _ in 0..<count {
      let kind = try reader.number(UInt8.self)
      let size = Int(try reader.number(UInt32.self))
      pictures.append(EmbeddedPicture(kind: kind, mimeType: try reader.text(), size: size))
    }
    return pictures
  }

  /// Fields for which there is no room any more are left out as a whole.
  private func encodeLegacy(_ writer: inout WireWriter) {
    var room = Wire.maximumLegacy
    let fitting = legacyText.prefix(LegacyText.Field.allCases.count).filter { text in
      let size = text.values.reduce(0) { $0 + $1.count + 2 }
      guard size <= room, text.values.count <= Wire.maximumList else { return false }
      room -= size
      return true
    }
    writer.put(UInt8(fitting.count))
    for text in fitting {
      writer.put(text.field.rawValue)
      writer.put(UInt8(text.values.count))
      for value in text.values { writer.put(bytes: value) }
    }
  }

  private static func legacy(_ reader: inout WireReader) throws(WireError) -> [LegacyText] {
    let count = try reader.number(UInt8.self, in: 0...LegacyText.Field.allCases.count)
    var texts: [LegacyText] = []
    for _ in 0..<count {
      guard let field = LegacyText.Field(rawValue: try reader.number()) else { throw .outOfRange }
      let values = try reader.number(UInt8.self, in: 0...Wire.maximumList)
      var text = LegacyText(field: field, values: [])
      for _ in 0..<values { text.values.append(try reader.bytes(limit: Wire.maximumLegacy)) }
      texts.append(text)
    }
    return texts
  }
}
