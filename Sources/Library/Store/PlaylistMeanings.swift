import Media

/// What the playlists in a query stand for that are saved queries, or are called by a part of their URI.
struct PlaylistMeanings {
  private let roots: RootList
  private var known: [String: MediaPropertyPredicate] = [:]
  /// The saved queries that are being looked into, each asked for by the one before.
  private var trail: [String] = []

  init(_ roots: RootList) { self.roots = roots }

  /// The same query without saved queries in it.
  mutating func expanded(
    _ query: MediaQuery, _ database: borrowing Database
  ) throws(LibraryError) -> MediaQuery {
    var expanded = query
    expanded.predicates = []
    for predicate in query.predicates {
      expanded.predicates.append(
        try predicate.replacingPlaylists { name throws(LibraryError) in
          try meaning(of: name, database)
        })
    }
    return expanded
  }

  private mutating func meaning(
    of name: String, _ database: borrowing Database
  ) throws(LibraryError) -> MediaPropertyPredicate {
    if let meaning = known[name] { return meaning }
    let meaning: MediaPropertyPredicate
    if let saved = try SavedQueryRows.query(name, database) {
      meaning = try self.meaning(of: saved, database)
    } else if try ListRows.id(name, database) == nil,
      let uri = try LibraryStore.playlistURI(name, roots, database)
    {
      meaning = .playlist(uri)
    } else {
      meaning = .playlist(name)
    }
    known[name] = meaning
    return meaning
  }

  /// Short ones as they are; of others, and of those with a limit, what they find.
  private mutating func meaning(
    of saved: SavedQuery, _ database: borrowing Database
  ) throws(LibraryError) -> MediaPropertyPredicate {
    if trail.contains(saved.name) { throw .savedQuery(Self.circle(trail, saved.name)) }
    let query = try saved.meaning()
    trail.append(saved.name)
    defer { trail.removeLast() }
    let names = query.predicates.reduce(into: Set<String>()) { $0.formUnion($1.playlists) }
    let depth = query.predicates.map(\.depth).max() ?? 0
    if query.window == nil, names.isEmpty, depth < 4 { return .all(query.predicates) }
    let statement = try LibraryStore.select(
      "id", try expanded(query, database), roots, database)
    var ids: Set<PersistentID> = []
    while try statement.step() {
      let number = UInt64(bitPattern: statement.integer(0) ?? 0)
      if let id = PersistentID(rawValue: number) { ids.insert(id) }
    }
    return .persistentIDs(ids)
  }

  /// A sentence.
  private static func circle(_ trail: [String], _ name: String) -> String {
    let names = trail.drop { $0 != name }.map { "\"\(DisplayText.line($0))\"" }
    guard names.count > 1, let last = names.last else {
      return "The saved query \(names.first ?? "") asks for itself; save it with another query."
    }
    return """
      The saved queries \(names.dropLast().joined(separator: ", ")) and \(last) ask for one another in a circle; \
      save one of them with another query.
      """
  }
}

extension SavedQuery {
  /// What it means now; refused where another version has kept it.
  func meaning() throws(LibraryError) -> MediaQuery {
    do throws(QueryMistake) {
      return try query(now: Timestamp(nanoseconds: WallClock.now))
    } catch {
      let name = DisplayText.line(self.name)
      throw .savedQuery("The saved query \"\(name)\" cannot be read: \(error.description)")
    }
  }
}

extension LibraryStore {
  /// One of the playlists that a query names of which there is none; `nil` where there are all.
  public func missingPlaylist(of query: MediaQuery) throws(LibraryError) -> String? {
    let names = query.predicates.reduce(into: Set<String>()) { $0.formUnion($1.playlists) }
    if names.isEmpty { return nil }
    return try read("reading playlists") { database throws(LibraryError) in
      let roots = try RootList(database)
      for name in names.sorted() where try ListRows.id(name, database) == nil {
        if try Self.playlistURI(name, roots, database) == nil { return name }
      }
      return nil
    }
  }

  /// The URI of the playlist in the music folders that is called so; `nil` where none is, or several are.
  static func playlistURI(
    _ name: String, _ roots: RootList, _ database: borrowing Database
  ) throws(LibraryError) -> String? {
    try find(name, roots, database)?.1.uri
  }
}
