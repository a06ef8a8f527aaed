import Media

/// Queries with names, which are playlists of what they find; written by the daemon alone.
extension LibraryStore {
  /// All of them, by name.
  public func savedQueries() throws(LibraryError) -> [SavedQuery] {
    try read(ListRows.during) { database throws(LibraryError) in
      try SavedQueryRows.all(database)
    }
  }

  /// The one with a name; `nil` where none has it.
  public func savedQuery(_ name: String) throws(LibraryError) -> SavedQuery? {
    try read("reading playlists") { database throws(LibraryError) in
      try SavedQueryRows.query(name, database)
    }
  }

  /// Gives a query a name, or another one to a name that one has.
  public func save(_ query: SavedQuery, now: Timestamp) throws(PlaylistError) {
    try Self.checkName(query.name)
    do throws(QueryMistake) { _ = try query.query(now: now) } catch { throw .mistake(error) }
    try change { database throws(PlaylistError) in
      let isTaken = try Self.translated { () throws(LibraryError) -> Bool in
        guard try ListRows.id(query.name, database) != nil else { return false }
        return try SavedQueryRows.query(query.name, database) == nil
      }
      if isTaken { throw .exists(query.name) }
      try Self.translated { () throws(LibraryError) in
        try SavedQueryRows.write(query, now, database)
        // One that asks for itself finds nothing, ever.
        var meanings = PlaylistMeanings(try RootList(database))
        _ = try meanings.expanded(MediaQuery([.playlist(query.name)]), database)
      }
    }
  }

  public func removeQuery(_ name: String) throws(PlaylistError) {
    try change { database throws(PlaylistError) in
      let isThere = try Self.translated { () throws(LibraryError) -> Bool in
        guard try SavedQueryRows.query(name, database) != nil,
          let list = try ListRows.id(name, database)
        else { return false }
        try ListRows.delete(list, database)
        return true
      }
      if !isThere { throw .noSuchQuery(name) }
    }
  }

  /// What a saved query finds now, as entries of a playlist.
  func entries(of query: SavedQuery) throws(LibraryError) -> [LibraryPlaylistEntry] {
    try items(meaning(of: query)).map {
      LibraryPlaylistEntry(item: $0, location: $0.uri, title: nil, milliseconds: nil)
    }
  }

  /// How many items a saved query finds now, and how long they play.
  func total(of query: SavedQuery) throws(LibraryError) -> (count: Int, milliseconds: Int64) {
    let meaning = try meaning(of: query)
    let all = try total(meaning)
    guard let window = meaning.window, all.count > window.count else { return all }
    let items = try items(meaning)
    return (items.count, items.reduce(0) { $0 + ($1.audio.milliseconds ?? 0) })
  }

  private func meaning(of saved: SavedQuery) throws(LibraryError) -> MediaQuery {
    var query = try saved.meaning()
    query.window = 0..<min(query.window?.count ?? .max, Self.playlistLimit)
    return query
  }
}

/// The rows of saved queries: playlists without entries.
enum SavedQueryRows {
  static let columns = "name, query, query_sort, query_limit"

  static func all(_ database: borrowing Database) throws(LibraryError) -> [SavedQuery] {
    let statement = try database.prepare(
      "SELECT \(columns) FROM lists WHERE query IS NOT NULL ORDER BY name", during: ListRows.during)
    var queries: [SavedQuery] = []
    while try statement.step() {
      var columns = statement.columns
      queries.append(read(&columns))
    }
    return queries
  }

  static func read(_ columns: inout Columns) -> SavedQuery {
    SavedQuery(
      name: columns.text() ?? "", text: columns.text() ?? "", sort: columns.text() ?? "",
      limit: columns.int())
  }

  static func query(
    _ name: String, _ database: borrowing Database
  ) throws(LibraryError) -> SavedQuery? {
    let statement = try database.prepare(
      "SELECT \(columns) FROM lists WHERE name = ? AND query IS NOT NULL",
      during: ListRows.during)
    statement.bind(1, name)
    guard try statement.step() else { return nil }
    var columns = statement.columns
    return read(&columns)
  }

  /// In the place of one with the same name.
  static func write(
    _ query: SavedQuery, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      """
      INSERT INTO lists (name, query, query_sort, query_limit, modified) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (name) DO UPDATE SET query = ?2, query_sort = ?3, query_limit = ?4, modified = ?5
      """, during: ListRows.during)
    statement.bind([
      .text(query.name), .text(query.text), query.sort.isEmpty ? .null : .text(query.sort),
      query.limit.map { .integer(Int64($0)) } ?? .null, .integer(now.nanoseconds),
    ])
    try statement.run()
  }
}
