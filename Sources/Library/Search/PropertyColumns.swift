import Media

/// The properties of items as expressions over `items`.
struct PropertyColumns {
  let roots: RootList

  init(_ roots: RootList) { self.roots = roots }

  /// The property has exactly this value.
  func isEqual(_ property: MediaTextProperty, _ value: String) -> QueryCondition.Term {
    let column = values(property)
    guard Self.isList(property) else { return ("ifnull(\(column) = ?, 0)", [.text(value)]) }
    // The separator is in no value, so a value that has it equals none.
    guard !value.utf8.contains(0x1F) else { return ("0", []) }
    return (
      "ifnull(instr(char(31) || \(column) || char(31), char(31) || ? || char(31)) > 0, 0)",
      [.text(value)]
    )
  }

  /// One of the property's values, folded, compares so with the text.
  func compares(
    _ property: MediaTextProperty, _ comparison: MediaTextComparison, _ text: String
  ) -> QueryCondition.Term {
    let folded = SQLValue.text(property.folded(text, TextFolding.fold))
    let how = "'\(comparison.rawValue)'"
    if let field = MediaTextProperty.searched.firstIndex(of: property) {
      return ("segue_field(\(Self.searchText), \(field), \(how), ?)", [folded])
    }
    let kind = Self.isList(property) ? "list" : property == .path ? "path" : "single"
    return ("segue_folded(\(values(property)), '\(kind)', \(how), ?)", [folded])
  }

  /// As `compares`, of any of the properties.
  func someCompares(
    _ properties: [MediaTextProperty], _ comparison: MediaTextComparison, _ text: String
  ) -> [QueryCondition.Term] {
    let fields = properties.compactMap { MediaTextProperty.searched.firstIndex(of: $0) }
    let rest = properties.filter { !MediaTextProperty.searched.contains($0) }
    // Looking whether there is anything is cheaper than calling for nothing.
    let terms = rest.map { property -> QueryCondition.Term in
      let term = compares(property, comparison, text)
      return ("(\(values(property)) IS NOT NULL AND \(term.sql))", term.values)
    }
    guard !fields.isEmpty else { return terms }
    let mask = fields.reduce(0) { $0 | 1 << $1 }
    let field = "segue_fields(\(Self.searchText), \(mask), '\(comparison.rawValue)', ?)"
    return [(field, [.text(TextFolding.fold(text))])] + terms
  }

  /// One of the property's values compares so with the text, byte for byte.
  func isExactly(
    _ property: MediaTextProperty, _ comparison: MediaTextComparison, _ text: String
  ) -> QueryCondition.Term {
    guard comparison != .equals else { return isEqual(property, text) }
    let kind = Self.isList(property) ? "list" : "single"
    return (
      "segue_exact(\(values(property)), '\(kind)', '\(comparison.rawValue)', ?)", [.text(text)]
    )
  }

  /// The pattern is found in one of the property's values.
  func matches(
    _ property: MediaTextProperty, _ pattern: MediaPattern
  ) -> QueryCondition.Term {
    let kind = Self.isList(property) ? "list" : "single"
    let how = pattern.ignoresCase ? 1 : 0
    return ("segue_pattern(\(values(property)), '\(kind)', \(how), ?)", [.text(pattern.text)])
  }

  /// The text lies in one of the values that are searched.
  static func anywhere(_ text: String) -> QueryCondition.Term {
    ("segue_field(\(searchText), -1, 'contains', ?)", [.text(TextFolding.fold(text))])
  }

  private static let searchText = "(SELECT text FROM search WHERE search.row = items.row)"

  static func number(_ property: MediaNumberProperty) -> String {
    switch property {
    case .year: "date / 10000"
    case .originalYear: "original_date / 10000"
    case .date: "date"
    case .originalDate: "original_date"
    case .trackNumber: "track_number"
    case .discNumber: "disc_number"
    case .beatsPerMinute: "beats_per_minute"
    case .rating: "ifnull(user_rating, rating)"
    case .length: "milliseconds"
    case .sampleRate: "sample_rate"
    case .bitsPerSample: "bits_per_sample"
    case .channels: "channels"
    case .bitRate: "bit_rate"
    case .size: soundFile("size")
    case .added: "items.added"
    case .modified: "items.modified"
    case .plays: "plays"
    case .skips: "skips"
    case .lastPlayed: "last_played"
    case .lastSkipped: "last_skipped"
    case .loved: "nullif(liked = 2, 0)"
    case .compilation: "nullif(compilation, 0)"
    }
  }

  /// A column of the file that the item lies in.
  static func soundFile(_ column: String) -> String {
    "ifnull((SELECT s.\(column) FROM items AS s WHERE s.row = items.source), items.\(column))"
  }

  static func isMissing(_ property: MediaProperty) -> String {
    switch property {
    case .text(.fileName), .text(.path): "0"
    case .text(let property): "\(column(property)) IS NULL"
    case .number(let property): "\(number(property)) IS NULL"
    case .artwork:
      "(artwork = 0 AND NOT EXISTS (SELECT 1 FROM folders AS f WHERE f.id = folder AND cover IS NOT NULL))"
    }
  }

