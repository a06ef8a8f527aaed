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
      let play = try database.prepare(
        """
        INSERT INTO history (played, item, uri, title, artist, album, mb_track, milliseconds)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, during: Self.during)
      play.bind(1, time.nanoseconds)
      play.bind(2, Int64(item.persistentID.rawValue))
      play.bind(3, item.uri)
      play.bind(4, item.tags.title)
      play.bind(5, item.tags.artist)
      play.bind(6, item.tags.album)
      play.bind(7, item.tags.musicBrainz.track)
      play.bind(8, item.audio.milliseconds)
      try play.run()
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
      let statement = try database.prepare(
        """
        SELECT played, item, uri, title, artist, album, mb_track, milliseconds FROM history
        ORDER BY id DESC LIMIT ?
        """, during: "reading the history")
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
  }
}
