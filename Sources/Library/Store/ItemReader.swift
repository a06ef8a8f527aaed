import Media

/// Makes items of rows that were selected with `columns`.
struct ItemReader: ~Copyable {
  /// What a statement has to select, in this order.
  static let columns = (ownColumns + RecordColumns.names).joined(separator: ", ")

  static let ownColumns =
    ["id", "folder", "name", "size", "items.modified", "added"]
    + ["cue_track", "cue_start", "cue_end", "source", "lyrics_file IS NOT NULL", "away"]
    + ["plays", "skips", "last_played", "last_skipped", "user_rating", "liked"]

  private var places: FolderPlaces
  private var sources: SourceFiles

  init(_ database: borrowing Database) throws(LibraryError) {
    let places = try FolderPlaces(database)
    let sources = try SourceFiles(database)
    self.places = places
    self.sources = sources
  }

  var roots: RootList { places.roots }

  /// The item of the row that a statement is at; `nil` for one that makes no sense.
  mutating func item(_ statement: borrowing Statement) throws(LibraryError) -> MediaItem? {
    var columns = statement.columns
    return try item(&columns)
  }

  /// As `item(_:)`, leaving `columns` behind the item's.
  mutating func item(_ columns: inout Columns) throws(LibraryError) -> MediaItem? {
    let number = columns.integer() ?? 0
    let folder = columns.integer() ?? 0
    let name = FilePath(bytes: columns.blob())
    let size = columns.integer() ?? 0
    let modified = columns.integer() ?? 0
    let added = columns.integer() ?? 0
    let range = Self.range(&columns)
    let source = columns.integer()
    let hasLyricsFile = columns.int() == 1
    let isAway = columns.int() == 1
    let statistics = Self.statistics(&columns)
    var record = RecordColumns.read(&columns)
    guard let id = PersistentID(rawValue: UInt64(bitPattern: number)),
      let place = try places.place(folder)
    else { return nil }
    if record.tags.artworkSource == nil, place.hasCover { record.tags.artworkSource = .file }
    var item = MediaItem(
      persistentID: id, uri: place.uri.isEmpty ? name.uri : "\(place.uri)/\(name.uri)",
      path: place.path.appending(name), tags: record.tags, audio: record.audio, size: size,
      modified: Timestamp(nanoseconds: modified), added: Timestamp(nanoseconds: added),
      isAvailable: place.isAvailable && !isAway, range: range)
    item.statistics = statistics
    if hasLyricsFile {
      item.lyricsSource = .file
    } else if !record.longTexts.isDisjoint(with: [.lyrics, .synchronizedLyrics]), range == nil {
      item.lyricsSource = .embedded
    }
    guard let range, let source else { return item }
    return try track(item, range, in: source)
  }

  /// The row that a statement is at, where it is an item by itself; `nil` for one that makes no sense.
  mutating func found(_ statement: borrowing Statement) throws(LibraryError) -> FoundItem? {
    let columns = statement.columns
    guard columns.number(Self.cueTrack) == nil else {
      return try item(statement).map { .item($0) }
    }
    guard PersistentID(rawValue: UInt64(bitPattern: columns[0])) != nil,
      let place = try places.place(columns[1])
    else { return nil }
    return .row(ItemRow(columns: columns, place: place))
  }

  private static let cueTrack = ItemRow.index("cue_track")

  private static func statistics(_ columns: inout Columns) -> MediaStatistics {
    var statistics = MediaStatistics()
    statistics.plays = columns.int() ?? 0
    statistics.skips = columns.int() ?? 0
    statistics.lastPlayed = columns.integer().map { Timestamp(nanoseconds: $0) }
    statistics.lastSkipped = columns.integer().map { Timestamp(nanoseconds: $0) }
    statistics.rating = columns.int()
    statistics.like = columns.int()
    return statistics
  }

  private static func range(_ columns: inout Columns) -> CueRange? {
    let track = columns.int()
    let start = columns.integer() ?? 0
    let end = columns.integer()
    return track.flatMap { CueRange(track: $0, start: start, end: end) }
  }

  /// A track of a cue sheet: it is called by its sheet and lies in its file.
  private mutating func track(
    _ item: MediaItem, _ range: CueRange, in source: Int64
  ) throws(LibraryError) -> MediaItem? {
    guard let file = try sources.file(source), let place = try places.place(file.folder) else {
      return nil
    }
    var item = item
    item.uri += "/\(CueName.track(range.track))"
    item.path = place.path.appending(file.name)
    item.size = file.size
    return item
  }

  /// All items that a statement gives.
  mutating func items(_ statement: borrowing Statement) throws(LibraryError) -> [MediaItem] {
    var items: [MediaItem] = []
    while try statement.step() {
      if let item = try item(statement) { items.append(item) }
    }
    return items
  }
}
