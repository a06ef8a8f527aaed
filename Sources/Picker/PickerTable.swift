import Media

/// All rows that were loaded, each in some hundred bytes: a place in the list is all that the rest of a picker
/// knows of a track.
struct PickerTable: Sendable {
  private struct Record: Sendable {
    var id: PersistentID
    /// Negative when it is not known.
    var milliseconds: Int64
    var added: Timestamp
    /// Numbers of texts.
    var artist, album, format: UInt32
    var taggedArtist, albumArtist, folder, release: UInt32
    var artistSort, albumArtistSort, composerSort: UInt32
    /// Numbers of lists.
    var artists, albumArtists, composers, genres, labels: UInt32
    var year: Int16?
    /// As `PickerTies.letter`.
    var letter: Unicode.Scalar?
    var isAvailable: Bool
    var isCompilation: Bool

    /// The album's artist, or else the track's.
    var leadingArtist: UInt32 { albumArtist == TextPool.none ? taggedArtist : albumArtist }
  }

  private var records: [Record] = []
  /// All rows, the newest first, where that was asked for beforehand.
  private(set) var byAge: [Int]?
  private var titles = ByteTexts()
  private var pool = TextPool()
  private var lists = TextListPool()
  /// What rows are searched in.
  private(set) var text = FoldedText()
  /// The longest time of all rows, which decides how wide their column is.
  private(set) var longestMilliseconds: Int64 = 0

  var count: Int { records.count }

  mutating func append(_ row: PickerRow) {
    let (track, ties) = (row.track, row.ties)
    byAge = nil
    titles.append(track.title)
    text.append(row.searchText)
    longestMilliseconds = max(longestMilliseconds, track.milliseconds ?? 0)
    records.append(
      Record(
        id: track.id, milliseconds: track.milliseconds ?? -1, added: ties.added,
        artist: pool.number(of: track.artist), album: pool.number(of: track.album),
        format: pool.number(of: track.format), taggedArtist: pool.number(of: ties.artist),
        albumArtist: pool.number(of: ties.albumArtist), folder: pool.number(of: ties.folder),
        release: pool.number(of: ties.release), artistSort: pool.number(of: ties.artistSort),
        albumArtistSort: pool.number(of: ties.albumArtistSort),
        composerSort: pool.number(of: ties.composerSort),
        artists: lists.number(of: ties.artists, &pool),
        albumArtists: lists.number(of: ties.albumArtists, &pool),
        composers: lists.number(of: ties.composers, &pool),
        genres: lists.number(of: ties.genres, &pool), labels: lists.number(of: ties.labels, &pool),
        year: track.year.flatMap { Int16(exactly: $0) }, letter: ties.letter?.unicodeScalars.first,
        isAvailable: track.isAvailable,
        isCompilation: ties.isCompilation))
  }

  var ids: [PersistentID] { records.map(\.id) }

  func id(_ row: Int) -> PersistentID { records[row].id }

  /// How long a row plays; 0 when it is not known.
  func milliseconds(_ row: Int) -> Int64 { max(0, records[row].milliseconds) }

  func track(_ row: Int) -> PickerTrack {
    let record = records[row]
    return PickerTrack(
      id: record.id, title: titles[row], artist: pool[record.artist] ?? "",
      album: pool[record.album], year: record.year.map { Int($0) },
      format: pool[record.format] ?? "",
      milliseconds: record.milliseconds < 0 ? nil : record.milliseconds,
      isAvailable: record.isAvailable)
  }

  /// What the name begins with by which the row is put in order, folded.
  func letter(_ row: Int) -> Character? { records[row].letter.map { Character($0) } }

  /// Whether rows that stand side by side are of one album; those of none stand together.
  func areOfOneAlbum(_ row: Int, _ other: Int) -> Bool {
    let (a, b) = (records[row], records[other])
    guard a.album == b.album else { return false }
    if a.album == TextPool.none { return true }
    if (a.isCompilation && b.isCompilation) || a.leadingArtist == b.leadingArtist { return true }
    return a.albumArtist == TextPool.none && b.albumArtist == TextPool.none && a.folder == b.folder
  }

