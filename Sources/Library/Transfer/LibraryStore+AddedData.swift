import Media

/// How much of what was to be added came in.
public struct AddedCounts: Sendable, Hashable {
  public var playlists = 0
  /// Items with ratings, counts or stickers.
  public var items = 0
  public var plays = 0
  public var bookmarks = 0
}

/// What people have added, as a whole.
extension LibraryStore {
  public func addedData() throws(LibraryError) -> AddedData {
    // As it is at one moment, whatever a daemon does meanwhile.
    try read(AddedRows.during) { database throws(LibraryError) in
      var all = AddedData()
      all.queries = try SavedQueryRows.all(database)
      for list in try ListRows.all(database) where list.query == nil {
        guard let row = try ListRows.id(list.name, database) else { continue }
        let entries = try ListRows.entries(row, database)
        all.playlists.append(
          AddedData.Playlist(name: list.name, folder: list.folder, entries: entries))
      }
      all.plays = try HistoryRows.all(database)
      all.facts = try AddedRows.facts(database)
      all.stickers = try AddedRows.stickers(database)
      all.bookmarks = try AddedRows.bookmarks(database)
      all.places = try ResumeRows.all(database)
      try AddedRows.gatherQueue(&all, database)
      return all
    }
  }

  /// Adds what is not there yet, in one transaction. Of counts and times the higher ones stay, of all else what is there;
  /// a playlist of the same name with other entries gets a number behind its name. What cannot be called so gets the
  /// nearest name that can be, and a playlist that is too long becomes several. A query that cannot be read is left out.
  public func add(
    _ data: AddedData, now: Timestamp, step: Int64
  ) throws(LibraryError) -> AddedCounts {
    try write("adding what was imported") { database throws(LibraryError) in
      var counts = AddedCounts()
      for list in data.playlists.flatMap(AddedRows.valid)
      where try AddedRows.add(list, now, step, database) { counts.playlists += 1 }
      for query in data.queries.compactMap({ AddedRows.valid($0, now) })
      where try AddedRows.add(query, now, database) { counts.playlists += 1 }
      for facts in data.facts where try AddedRows.add(facts, database) { counts.items += 1 }
      for sticker in data.stickers { try AddedRows.add(sticker, database) }
      counts.plays = try AddedRows.add(data.plays, database)
      for bookmark in data.bookmarks.map(AddedRows.valid)
      where try BookmarkRows.add(bookmark, now, database) { counts.bookmarks += 1 }
      for place in data.places { try ResumeRows.add(place, now, database) }
      return counts
    }
  }
}

/// The rows of what people have added.
private enum AddedRows {
  static let during = "gathering what was added"

  static func facts(_ database: borrowing Database) throws(LibraryError) -> [AddedData.Facts] {
    let statement = try database.prepare(
      """
      SELECT id, plays, skips, last_played, last_skipped, user_rating, liked FROM items
      WHERE plays > 0 OR skips > 0 OR coalesce(last_played, last_skipped, user_rating, liked)
        IS NOT NULL ORDER BY id
      """, during: during)
    var all: [AddedData.Facts] = []
    while try statement.step() {
      var columns = statement.columns
      guard let item = identity(columns.integer()) else { continue }
      var statistics = MediaStatistics()
      statistics.plays = columns.int() ?? 0
      statistics.skips = columns.int() ?? 0
      statistics.lastPlayed = columns.integer().map { Timestamp(nanoseconds: $0) }
      statistics.lastSkipped = columns.integer().map { Timestamp(nanoseconds: $0) }
      statistics.rating = columns.int()
      statistics.like = columns.int()
      all.append(AddedData.Facts(item: item, statistics: statistics))
    }
    return all
  }

  static func stickers(
    _ database: borrowing Database
  ) throws(LibraryError) -> [AddedData.Sticker] {
    let statement = try database.prepare(
      "SELECT type, key, name, value FROM stickers", during: during)
    var all: [AddedData.Sticker] = []
    while try statement.step() {
      var columns = statement.columns
      let subject = StickerSubject(type: columns.text() ?? "", key: columns.text() ?? "")
      all.append(
        AddedData.Sticker(
          subject: subject, name: columns.text() ?? "", value: columns.text() ?? ""))
    }
    return all
  }

  static func bookmarks(_ database: borrowing Database) throws(LibraryError) -> [Bookmark] {
    let statement = try database.prepare(
      "SELECT item, name, milliseconds FROM bookmarks ORDER BY item, milliseconds", during: during)
    var all: [Bookmark] = []
    while try statement.step() {
      var columns = statement.columns
      guard let item = identity(columns.integer()) else { continue }
      all.append(
        Bookmark(item: item, name: columns.text() ?? "", milliseconds: columns.integer() ?? 0))
    }
    return all
  }

  /// What is to be played, and where in it.
  static func gatherQueue(
    _ data: inout AddedData, _ database: borrowing Database
  ) throws(LibraryError) {
    let queue = try LibraryStore.savedQueue(database)
    data.queue = queue.records.map { record in
      AddedData.Entry(
        item: record.item, priority: record.priority, range: queue.details[record.id]?.range)
    }
    guard let player = try LibraryStore.savedPlayer(database), let current = player.current else {
      return
    }
    data.current = queue.records.firstIndex { $0.id == current }
    data.position = player.position
  }

  static func identity(_ number: Int64?) -> PersistentID? {
    number.flatMap { PersistentID(rawValue: UInt64(bitPattern: $0)) }
  }

  // MARK: Added

