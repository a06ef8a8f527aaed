import Media

/// What of an item decides its section.
struct SectionMember: Sendable, Hashable {
  /// What a sort tag says in place of the name.
  var sortName: String?
  var name: String?
  var year: Int?
  /// Of an album: whose it is.
  var artist: String?

  /// - Parameter isVarious: Whether it stands under various artists although it does not say so.
  init(_ item: MediaItem, _ sectioning: MediaSectioning, isVarious: Bool) {
    let tags = item.tags
    let artist = tags.orderingArtist
    switch sectioning {
    case .title: (sortName, name) = (tags.titleSort, tags.title ?? item.fileName)
    case .artist: (sortName, name) = (tags.artistSort, tags.artist)
    case .albumArtist where isVarious: name = MediaGroupMaker.variousArtists
    case .albumArtist:
      if artist.isSortName { sortName = artist.text } else { name = artist.text }
    case .album: (sortName, name) = (tags.albumSort, tags.album)
    case .composer: (sortName, name) = (tags.composerSort, Self.line(tags.composers))
    case .genre: sortName = Self.line(tags.genres)
    case .year, .decade: year = tags.date?.year
    case .heading:
      (sortName, name, year) = (tags.albumSort, tags.album, tags.date?.year)
      self.artist = isVarious ? MediaGroupMaker.variousArtists : tags.leadingArtist
    }
  }

  private static func line(_ values: [String]) -> String? {
    values.isEmpty ? nil : KeyOrder.joined(values)
  }

  /// The columns of an item that `read` takes.
  static func columns(_ sectioning: MediaSectioning, _ columns: PropertyColumns) -> String {
    let (artist, albumArtist) = (PropertyColumns.artist, PropertyColumns.albumArtist)
    let various = "'\(MediaGroupMaker.variousArtists)'"
    let leading = """
      CASE WHEN various THEN \(various)
      ELSE coalesce(\(albumArtist), CASE WHEN compilation THEN \(various) END, \(artist)) END
      """
    return switch sectioning {
    case .title: "title_sort, coalesce(title, segue_uri(items.name)), NULL, NULL"
    case .artist: "artist_sort, \(artist), NULL, NULL"
    case .albumArtist:
      """
      CASE WHEN various THEN NULL WHEN \(albumArtist) IS NOT NULL OR compilation THEN album_artist_sort
      WHEN \(artist) IS NOT NULL THEN artist_sort END, \(leading), NULL, NULL
      """
    case .album: "album_sort, album, NULL, NULL"
    case .composer: "composer_sort, \(PropertyColumns.line("composers")), NULL, NULL"
    case .genre: "\(PropertyColumns.line("genres")), NULL, NULL, NULL"
    case .year, .decade: "NULL, NULL, date / 10000, NULL"
    case .heading: "album_sort, album, date / 10000, \(leading)"
    }
  }

  init(_ columns: inout Columns, _ sectioning: MediaSectioning) {
    sortName = columns.text()
    name = columns.text()
    year = columns.int()
    artist = columns.text()
    if sectioning == .albumArtist, sortName != nil { name = nil }
  }
}

/// Puts the items of an answer together in sections, as they come.
struct SectionMaker: ~Copyable {
  private let sectioning: MediaSectioning
  private let articles: LeadingArticles
  private var letters: IndexLetters
  private(set) var sections: [MediaSection] = []
  private var last: SectionMember?
  private var count = 0

  init(_ sectioning: MediaSectioning, _ order: LibraryOrder) throws(LibraryError) {
    self.sectioning = sectioning
    articles = order.articles
    letters = try IndexLetters(order)
  }

  /// Takes the next item.
  mutating func add(_ member: SectionMember) {
    defer { count += 1 }
    if member == last { return extend() }
    last = member
    let title = title(member)
    if let section = sections.last, isSame(title, section.title) { return extend() }
    let index = sectioning == .heading ? letter(member) : title
    sections.append(MediaSection(title: title, indexTitle: index, range: count..<(count + 1)))
  }