  func hasAlbum(_ row: Int) -> Bool { records[row].album != TextPool.none }

  /// The album of a row, its artist and its year.
  func albumTitle(_ row: Int) -> String {
    let record = records[row]
    guard let album = pool[record.album] else { return "Unknown Album" }
    let various = record.isCompilation ? MediaGroupMaker.variousArtists : nil
    let artist = pool[record.albumArtist] ?? various ?? pool[record.taggedArtist]
    let parts = [
      album, artist ?? "Unknown Artist",
      record.year.map { String($0) },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  /// All rows, the newest first.
  var rowsByAge: [Int] {
    byAge
      ?? records.indices.sorted {
        records[$0].added == records[$1].added ? $0 < $1 : records[$0].added > records[$1].added
      }
  }

  /// Has the order of their age be there when it is wanted: it takes a while.
  mutating func sortByAge() { byAge = rowsByAge }

  var rowsByID: [PersistentID: Int] {
    Dictionary(records.indices.map { (records[$0].id, $0) }) { first, _ in first }
  }

  /// The row of an item; `nil` where it has none.
  func row(of id: PersistentID, from first: Int = 0) -> Int? {
    records[first...].firstIndex { $0.id == id }
  }

  /// What of a row decides which groups it is in.
  ///
  /// - Parameter roots: The names of the music folders.
  func member(
    _ row: Int, _ grouping: MediaGrouping, roots: [String] = []
  ) -> MediaGroupMember {
    let record = records[row]
    var member = MediaGroupMember(
      id: record.id, milliseconds: record.milliseconds < 0 ? nil : record.milliseconds,
      values: values(row, grouping, roots))
    if member.values.count == 1 { member.sortName = sortName(record, grouping) }
    guard grouping == .album else { return member }
    member.albumArtist = pool[record.albumArtist]
    member.artist = pool[record.taggedArtist]
    member.isCompilation = record.isCompilation
    member.folder = pool[record.folder] ?? ""
    member.musicBrainzAlbum = pool[record.release]
    member.year = record.year.map { Int($0) }
    return member
  }

  private func sortName(_ record: Record, _ grouping: MediaGrouping) -> String? {
    switch grouping {
    case .artist: pool[record.artistSort]
    case .albumArtist: pool[record.albumArtistSort]
    case .composer: pool[record.composerSort]
    default: nil
    }
  }

  private func values(_ row: Int, _ grouping: MediaGrouping, _ roots: [String]) -> [String] {
    let record = records[row]
    return switch grouping {
    case .title: [titles[row]]
    case .album: pool[record.album].map { [$0] } ?? []
    case .artist: lists.texts(record.artists, pool)
    case .albumArtist: lists.texts(record.albumArtists, pool)
    case .composer: lists.texts(record.composers, pool)
    case .genre: lists.texts(record.genres, pool)
    case .label: lists.texts(record.labels, pool)
    case .year: record.year.map { [String($0)] } ?? []
    case .decade: record.year.map { ["\($0 / 10 * 10)s"] } ?? []
    case .folder: [pool[record.folder] ?? ""]
    case .root: [MediaPlaces(roots: roots).root(ofFolder: pool[record.folder] ?? "")]
    case .playlist: []
    case .addedDay, .addedWeek, .addedMonth:
      grouping.period(of: record.added).map { [$0] } ?? []
    }
  }
}

/// Texts one after another, made when they are asked for.
struct ByteTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(UInt32(bytes.count))
  }

  subscript(place: Int) -> String {
    let start = place == 0 ? 0 : Int(ends[place - 1])
    return String(decoding: bytes[start..<Int(ends[place])], as: UTF8.self)
  }
}