  /// - Returns: Whether something has come to an item.
  static func add(
    _ facts: AddedData.Facts, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    let statement = try database.prepare(
      """
      UPDATE items SET plays = max(plays, ?1), skips = max(skips, ?2),
        last_played = nullif(max(ifnull(last_played, 0), ?3), 0),
        last_skipped = nullif(max(ifnull(last_skipped, 0), ?4), 0),
        user_rating = ifnull(user_rating, ?5), liked = ifnull(liked, ?6)
      WHERE id = ?7 AND (plays < ?1 OR skips < ?2 OR ifnull(last_played, 0) < ?3
        OR ifnull(last_skipped, 0) < ?4 OR (user_rating IS NULL AND ?5 IS NOT NULL)
        OR (liked IS NULL AND ?6 IS NOT NULL))
      """, during: during)
    let statistics = facts.statistics
    statement.bind(1, Int64(statistics.plays))
    statement.bind(2, Int64(statistics.skips))
    statement.bind(3, statistics.lastPlayed?.nanoseconds ?? 0)
    statement.bind(4, statistics.lastSkipped?.nanoseconds ?? 0)
    statement.bind(5, statistics.rating.map { Int64(min(10, max(0, $0))) })
    statement.bind(6, statistics.like.map { Int64(min(2, max(0, $0))) })
    statement.bind(7, Int64(facts.item.rawValue))
    try statement.run()
    return database.changes > 0
  }

  static func add(
    _ sticker: AddedData.Sticker, _ database: borrowing Database
  ) throws(LibraryError) {
    let names = [sticker.subject.type, sticker.subject.key, sticker.name]
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isNewline) }),
      !LibraryStore.isProperty(sticker.subject, sticker.name)
    else { return }
    let statement = try database.prepare(
      "INSERT OR IGNORE INTO stickers VALUES (?, ?, ?, ?)", during: during)
    statement.bind([
      .text(sticker.subject.type), .text(sticker.subject.key), .text(sticker.name),
      .text(sticker.value),
    ])
    try statement.run()
  }

  /// Lists that can be called so, and are no longer than a list can be.
  static func valid(_ list: AddedData.Playlist) -> [AddedData.Playlist] {
    let name = PlaylistName.mended(list.name)
    let folder = list.folder.isEmpty ? "" : PlaylistName.mended(list.folder)
    let limit = LibraryStore.playlistLimit
    return stride(from: 0, to: max(1, list.entries.count), by: limit).map { start in
      AddedData.Playlist(
        name: name, folder: folder, entries: Array(list.entries[start...].prefix(limit)))
    }
  }

  /// - Returns: `nil` for one that cannot be read.
  static func valid(_ query: SavedQuery, _ now: Timestamp) -> SavedQuery? {
    guard (try? query.query(now: now)) != nil else { return nil }
    var query = query
    query.name = PlaylistName.mended(query.name)
    query.limit = query.limit.map { max(0, $0) }
    return query
  }

  static func valid(_ bookmark: Bookmark) -> Bookmark {
    var bookmark = bookmark
    bookmark.name = BookmarkName.mended(bookmark.name)
    return bookmark
  }

  /// - Returns: Whether there was none like it.
  static func add(
    _ list: AddedData.Playlist, _ now: Timestamp, _ step: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    var name = list.name
    var number = 2
    while let found = try ListRows.id(name, database) {
      let entries = try ListRows.entries(found, database)
      // Files may have moved since it was exported.
      if entries.map({ Subject($0.item, $0.uri) }) == list.entries.map({ Subject($0.item, $0.uri) })
      {
        return false
      }
      name = "\(list.name) \(number)"
      number += 1
    }
    let row = try ListRows.make(name, now, database)
    try ListRows.append(list.entries, to: row, database)
    try ListRows.setFolder(row, list.folder, database)
    let change = PlaylistStep(
      before: nil, after: name, folder: list.folder, [], list.entries)
    try ListUndo.note(change, row, step, database)
    return true
  }

  /// - Returns: Whether there was none like it.
  static func add(
    _ query: SavedQuery, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    var new = query
    var number = 2
    while try ListRows.id(new.name, database) != nil {
      if var known = try SavedQueryRows.query(new.name, database) {
        known.name = query.name
        if known == query { return false }
      }
      new.name = "\(query.name) \(number)"
      number += 1
    }
    try SavedQueryRows.write(new, now, database)
    return true
  }

  /// - Returns: How many were not there.
  static func add(
    _ plays: [PlayRecord], _ database: borrowing Database
  ) throws(LibraryError) -> Int {
    if plays.isEmpty { return 0 }
    let known = try HistoryRows.all(database)
    let seen = Set(known.map { PlayKey($0) })
    let new = plays.filter { !seen.contains(PlayKey($0)) }
    if new.isEmpty { return 0 }
    let all = (known + new).sorted { $0.played < $1.played }
    try database.execute("DELETE FROM history", during: during)
    let kept = all.suffix(LibraryStore.historyLimit)
    for play in kept { try HistoryRows.append(play, database) }
    return kept.count { !seen.contains(PlayKey($0)) }
  }

  /// Files tell times to the second.
  private struct PlayKey: Hashable {
    let second: Int64
    let subject: Subject

    init(_ play: PlayRecord) {
      (second, subject) = (play.played.seconds, Subject(play.item, play.uri))
    }
  }

  /// An item wherever it lies, or what is none by what it is called.
  private enum Subject: Hashable {
    case item(PersistentID)
    case place(String)

    init(_ item: PersistentID?, _ uri: String) { self = item.map { .item($0) } ?? .place(uri) }
  }
}