  private mutating func extend() {
    let start = sections[sections.count - 1].range.lowerBound
    sections[sections.count - 1].range = start..<(count + 1)
  }

  private mutating func isSame(_ title: String, _ other: String) -> Bool {
    switch sectioning {
    case .year, .decade, .heading: title.utf8.elementsEqual(other.utf8)
    default: title == other || letters.areAlike(title, other)
    }
  }

  private mutating func title(_ member: SectionMember) -> String {
    switch sectioning {
    case .year: return member.year.map { String($0) } ?? "Unknown Year"
    case .decade: return member.year.map { "\($0 / 10 * 10)s" } ?? "Unknown Year"
    case .heading:
      guard let album = member.name else { return "Unknown Album" }
      let parts = [album, member.artist ?? "Unknown Artist", member.year.map { String($0) }]
      return parts.compactMap(\.self).joined(separator: " · ")
    default: return letter(member)
    }
  }

  private mutating func letter(_ member: SectionMember) -> String {
    guard let name = member.sortName ?? member.name.map({ articles.skipped(in: $0) }) else {
      return IndexLetters.unknown
    }
    return letters.letter(of: name)
  }
}

/// The letters under which names stand in an index.
struct IndexLetters: ~Copyable {
  static let unknown = "…"
  private static let digits = "0 – 9"
  private static let others = "#"

  private var collator: Collator
  private var known: [Character: String] = [:]
  private var primaries: [String: [UInt8]] = [:]
  /// A to Z, with what names begin with in the library's order that stand under them.
  private var latin: [(letter: String, primary: [UInt8])] = []

  init(_ order: LibraryOrder) throws(LibraryError) {
    collator = try Collator(order)
    latin = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
      let letter = String(UnicodeScalar($0))
      return (letter, primary(letter))
    }
  }

  /// What a name stands under.
  mutating func letter(of name: String) -> String {
    guard let first = name.first else { return Self.unknown }
    if let letter = known[first] { return letter }
    let letter = letter(of: first)
    known[first] = letter
    return letter
  }

  /// Whether names that begin with one stand among those that begin with the other.
  mutating func areAlike(_ letter: String, _ other: String) -> Bool {
    let signs = [Self.unknown, Self.digits, Self.others]
    if signs.contains(letter) || signs.contains(other) { return false }
    return primary(letter) == primary(other)
  }

  private mutating func letter(of character: Character) -> String {
    if character.isNumber { return Self.digits }
    guard character.isLetter, let scalar = character.unicodeScalars.first else {
      return Self.others
    }
    switch scalar.value {
    case 0x3041...0x3096: return Self.kana(scalar.value)
    case 0x30A1...0x30F6: return Self.kana(scalar.value - 0x60)
    case 0xAC00...0xD7A3: return Self.hangul(scalar.value)
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return "漢"
    case ..<0x250, 0x1E00...0x1EFF:
      let primary = primary(String(character))
      return latin.first { primary.starts(with: $0.primary) }?.letter
        ?? String(character).uppercased()
    default: return String(character).uppercased()
    }
  }

  /// What of a key tells letters apart, and neither marks nor case.
  private mutating func primary(_ letter: String) -> [UInt8] {
    if let known = primaries[letter] { return known }
    let primary = Array(collator.key(letter).prefix { $0 != 1 })
    primaries[letter] = primary
    return primary
  }

  /// The row of a kana, by its hiragana.
  private static func kana(_ value: UInt32) -> String {
    let rows: [(UInt32, String)] = [
      (0x304A, "あ"), (0x3054, "か"), (0x305E, "さ"), (0x3069, "た"), (0x306E, "な"),
      (0x307D, "は"), (0x3082, "ま"), (0x3088, "や"), (0x308D, "ら"),
    ]
    return rows.first { value <= $0.0 }?.1 ?? "わ"
  }

  /// The consonant that a syllable begins with, doubled ones as single.
  private static func hangul(_ value: UInt32) -> String {
    let initials = Array("ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ")
    return String(initials[Int((value - 0xAC00) / 588)])
  }
}
