import Media

/// Playlists that are kept in the library; written by the daemon alone, durable when a call returns.
extension LibraryStore {
  /// Entries of a playlist, at most.
  static let playlistLimit = 200_000

  /// All of them, by name.
  public func storedPlaylists() throws(LibraryError) -> [StoredPlaylist] {
    try read("reading playlists") { database throws(LibraryError) in
      let statement = try database.prepare(
        """
        SELECT name, modified, (SELECT count(*) FROM list_entries WHERE list = lists.id)
        FROM lists ORDER BY name
        """, during: "reading playlists")
      var lists: [StoredPlaylist] = []
      while try statement.step() {
        var columns = statement.columns
        lists.append(
          StoredPlaylist(
            name: columns.text() ?? "",
            modified: Timestamp(nanoseconds: columns.integer() ?? 0),
            count: columns.int() ?? 0))
      }
      return lists
    }
  }

  /// A playlist's entries with their items as they are now; `nil` when none has the name.
  public func storedPlaylist(_ name: String) throws(LibraryError) -> [LibraryPlaylistEntry]? {
    let kept = try read("reading playlists") {
      database throws(LibraryError) -> [StoredPlaylistEntry]? in
      guard let list = try ListRows.id(name, database) else { return nil }
      return try ListRows.entries(list, database)
    }
    guard let kept else { return nil }
    var items: [PersistentID: MediaItem] = [:]
    for item in try self.items(kept.compactMap(\.item)) { items[item.persistentID] = item }
    var entries: [LibraryPlaylistEntry] = []
    for entry in kept {
      var found = entry.item.flatMap { items[$0] }
      if found == nil { found = try item(uri: entry.uri) }
      entries.append(
        LibraryPlaylistEntry(
          item: found, location: entry.uri, title: entry.title, milliseconds: entry.milliseconds))
    }
    return entries
  }

  public func savePlaylist(
    _ name: String, _ entries: [StoredPlaylistEntry], _ saving: PlaylistSaving, now: Timestamp
  ) throws(PlaylistError) {
    guard !name.isEmpty,
      !name.unicodeScalars.contains(where: { "/\n\r\0".unicodeScalars.contains($0) })
    else { throw .badName(name) }
    try change { database throws(PlaylistError) in
      let found = try ListRows.id(name, database, PlaylistError.library)
      if saving == .create, found != nil { throw .exists(name) }
      if saving == .append || saving == .replace, found == nil { throw .noSuchPlaylist(name) }
      try Self.translated { () throws(LibraryError) in
        var list = found ?? 0
        if found == nil { list = try ListRows.make(name, now, database) }
        if saving == .replace || saving == .replaceOrCreate {
          try ListRows.empty(list, database)
        }
        try ListRows.append(entries, to: list, database)
        try ListRows.touch(list, now, database)
      }
      try Self.checkLength(name, database)
    }
  }

  /// Gives a playlist other entries, made of those it has.
  public func changePlaylist(
    _ name: String, now: Timestamp,
    _ body: (inout [StoredPlaylistEntry]) throws(PlaylistError) -> Void
  ) throws(PlaylistError) {
    try change { database throws(PlaylistError) in
      guard let list = try ListRows.id(name, database, PlaylistError.library) else {
        throw .noSuchPlaylist(name)
      }
      var entries = try Self.translated { () throws(LibraryError) in
        try ListRows.entries(list, database)
      }
      try body(&entries)
      guard entries.count <= Self.playlistLimit else { throw .tooLong(limit: Self.playlistLimit) }
      try Self.translated { () throws(LibraryError) in
        try ListRows.empty(list, database)
        try ListRows.append(entries, to: list, database)
        try ListRows.touch(list, now, database)
      }
    }
  }

  public func renamePlaylist(_ name: String, to new: String) throws(PlaylistError) {
    guard !new.isEmpty,
      !new.unicodeScalars.contains(where: { "/\n\r\0".unicodeScalars.contains($0) })
    else { throw .badName(new) }
    try change { database throws(PlaylistError) in
      guard let list = try ListRows.id(name, database, PlaylistError.library) else {
        throw .noSuchPlaylist(name)
      }
      if try ListRows.id(new, database, PlaylistError.library) != nil { throw .exists(new) }
      try Self.translated { () throws(LibraryError) in
        try ListRows.rename(list, new, database)
      }
    }
  }

