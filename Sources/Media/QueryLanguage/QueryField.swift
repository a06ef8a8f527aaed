/// What can stand before the colon in a query.
enum QueryField: Sendable, Hashable {
  case text(MediaTextProperty)
  case number(MediaNumberProperty, QueryUnit)
  case format
  case folder
  case playlist
  case no, has

  /// All fields, as the help lists them.
  static let all: [(name: String, field: QueryField)] = [
    ("title", .text(.title)), ("artist", .text(.artist)), ("albumartist", .text(.albumArtist)),
    ("album", .text(.album)), ("genre", .text(.genre)), ("composer", .text(.composer)),
    ("performer", .text(.performer)), ("conductor", .text(.conductor)), ("label", .text(.label)),
    ("mood", .text(.mood)), ("grouping", .text(.grouping)), ("work", .text(.work)),
    ("movement", .text(.movement)), ("comment", .text(.comment)), ("file", .text(.fileName)),
    ("path", .text(.path)), ("folder", .folder), ("playlist", .playlist),
    ("year", .number(.year, .plain)),
    ("originalyear", .number(.originalYear, .plain)), ("date", .number(.date, .date)),
    ("originaldate", .number(.originalDate, .date)), ("track", .number(.trackNumber, .plain)),
    ("disc", .number(.discNumber, .plain)), ("bpm", .number(.beatsPerMinute, .plain)),
    ("rating", .number(.rating, .plain)), ("length", .number(.length, .length)),
    ("rate", .number(.sampleRate, .rate)), ("bits", .number(.bitsPerSample, .plain)),
    ("channels", .number(.channels, .plain)), ("bitrate", .number(.bitRate, .plain)),
    ("size", .number(.size, .size)), ("added", .number(.added, .time)),
    ("modified", .number(.modified, .time)), ("plays", .number(.plays, .plain)),
    ("skips", .number(.skips, .plain)), ("played", .number(.lastPlayed, .time)),
    ("skipped", .number(.lastSkipped, .time)), ("loved", .number(.loved, .plain)),
    ("compilation", .number(.compilation, .plain)),
    ("format", .format), ("no", .no), ("has", .has),
  ]

  static let names = all.map(\.name).joined(separator: ", ")

  static let textNames = all.filter {
    if case .text = $0.field { true } else { false }
  }.map(\.name).joined(separator: ", ")

  init?(name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found.field
  }

  /// The field that a text begins with, up to its colon.
  init?(beginning text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    self.init(name: String(text[..<colon]))
  }

  /// What can follow its colon, for a mistake.
  var allowed: String {
    switch self {
    case .text: "a word, \"several words\", =word for exactly that, or ^word for what begins so"
    case .number(_, let unit): unit.allowed
    case .format: "a codec or the extension of a file, such as flac"
    case .folder: "the URI of a folder, such as \"Kit Harrow\""
    case .playlist: "the name of a playlist"
    case .no, .has: "one of \(Self.missable)"
    }
  }

  /// What an item can be without.
  var property: MediaProperty? {
    switch self {
    case .text(.fileName), .text(.path), .folder, .playlist, .format, .no, .has: nil
    case .number(.size, _), .number(.added, _), .number(.modified, _), .number(.plays, _),
      .number(.skips, _):
      nil
    case .text(let property): .text(property)
    case .number(let property, _): .number(property)
    }
  }

  /// The property that `no:` and `has:` call so.
  static func missable(_ name: String) -> MediaProperty? {
    name == "artwork" ? .artwork : QueryField(name: name)?.property
  }

  static let missable = (all.filter { $0.field.property != nil }.map(\.name) + ["artwork"])
    .joined(separator: ", ")
}

/// How a number is written.
enum QueryUnit: Sendable, Hashable {
  case plain
  /// `1984`, `1984-05`, `1984-05-03`
  case date
  /// `10:00`, `1:02:03`, `90`, `90s`, `5m`, `1h`
  case length
  /// `44100`, `44.1k`
  case rate
  /// `1000000`, `500k`, `20M`, `1G`
  case size
  /// As dates, or an age: `30d`
  case time

  /// What the field takes, for a mistake.
  var allowed: String {
    switch self {
    case .plain: "a number as in 5, 5..9, >5, >=5, <5 or <=5"
    case .date: "a date as in 1984, 1984-05, 1984-05-03, 1980..1989, >1984 or <=1984-05"
    case .length:
      "a time as in 3:25, 1:02:03, 90s, 5m or 1h, alone or as in 3:00..4:00, >10:00 or <=90s"
    case .rate: "a rate as in 44100 or 44.1k, alone or as in 44100..96000 or >=88200"
    case .size: "a size as in 500k, 20M or 1G, alone or as in 1M..20M or >100M"
    case .time:
      "an age as in <30d (younger; h, d, w, m, y) or >1y (older), or a date as in 2024-05, 2023..2024 or >=2024"
    }
  }
}