  /// What the property is ordered by; NULL where it is unknown.
  func sortKey(_ property: MediaSortProperty) -> String {
    switch property {
    case .title: "title_key"
    case .albumArtist: Self.unlessUnknown("artist_key")
    case .album: Self.unlessUnknown("album_key")
    case .artist: Self.nameKey("artist_sort", Self.artist)
    case .genre: "segue_key(\(Self.line("genres")))"
    case .composer: Self.nameKey("composer_sort", Self.line("composers"))
    case .path: "segue_key(\(uri))"
    case .number(let property): Self.number(property)
    case .value(let properties): "segue_key(\(first(properties)))"
    case .place: place
    }
  }

  /// That of a sort tag, or of a name whose article does not count.
  private static func nameKey(_ sort: String, _ name: String) -> String {
    "(CASE WHEN \(sort) IS NULL THEN segue_name_key(\(name)) ELSE segue_key(\(sort)) END)"
  }

  /// The artists as they are shown: in the tag's own form where it has one.
  static let artist = "coalesce(artist_display, \(line("artists")))"
  static let albumArtist = "coalesce(album_artist_display, \(line("album_artists")))"

  /// The values of a list as one text; NULL for none.
  static func line(_ list: String) -> String { "segue_line(\(list))" }

  /// The first value of the first of the properties that has one.
  private func first(_ properties: [MediaTextProperty]) -> String {
    let terms = properties.map { property in
      Self.isList(property) ? "segue_first(\(values(property)))" : values(property)
    }
    return terms.count == 1 ? terms[0] : "coalesce(\(terms.joined(separator: ", ")))"
  }

  /// As `PlaceKey.item`.
  private var place: String {
    let sheet = "\(folder) || '/' || segue_uri(items.name)"
    return """
      segue_place(CASE WHEN cue_track IS NULL THEN \(folder) ELSE ltrim(\(sheet), '/') END,
      cue_track, disc_number, track_number, segue_uri(items.name))
      """
  }

  private static func unlessUnknown(_ key: String) -> String { "nullif(\(key), x'FFFF')" }

  /// The column that has the values of a property: one text, or a list.
  func values(_ property: MediaTextProperty) -> String {
    switch property {
    case .fileName: "segue_uri(items.name)"
    case .path: uri
    default: Self.column(property)
    }
  }

  private var uri: String {
    let root =
      "(SELECT r.name FROM folders AS f JOIN roots AS r ON r.id = f.root WHERE f.id = folder) || '/'"
    let folder =
      "(SELECT CASE f.uri WHEN '' THEN '' ELSE f.uri || '/' END FROM folders AS f WHERE f.id = folder)"
    let track = "CASE WHEN cue_track IS NULL THEN '' ELSE printf('/track%04d', cue_track) END"
    let parts = [folder, "segue_uri(items.name)", track]
    return ((roots.roots.count > 1 ? [root] : []) + parts).joined(separator: " || ")
  }

  /// The URI of the folder that the item's file, or the sheet that lists it, lies in.
  var folder: String {
    guard roots.roots.count > 1 else {
      return "(SELECT f.uri FROM folders AS f WHERE f.id = folder)"
    }
    return """
      (SELECT r.name || CASE f.uri WHEN '' THEN '' ELSE '/' || f.uri END
      FROM folders AS f JOIN roots AS r ON r.id = f.root WHERE f.id = folder)
      """
  }

  private static func column(_ property: MediaTextProperty) -> String {
    switch property {
    case .title: "title"
    case .artist: "artists"
    case .albumArtist: "album_artists"
    case .album: "album"
    case .genre: "genres"
    case .composer: "composers"
    case .performer: "performers"
    case .conductor: "conductors"
    case .label: "labels"
    case .mood: "moods"
    case .grouping: "grouping"
    case .work: "work"
    case .movement: "movement"
    case .comment: "comments"
    case .fileName, .path: "name"
    case .titleSort: "title_sort"
    case .artistSort: "artist_sort"
    case .albumArtistSort: "album_artist_sort"
    case .albumSort: "album_sort"
    case .composerSort: "composer_sort"
    case .track: "CAST(track_number AS TEXT)"
    case .disc: "CAST(disc_number AS TEXT)"
    case .movementNumber: "CAST(movement_number AS TEXT)"
    case .date: text(ofDate: "date")
    case .originalDate: text(ofDate: "original_date")
    case .musicBrainzTrack: "mb_track"
    case .musicBrainzReleaseTrack: "mb_release_track"
    case .musicBrainzAlbum: "mb_album"
    case .musicBrainzReleaseGroup: "mb_release_group"
    case .musicBrainzWork: "mb_work"
    case .musicBrainzArtist: "mb_artists"
    case .musicBrainzAlbumArtist: "mb_album_artists"
    }
  }

  /// As `MediaDate.description`.
  private static func text(ofDate column: String) -> String {
    """
    (CASE WHEN \(column) % 10000 = 0 THEN printf('%04d', \(column) / 10000)
    WHEN \(column) % 100 = 0 THEN printf('%04d-%02d', \(column) / 10000, \(column) / 100 % 100)
    WHEN \(column) IS NOT NULL
    THEN printf('%04d-%02d-%02d', \(column) / 10000, \(column) / 100 % 100, \(column) % 100) END)
    """
  }

  static func isList(_ property: MediaTextProperty) -> Bool {
    switch property {
    case .artist, .albumArtist, .genre, .composer, .performer, .conductor, .label, .mood, .comment,
      .musicBrainzArtist, .musicBrainzAlbumArtist:
      true
    default: false
    }
  }
}
