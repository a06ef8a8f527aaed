import Media

/// The fields of a record in their order on the wire, with the ranges in which they are believed.
extension TagRecord {
  func encode(_ writer: inout WireWriter) {
    encodeText(&writer)
    encodeNumbers(&writer)
    encodeAudio(&writer)
    encodeRest(&writer)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    self.init()
    try decodeText(&reader)
    try decodeNumbers(&reader)
    try decodeAudio(&reader)
    try decodeRest(&reader)
  }

  private func encodeText(_ writer: inout WireWriter) {
    for text in [
      tags.title, tags.album, tags.artistDisplay, tags.albumArtistDisplay, tags.titleSort,
      tags.artistSort, tags.albumSort, tags.albumArtistSort, tags.composerSort, tags.grouping,
      tags.work, tags.movement, tags.discSubtitle,
    ] {
      writer.put(text) { $0.put($1) }
    }
    for list in [
      tags.artists, tags.albumArtists, tags.genres, tags.composers, tags.comments, tags.performers,
      tags.conductors, tags.labels, tags.moods,
    ] {
      writer.put(list)
    }
  }

  private mutating func decodeText(_ reader: inout WireReader) throws(WireError) {
    tags.title = try Self.text(&reader)
    tags.album = try Self.text(&reader)
    tags.artistDisplay = try Self.text(&reader)
    tags.albumArtistDisplay = try Self.text(&reader)
    tags.titleSort = try Self.text(&reader)
    tags.artistSort = try Self.text(&reader)
    tags.albumSort = try Self.text(&reader)
    tags.albumArtistSort = try Self.text(&reader)
    tags.composerSort = try Self.text(&reader)
    tags.grouping = try Self.text(&reader)
    tags.work = try Self.text(&reader)
    tags.movement = try Self.text(&reader)
    tags.discSubtitle = try Self.text(&reader)
    tags.artists = try reader.list()
    tags.albumArtists = try reader.list()
    tags.genres = try reader.list()
    tags.composers = try reader.list()
    tags.comments = try reader.list()
    tags.performers = try reader.list()
    tags.conductors = try reader.list()
    tags.labels = try reader.list()
    tags.moods = try reader.list()
  }

  private func encodeNumbers(_ writer: inout WireWriter) {
    for number in [
      tags.trackNumber, tags.trackCount, tags.discNumber, tags.discCount, tags.beatsPerMinute,
      tags.movementNumber, tags.rating,
    ] {
      writer.put(number) { $0.put(Int32(clamping: $1)) }
    }
    for date in [tags.date, tags.originalDate] {
      writer.put(date) {
        $0.put(Int16($1.year))
        $0.put(Int8($1.month ?? 0))
        $0.put(Int8($1.day ?? 0))
      }
    }
    writer.put(tags.isCompilation)
    for correction in [tags.replayGain.track, tags.replayGain.album] {
      writer.put(correction) {
        $0.put($1.gain)
        $0.put($1.peak) { $0.put($1) }
      }
    }
    writer.put(tags.artworkSource == .embedded)
  }

  private mutating func decodeNumbers(_ reader: inout WireReader) throws(WireError) {
    tags.trackNumber = try Self.number(&reader, 0...1_000_000)
    tags.trackCount = try Self.number(&reader, 0...1_000_000)
    tags.discNumber = try Self.number(&reader, 0...1_000_000)
    tags.discCount = try Self.number(&reader, 0...1_000_000)
    tags.beatsPerMinute = try Self.number(&reader, 1...100_000)
    tags.movementNumber = try Self.number(&reader, 0...1_000_000)
    tags.rating = try Self.number(&reader, 0...10)
    tags.date = try Self.date(&reader)
    tags.originalDate = try Self.date(&reader)
    tags.isCompilation = try reader.flag()
    tags.replayGain.track = try Self.correction(&reader)
    tags.replayGain.album = try Self.correction(&reader)
    tags.artworkSource = try reader.flag() ? .embedded : nil
  }

  private func encodeAudio(_ writer: inout WireWriter) {
    writer.put(audio.milliseconds) { $0.put($1) }
    for number in [audio.sampleRate, audio.bitsPerSample, audio.channels, audio.bitRate] {
      writer.put(number) { $0.put(Int32(clamping: $1)) }
    }
    writer.put(audio.codec) { $0.put($1) }
    writer.put(audio.frames) { $0.put($1) }
    for number in [audio.encoderDelay, audio.encoderPadding] {
      writer.put(number) { $0.put(Int32(clamping: $1)) }
    }
  }

  private mutating func decodeAudio(_ reader: inout WireReader) throws(WireError) {
    audio.milliseconds = try reader.optional { reader throws(WireError) in
      Int64(try reader.number(Int64.self, in: 1...Int(Int32.max) * 1000))
    }
    audio.sampleRate = try Self.number(&reader, 1...100_000_000)
    audio.bitsPerSample = try Self.number(&reader, 1...64)
    audio.channels = try Self.number(&reader, 1...255)
    audio.bitRate = try Self.number(&reader, 1...10_000_000)
    audio.codec = try Self.text(&reader)
    audio.frames = try reader.optional { reader throws(WireError) in
      Int64(try reader.number(Int64.self, in: 1...1 << 53))
    }
    audio.encoderDelay = try Self.number(&reader, 0...1_000_000)
    audio.encoderPadding = try Self.number(&reader, 0...1_000_000)
  }

  private static func text(_ reader: inout WireReader) throws(WireError) -> String? {
    try reader.optional { reader throws(WireError) in try reader.text() }
  }

  private static func number(
    _ reader: inout WireReader, _ range: ClosedRange<Int>
  ) throws(WireError) -> Int? {
    try reader.optional { reader throws(WireError) in try reader.number(Int32.self, in: range) }
  }

  private static func date(_ reader: inout WireReader) throws(WireError) -> MediaDate? {
    try reader.optional { reader throws(WireError) in
      let year = Int(try reader.number(Int16.self))
      let month = Int(try reader.number(Int8.self))
      let day = Int(try reader.number(Int8.self))
      guard
        let date = MediaDate(year: year, month: month == 0 ? nil : month, day: day == 0 ? nil : day)
      else { throw .outOfRange }
      return date
    }
  }

  private static func correction(
    _ reader: inout WireReader
  ) throws(WireError) -> ReplayGain.Correction? {
    try reader.optional { reader throws(WireError) in
      let gain = try reader.double()
      let peak = try reader.optional { reader throws(WireError) in try reader.double() }
      return ReplayGain.Correction(gain: gain, peak: peak)
    }
  }
}
