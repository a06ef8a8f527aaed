import Media

/// A play as it is remembered.
public struct PlayRecord: Sendable, Hashable {
  public var played: Timestamp
  public var item: PersistentID?
  /// What it was called then.
  public var uri: String
  public var title: String?
  public var artist: String?
  public var album: String?
  public var musicBrainzTrackID: String?
  public var milliseconds: Int64?

  public init(
    played: Timestamp, item: PersistentID?, uri: String, title: String? = nil,
    artist: String? = nil, album: String? = nil, musicBrainzTrackID: String? = nil,
    milliseconds: Int64? = nil
  ) {
    (self.played, self.item, self.uri) = (played, item, uri)
    (self.title, self.artist, self.album) = (title, artist, album)
    (self.musicBrainzTrackID, self.milliseconds) = (musicBrainzTrackID, milliseconds)
  }
}

/// What people do with items; written by the daemon alone, durable when a call returns.
extension LibraryStore {
  /// Plays that are remembered one by one.
  public static let historyLimit = 10_000

  private static var during: String { "keeping statistics" }

  /// An item was played, as far as it takes to count.
  public func notePlay(_ item: MediaItem, at time: Timestamp) throws(LibraryError) {
    try write(Self.during) { database throws(LibraryError) in
      let count = try database.prepare(
        "UPDATE items SET plays = plays + 1, last_played = ? WHERE id = ?", during: Self.during)
      count.bind([.integer(time.nanoseconds), .integer(Int64(item.persistentID.rawValue))])
      try count.run()
      try HistoryRows.append(
        PlayRecord(
          played: time, item: item.persistentID, uri: item.uri, title: item.tags.title,
          artist: item.tags.artist, album: item.tags.album,
          musicBrainzTrackID: item.tags.musicBrainz.track, milliseconds: item.audio.milliseconds),
        database)
      try database.execute(
        "DELETE FROM history WHERE id <= \(database.lastRow - Int64(Self.historyLimit))",
        during: Self.during)
    }
  }

  /// An item was left when it had hardly begun.
  public func noteSkip(_ id: PersistentID, at time: Timestamp) throws(LibraryError) {
    try write(Self.during) { database throws(LibraryError) in
      let count = try database.prepare(
        "UPDATE items SET skips = skips + 1, last_skipped = ? WHERE id = ?", during: Self.during)
      count.bind([.integer(time.nanoseconds), .integer(Int64(id.rawValue))])
      try count.run()
    }
  }

  /// The last plays, the latest first.
  public func history(limit: Int = historyLimit) throws(LibraryError) -> [PlayRecord] {
    try read("reading the history") { database throws(LibraryError) in
      try HistoryRows.all(limit: limit, database)
    }
  }
}

/// The rows of what was played.
enum HistoryRows {
  private static let during = "reading the history"

  /// The latest first.
  static func all(
    limit: Int = LibraryStore.historyLimit, _ database: borrowing Database
  ) throws(LibraryError) -> [PlayRecord] {
    let statement = try database.prepare(
      """
      SELECT played, item, uri, title, artist, album, mb_track, milliseconds FROM history
      ORDER BY id DESC LIMIT ?
      """, during: during)
    statement.bind(1, Int64(limit))
    var plays: [PlayRecord] = []
    while try statement.step() {
      var columns = statement.columns
      plays.append(
        PlayRecord(
          played: Timestamp(nanoseconds: columns.integer() ?? 0),
          item: columns.integer().flatMap { PersistentID(rawValue: UInt64(bitPattern: $0)) },
          uri: columns.text() ?? "", title: columns.text(), artist: columns.text(),
          album: columns.text(), musicBrainzTrackID: columns.text(),
          milliseconds: columns.integer()))
    }
    return plays
  }

  static func append(
    _ play: PlayRecord, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      """
      INSERT INTO history (played, item, uri, title, artist, album, mb_track, milliseconds)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, during: "keeping the history")
    statement.bind(1, play.played.nanoseconds)
    // 0 is no item's identity.
    statement.bind(2, play.item.map { Int64($0.rawValue) } ?? 0)
    statement.bind(3, play.uri)
    statement.bind(4, play.title)
    statement.bind(5, play.artist)
    statement.bind(6, play.album)
    statement.bind(7, play.musicBrainzTrackID)
    statement.bind(8, play.milliseconds)
    try statement.run()
  }
}
