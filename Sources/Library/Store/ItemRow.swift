import Media

/// An item as its row has it: what is asked for is read, and no text is made of it.
///
/// For as long as it is shown to somebody, and no longer.
public struct ItemRow {
  let columns: Columns
  let place: FolderPlace

  /// Where the values of a property are.
  public struct Column: Sendable {
    enum Kind { case text, list, number, date }

    let index: Int32
    let kind: Kind
  }

  /// What a row has in a column. Texts are valid until the next one is read.
  public enum Value {
    case text(UnsafeBufferPointer<UInt8>)
    /// Several, with 0x1F between them.
    case list(UnsafeBufferPointer<UInt8>)
    case number(Int64)
    case date(MediaDate)
  }

  /// The URI of its folder; empty for that of the only root.
  public var folder: String { place.uri }
  /// What it is called there, in a URI as well where `isPlain`.
  public var name: UnsafeBufferPointer<UInt8> { columns.bytes(2) ?? Self.nothing }
  public var modified: Timestamp { Timestamp(nanoseconds: columns[4]) }
  public var added: Timestamp { Timestamp(nanoseconds: columns[5]) }
  public var milliseconds: Int64? { columns.number(Self.milliseconds) }
  public var sampleRate: Int64? { columns.number(Self.sampleRate) }
  public var bitsPerSample: Int64? { columns.number(Self.bitsPerSample) }
  public var channels: Int64? { columns.number(Self.channels) }

  /// The URI of what its name is.
  public var nameURI: String { FilePath(bytes: Array(name)).uri }

  public func value(_ column: Column) -> Value? {
    switch column.kind {
    case .text: columns.bytes(column.index).map { .text($0) }
    case .list: columns.bytes(column.index).map { .list($0) }
    case .number: columns.number(column.index).map { .number($0) }
    case .date:
      columns.number(column.index).flatMap { RecordColumns.date(Int($0)) }.map { .date($0) }
    }
  }

  private static var nothing: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: nil, count: 0)
  }
  private static let milliseconds = index("milliseconds")
  private static let sampleRate = index("sample_rate")
  private static let bitsPerSample = index("bits_per_sample")
  private static let channels = index("channels")

  /// Among the columns that an `ItemReader` selects.
  static func index(_ name: String) -> Int32 {
    let own = ItemReader.ownColumns.count
    if let index = ItemReader.ownColumns.firstIndex(of: name) { return Int32(index) }
    let index = RecordColumns.names.firstIndex(of: name)
    precondition(index != nil, "There is no column \(name).")
    return Int32(own + (index ?? 0))
  }
}

extension ItemRow.Column {
  /// `nil` for what is no tag.
  public init?(_ property: MediaTextProperty) {
    guard let (name, kind) = Self.place(property) else { return nil }
    self.init(index: ItemRow.index(name), kind: kind)
  }

  private static func place(_ property: MediaTextProperty) -> (String, Kind)? {
    switch property {
    case .title: ("title", .text)
    case .artist: ("artists", .list)
    case .albumArtist: ("album_artists", .list)
    case .album: ("album", .text)
    case .genre: ("genres", .list)
    case .composer: ("composers", .list)
    case .performer: ("performers", .list)
    case .conductor: ("conductors", .list)
    case .label: ("labels", .list)
    case .mood: ("moods", .list)
    case .grouping: ("grouping", .text)
    case .work: ("work", .text)
    case .movement: ("movement", .text)
    case .comment: ("comments", .list)
    case .titleSort: ("title_sort", .text)
    case .artistSort: ("artist_sort", .text)
    case .albumArtistSort: ("album_artist_sort", .text)
    case .albumSort: ("album_sort", .text)
    case .composerSort: ("composer_sort", .text)
    case .track: ("track_number", .number)
    case .disc: ("disc_number", .number)
    case .movementNumber: ("movement_number", .number)
    case .date: ("date", .date)
    case .originalDate: ("original_date", .date)
    case .musicBrainzTrack: ("mb_track", .text)
    case .musicBrainzReleaseTrack: ("mb_release_track", .text)
    case .musicBrainzAlbum: ("mb_album", .text)
    case .musicBrainzReleaseGroup: ("mb_release_group", .text)
    case .musicBrainzWork: ("mb_work", .text)
    case .musicBrainzArtist: ("mb_artists", .list)
    case .musicBrainzAlbumArtist: ("mb_album_artists", .list)
    case .fileName, .path: nil
    }
  }
}

/// An item as it was found: its row, or what was made of several.
public enum FoundItem {
  case row(ItemRow)
  /// A track of a cue sheet, or a file that is not in the library.
  case item(MediaItem)
}

/// What comes next in a walk through the tree of folders.
public enum FolderVisit {
  case entry(FolderEntry)
  /// An item of a folder, in no order.
  case row(ItemRow)
  /// The order of the rows since the last one: their numbers.
  case order([Int])
}