  public func deletePlaylist(_ name: String) throws(PlaylistError) {
    try change { database throws(PlaylistError) in
      guard let list = try ListRows.id(name, database, PlaylistError.library) else {
        throw .noSuchPlaylist(name)
      }
      try Self.translated { () throws(LibraryError) in
        try database.execute("DELETE FROM lists WHERE id = \(list)", during: ListRows.during)
      }
    }
  }

  private static func checkLength(
    _ name: String, _ database: borrowing Database
  ) throws(PlaylistError) {
    let count = try translated { () throws(LibraryError) -> Int in
      guard let list = try ListRows.id(name, database) else { return 0 }
      return try ListRows.count(list, database)
    }
    if count > playlistLimit { throw .tooLong(limit: playlistLimit) }
  }

  /// Writes in one transaction, which is undone when something is refused.
  private func change(
    _ body: (borrowing Database) throws(PlaylistError) -> Void
  ) throws(PlaylistError) {
    var refused: PlaylistError?
    do throws(LibraryError) {
      try write(ListRows.during) { database throws(LibraryError) in
        do throws(PlaylistError) {
          try body(database)
        } catch {
          refused = error
          // Any error has the transaction undone; which one it was is told below.
          throw .noRoots
        }
      }
    } catch {
      throw refused ?? .library(error)
    }
  }

  private static func translated<Result>(
    _ body: () throws(LibraryError) -> Result
  ) throws(PlaylistError) -> Result {
    do throws(LibraryError) { return try body() } catch { throw .library(error) }
  }
}

/// The rows of playlists that are kept in the library.
private enum ListRows {
  static let during = "keeping playlists"

  static func id(_ name: String, _ database: borrowing Database) throws(LibraryError) -> Int64? {
    let statement = try database.prepare("SELECT id FROM lists WHERE name = ?", during: during)
    statement.bind(1, name)
    return try statement.step() ? statement.integer(0) : nil
  }

  static func id(
    _ name: String, _ database: borrowing Database, _ wrap: (LibraryError) -> PlaylistError
  ) throws(PlaylistError) -> Int64? {
    do throws(LibraryError) { return try id(name, database) } catch { throw wrap(error) }
  }

  static func make(
    _ name: String, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) -> Int64 {
    let statement = try database.prepare(
      "INSERT INTO lists (name, modified) VALUES (?, ?)", during: during)
    statement.bind([.text(name), .integer(now.nanoseconds)])
    try statement.run()
    return database.lastRow
  }

  static func entries(
    _ list: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> [StoredPlaylistEntry] {
    let statement = try database.prepare(
      "SELECT item, uri, title, milliseconds FROM list_entries WHERE list = ? ORDER BY position",
      during: during)
    statement.bind(1, list)
    var entries: [StoredPlaylistEntry] = []
    while try statement.step() {
      var columns = statement.columns
      let item = columns.integer().flatMap { PersistentID(rawValue: UInt64(bitPattern: $0)) }
      entries.append(
        StoredPlaylistEntry(
          item: item, uri: columns.text() ?? "", title: columns.text(),
          milliseconds: columns.integer()))
    }
    return entries
  }

  static func append(
    _ entries: [StoredPlaylistEntry], to list: Int64, _ database: borrowing Database
  ) throws(LibraryError) {
    var position = try count(list, database)
    let statement = try database.prepare(
      "INSERT INTO list_entries VALUES (?, ?, ?, ?, ?, ?)", during: during)
    for entry in entries {
      statement.bind(1, list)
      statement.bind(2, Int64(position))
      statement.bind(3, entry.item.map { Int64($0.rawValue) })
      statement.bind(4, entry.uri)
      statement.bind(5, entry.title)
      statement.bind(6, entry.milliseconds)
      try statement.run()
      position += 1
    }
  }

  /// Positions are from 0, without a gap.
  static func count(_ list: Int64, _ database: borrowing Database) throws(LibraryError) -> Int {
    let last = try database.number(
      "SELECT max(position) FROM list_entries WHERE list = \(list)", during: during)
    return last.map { Int($0) + 1 } ?? 0
  }

  static func empty(_ list: Int64, _ database: borrowing Database) throws(LibraryError) {
    try database.execute("DELETE FROM list_entries WHERE list = \(list)", during: during)
  }

  static func touch(
    _ list: Int64, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    try database.execute(
      "UPDATE lists SET modified = \(now.nanoseconds) WHERE id = \(list)", during: during)
  }

  static func rename(
    _ list: Int64, _ name: String, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare("UPDATE lists SET name = ? WHERE id = ?", during: during)
    statement.bind([.text(name), .integer(list)])
    try statement.run()
  }
}
