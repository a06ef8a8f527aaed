import Media

/// All rows that were loaded, each in some hundred bytes: a place in the list is all that the rest of a picker
/// knows of a track.
struct PickerTable: Sendable {
  private struct Record: Sendable {
    var id: PersistentID
    /// Negative when it is not known.
    var milliseconds: Int64
    var artist: UInt32
    var album: UInt32
    var format: UInt32
    var year: Int16?
    var isAvailable: Bool
  }

  private var records: [Record] = []
  private var titles = ByteTexts()
  private var pool = TextPool()
  /// What rows are searched in.
  private(set) var text = FoldedText()
  /// The longest time of all rows, which decides how wide their column is.
  private(set) var longestMilliseconds: Int64 = 0

  var count: Int { records.count }

  mutating func append(_ row: PickerRow) {
    let track = row.track
    titles.append(track.title)
    text.append(row.searchText)
    longestMilliseconds = max(longestMilliseconds, track.milliseconds ?? 0)
    records.append(
      Record(
        id: track.id, milliseconds: track.milliseconds ?? -1,
        artist: pool.number(of: track.artist), album: pool.number(of: track.album),
        format: pool.number(of: track.format), year: track.year.flatMap { Int16(exactly: $0) },
        isAvailable: track.isAvailable))
  }

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
}

/// Texts one after another, made when they are asked for.
struct ByteTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(bytes.count)
  }

  subscript(place: Int) -> String {
    String(decoding: bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]], as: UTF8.self)
  }
}
