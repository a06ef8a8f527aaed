import Media

// What the entries of stored playlists are: the item with the identity that an entry has, else what is called so by now,
// for it may have been away, or was added before its file was scanned. Files outside of the library count as well.
extension LibraryStore {
  /// A playlist's entries with their items as they are now; `nil` when none has the name.
  public func storedPlaylist(_ name: String) throws(LibraryError) -> [LibraryPlaylistEntry]? {
    if let query = try savedQuery(name) { return try entries(of: query) }
    let kept = try read("reading playlists") {
      database throws(LibraryError) -> [StoredPlaylistEntry]? in
      guard let list = try ListRows.id(name, database) else { return nil }
      return try ListRows.entries(list, database)
    }
    guard let kept else { return nil }
    var items: [PersistentID: MediaItem] = [:]
    for item in try self.items(kept.compactMap(\.item)) { items[item.persistentID] = item }
    let unknown = kept.compactMap(\.item).filter { items[$0] == nil }
    for item in try outside(unknown) { items[item.persistentID] = item }
    let isKnown = { (entry: StoredPlaylistEntry) in entry.item.flatMap { items[$0] } != nil }
    let named = try self.items(entriesCalled: Set(kept.lazy.filter { !isKnown($0) }.map(\.uri)))
    return kept.map { entry in
      LibraryPlaylistEntry(
        item: entry.item.flatMap { items[$0] } ?? named[entry.uri], location: entry.uri,
        title: entry.title, milliseconds: entry.milliseconds)
    }
  }

  /// The identities of the items of all stored playlists, as `storedPlaylist` has them, by the names of these.
  public func storedPlaylistItems() throws(LibraryError) -> [(name: String, ids: [PersistentID])] {
    let lists = try storedPlaylists()
    let entries = try entries(onlyUnknown: false)
    let named = try items(entriesCalled: Set(entries.lazy.filter { $0.item == nil }.map(\.uri)))
    var ids: [String: [PersistentID]] = [:]
    for entry in entries {
      guard let id = entry.item ?? named[entry.uri]?.persistentID else { continue }
      ids[entry.list, default: []].append(id)
    }
    for list in lists where list.query != nil {
      do throws(LibraryError) {
        ids[list.name] = try storedPlaylist(list.name)?.compactMap { $0.item?.persistentID }
      } catch .savedQuery {
        // It costs none of the others.
        continue
      }
    }
    return lists.map { ($0.name, ids[$0.name] ?? []) }
  }

  /// As `storedPlaylists`, with how long they play and how much of them is missing, which takes longer.
  func storedPlaylistTotals() throws(LibraryError) -> [StoredPlaylist] {
    var lists = try read(ListRows.during) { database throws(LibraryError) in
      try ListRows.all(database, Self.listsWithTotals)
    }
    let unknown = try entries(onlyUnknown: true)
    if unknown.isEmpty { return try counted(lists) }
    let named = try items(entriesCalled: Set(unknown.map(\.uri)))
    let entries = Dictionary(grouping: unknown, by: \.list)
    for index in lists.indices {
      for entry in entries[lists[index].name] ?? [] {
        guard let item = named[entry.uri] else { continue }
        lists[index].missing -= 1
        guard let milliseconds = item.audio.milliseconds else { continue }
        lists[index].milliseconds += milliseconds - (entry.milliseconds ?? 0)
      }
    }
    return try counted(lists)
  }

  /// Lists with what they hold now, where they are queries.
  private func counted(_ lists: [StoredPlaylist]) throws(LibraryError) -> [StoredPlaylist] {
    var counted = lists
    for index in lists.indices where lists[index].query != nil {
      guard let query = try savedQuery(lists[index].name) else { continue }
      do throws(LibraryError) {
        (counted[index].count, counted[index].milliseconds) = try total(of: query)
      } catch .savedQuery(let sentence) {
        counted[index].flaw = sentence
      }
    }
    return counted
  }

  private static let joined = """
    LEFT JOIN items ON items.id = item AND items.gone IS NULL AND items.covered = 0
    LEFT JOIN outside ON outside.id = item
    """

