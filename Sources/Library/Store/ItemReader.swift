import Media

/// Makes items of rows that were selected with `columns`.
struct ItemReader: ~Copyable {
  /// What a statement has to select, in this order.
  static let columns =
    (["id", "folder", "name", "size", "items.modified", "added"] + RecordColumns.names)
    .joined(separator: ", ")

  private var places: FolderPlaces

  init(_ database: borrowing Database) throws(LibraryError) {
    places = try FolderPlaces(database)
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
    var record = RecordColumns.read(&columns)
    guard let id = PersistentID(rawValue: UInt64(bitPattern: number)),
      let place = try places.place(folder)
    else { return nil }
    if record.tags.artworkSource == nil, place.hasCover { record.tags.artworkSource = .file }
    return MediaItem(
      persistentID: id, uri: place.uri.isEmpty ? name.uri : "\(place.uri)/\(name.uri)",
      path: place.path.appending(name), tags: record.tags, audio: record.audio, size: size,
      modified: Timestamp(nanoseconds: modified), added: Timestamp(nanoseconds: added),
      isAvailable: place.isAvailable)
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
