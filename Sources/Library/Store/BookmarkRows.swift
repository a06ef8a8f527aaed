import Media

/// The rows of places that have names.
enum BookmarkRows {
  static let during = "keeping bookmarks"

  static func set(
    _ bookmark: Bookmark, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    _ = try insert("REPLACE", bookmark, now, database)
  }

  /// - Returns: Whether there was none of its name.
  static func add(
    _ bookmark: Bookmark, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    try insert("IGNORE", bookmark, now, database)
  }

  private static func insert(
    _ policy: String, _ bookmark: Bookmark, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    let statement = try database.prepare(
      """
      INSERT OR \(policy) INTO bookmarks (item, name, milliseconds, made) VALUES (?, ?, ?, ?)
      """, during: during)
    statement.bind([
      .integer(Int64(bookmark.item.rawValue)), .text(bookmark.name),
      .integer(max(0, bookmark.milliseconds)), .integer(now.nanoseconds),
    ])
    try statement.run()
    return database.changes > 0
  }

  /// - Returns: Whether it was there.
  static func remove(
    _ item: PersistentID, _ name: String, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    let statement = try database.prepare(
      "DELETE FROM bookmarks WHERE item = ? AND name = ?", during: during)
    statement.bind([.integer(Int64(item.rawValue)), .text(name)])
    try statement.run()
    return database.changes > 0
  }
}

/// The rows of where items were left.
enum ResumeRows {
  static let during = "keeping places in long items"

  static func all(_ database: borrowing Database) throws(LibraryError) -> [ResumePlace] {
    let statement = try database.prepare(
      "SELECT item, wanted, milliseconds FROM resumes ORDER BY item", during: during)
    var all: [ResumePlace] = []
    while try statement.step() {
      var columns = statement.columns
      let number = UInt64(bitPattern: columns.integer() ?? 0)
      guard let item = PersistentID(rawValue: number) else { continue }
      all.append(
        ResumePlace(
          item: item, isWanted: columns.integer().map { $0 == 1 },
          milliseconds: columns.integer()))
    }
    return all
  }

  static func place(
    _ item: PersistentID, _ database: borrowing Database
  ) throws(LibraryError) -> ResumePlace {
    try known(item, database) ?? ResumePlace(item: item)
  }

  /// - Returns: `nil` where nothing was ever kept of it.
  private static func known(
    _ item: PersistentID, _ database: borrowing Database
  ) throws(LibraryError) -> ResumePlace? {
    let statement = try database.prepare(
      "SELECT wanted, milliseconds FROM resumes WHERE item = ?", during: during)
    statement.bind(1, Int64(item.rawValue))
    guard try statement.step() else { return nil }
    var columns = statement.columns
    return ResumePlace(
      item: item, isWanted: columns.integer().map { $0 == 1 }, milliseconds: columns.integer())
  }

  /// Keeps a place from elsewhere, as far as none is known.
  static func add(
    _ place: ResumePlace, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    let old = try known(place.item, database)
    let new = place.added(to: old)
    if new != old { try put(new, now, database) }
    // One that nothing is known of here may have been set by another client.
    if new.milliseconds != old?.milliseconds { try show(new, database) }
  }

  static func set(
    _ place: ResumePlace, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    try put(place, now, database)
    try show(place, database)
  }

  /// A client has set the sticker of an item's place, to this number of seconds, or has taken it away.
  static func heard(
    _ item: Int64?, seconds: Double?, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    guard let item, let id = PersistentID(rawValue: UInt64(bitPattern: item)) else { return }
    var place = try place(id, database)
    let limit = Double(PlayedRange.limit)
    let milliseconds = seconds.map { Int64(max(0, min($0 * 1000, limit))) } ?? 0
    place.milliseconds = milliseconds == 0 ? nil : milliseconds
    try put(place, now, database)
  }