  private static let listsWithTotals = """
    SELECT lists.name, lists.modified, count(position), lists.folder,
      sum(coalesce(items.milliseconds, outside.milliseconds, list_entries.milliseconds)),
      count(position) - count(coalesce(items.row, outside.id)), lists.query
    FROM lists LEFT JOIN list_entries ON list = lists.id \(joined)
    GROUP BY lists.id ORDER BY lists.name
    """

  private struct Entry: Sendable {
    var list: String
    /// `nil` where none has the identity.
    var item: PersistentID?
    var uri: String
    var milliseconds: Int64?
  }

  /// - Parameter onlyUnknown: Whether those are left out whose items are known by their identities.
  private func entries(onlyUnknown: Bool) throws(LibraryError) -> [Entry] {
    try read("reading playlists") { database throws(LibraryError) in
      let known = "coalesce(items.row, outside.id)"
      let statement = try database.prepare(
        """
        SELECT lists.name, iif(\(known) IS NULL, NULL, item), list_entries.uri,
          list_entries.milliseconds
        FROM list_entries JOIN lists ON lists.id = list \(Self.joined)
        \(onlyUnknown ? "WHERE \(known) IS NULL" : "") ORDER BY list, position
        """, during: "reading playlists")
      var entries: [Entry] = []
      while try statement.step() {
        var columns = statement.columns
        let list = columns.text() ?? ""
        let item = columns.integer().flatMap { PersistentID(rawValue: UInt64(bitPattern: $0)) }
        entries.append(
          Entry(
            list: list, item: item, uri: columns.text() ?? "", milliseconds: columns.integer()))
      }
      return entries
    }
  }

  /// What entries mean that have no identity: items by their URIs or paths, files outside of the library by their paths.
  private func items(
    entriesCalled uris: Set<String>
  ) throws(LibraryError) -> [String: MediaItem] {
    var found = try items(called: uris)
    let paths = uris.filter { $0.hasPrefix("/") && found[$0] == nil }
    if paths.isEmpty { return found }
    let named = try read("reading items") { database throws(LibraryError) in
      let outside = try OutsideItems(database)
      var inside = try ItemsByPath(database)
      var items: [String: MediaItem] = [:]
      for uri in paths {
        let path = FilePath(uri: uri)
        if let item = try inside.item(path) {
          items[uri] = item
        } else {
          items[uri] = try outside.item(path: path)
        }
      }
      return items
    }
    found.merge(named) { first, _ in first }
    return found
  }

  /// Files outside of the library with these identities; those that are not there are left out.
  private func outside(_ ids: [PersistentID]) throws(LibraryError) -> [MediaItem] {
    if ids.isEmpty { return [] }
    return try read("reading items") { database throws(LibraryError) in
      let outside = try OutsideItems(database)
      var items: [MediaItem] = []
      for id in ids { if let item = try outside.item(id) { items.append(item) } }
      return items
    }
  }
}

/// Looks up items by the paths of their files.
private struct ItemsByPath: ~Copyable {
  private let roots: RootList
  private var reader: ItemReader
  private let statement: Statement

  init(_ database: borrowing Database) throws(LibraryError) {
    let roots = try RootList(database)
    let reader = try ItemReader(database)
    let statement = try database.prepare(
      """
      SELECT \(ItemReader.columns) FROM items
      WHERE \(Schema.visible) AND folder = (SELECT id FROM folders WHERE root = ? AND path = ?)
        AND name = ? AND cue_track IS NULL
      """, during: "reading items")
    self.roots = roots
    self.reader = reader
    self.statement = statement
  }

  mutating func item(_ path: FilePath) throws(LibraryError) -> MediaItem? {
    guard let root = roots.containing(path), let inside = path.relative(to: root.path) else {
      return nil
    }
    statement.bind([
      .integer(root.id), .blob(inside.parent.bytes), .blob(inside.lastComponent.bytes),
    ])
    defer { statement.reset() }
    return try statement.step() ? try reader.item(statement) : nil
  }
}