  fileprivate static func put(
    _ place: ResumePlace, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "INSERT OR REPLACE INTO resumes VALUES (?, ?, ?, ?)", during: during)
    statement.bind(1, Int64(place.item.rawValue))
    statement.bind(2, place.isWanted.map { Int64($0 ? 1 : 0) })
    statement.bind(3, place.milliseconds)
    statement.bind(4, now.nanoseconds)
    try statement.run()
  }

  /// Puts a place where other clients look for it.
  private static func show(
    _ place: ResumePlace, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      place.milliseconds == nil
        ? "DELETE FROM stickers WHERE type = 'song' AND key = ?1 AND name = '\(ResumePlace.sticker)' AND ?2 IS NULL"
        : "INSERT OR REPLACE INTO stickers VALUES ('song', ?1, '\(ResumePlace.sticker)', CAST(?2 AS TEXT))",
      during: during)
    statement.bind(1, place.item.description)
    statement.bind(2, place.milliseconds.map { $0 / 1000 })
    try statement.run()
  }
}

extension LibraryStore {
  /// All of an item, or of all items where it is `nil`, by their places.
  public func bookmarks(of item: PersistentID? = nil) throws(LibraryError) -> [Bookmark] {
    try read(BookmarkRows.during) { database throws(LibraryError) in
      let statement = try database.prepare(
        """
        SELECT item, name, milliseconds FROM bookmarks WHERE ?1 IS NULL OR item = ?1
        ORDER BY item, milliseconds, name
        """, during: BookmarkRows.during)
      statement.bind(1, item.map { Int64($0.rawValue) })
      var all: [Bookmark] = []
      while try statement.step() {
        var columns = statement.columns
        let number = UInt64(bitPattern: columns.integer() ?? 0)
        guard let item = PersistentID(rawValue: number) else { continue }
        all.append(
          Bookmark(item: item, name: columns.text() ?? "", milliseconds: columns.integer() ?? 0))
      }
      return all
    }
  }

  /// Durable when it returns, as all that follow. One of the same name moves.
  public func setBookmark(_ bookmark: Bookmark, now: Timestamp) throws(LibraryError) {
    try write(BookmarkRows.during) { database throws(LibraryError) in
      try BookmarkRows.set(bookmark, now, database)
    }
  }

  /// - Returns: Whether it was there.
  public func removeBookmark(
    _ item: PersistentID, _ name: String
  ) throws(LibraryError) -> Bool {
    try write(BookmarkRows.during) { database throws(LibraryError) in
      try BookmarkRows.remove(item, name, database)
    }
  }

  /// Where items were left, and whether they are played again from there.
  public func resumePlaces() throws(LibraryError) -> [ResumePlace] {
    try read(ResumeRows.during) { database throws(LibraryError) in
      try ResumeRows.all(database)
    }
  }

  /// Where an item was left, as far as that is known.
  public func resumePlace(_ item: PersistentID) throws(LibraryError) -> ResumePlace {
    try read(ResumeRows.during) { database throws(LibraryError) in
      try ResumeRows.place(item, database)
    }
  }

  /// Keeps where an item was left.
  ///
  /// - Parameter milliseconds: `nil` where it begins anew.
  public func keepPlace(
    _ item: PersistentID, _ milliseconds: Int64?, now: Timestamp
  ) throws(LibraryError) {
    try write(ResumeRows.during) { database throws(LibraryError) in
      var place = try ResumeRows.place(item, database)
      place.milliseconds = milliseconds
      try ResumeRows.set(place, now, database)
    }
  }

  /// Sets whether an item is played again from where it was left.
  ///
  /// - Parameter wanted: `nil` where its length and kind decide.
  public func setResumes(
    _ item: PersistentID, _ wanted: Bool?, now: Timestamp
  ) throws(LibraryError) {
    try write(ResumeRows.during) { database throws(LibraryError) in
      var place = try ResumeRows.place(item, database)
      place.isWanted = wanted
      // The place stays as it is, for other clients too.
      try ResumeRows.put(place, now, database)
    }
  }
}
