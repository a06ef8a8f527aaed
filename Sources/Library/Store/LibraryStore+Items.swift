import Media

/// Items.
extension LibraryStore {
  /// The library's order, as `items_order` has it.
  static let order =
    "ORDER BY artist_key, album_key, disc_key, track_key, title_key, items.row"

  /// The items meant, in library order.
  public func items(_ query: MediaQuery = .songs) throws(LibraryError) -> [MediaItem] {
    try read("reading items") { database throws(LibraryError) in
      var reader = try ItemReader(database)
      let statement = try Self.select(ItemReader.columns, query, reader.roots, database)
      return try reader.items(statement)
    }
  }

  /// The items meant, in library order and in batches; ends early when `body` answers `false`.
  public func forEachBatch(
    _ query: MediaQuery = .songs, size: Int = 500, _ body: ([MediaItem]) -> Bool
  ) throws(LibraryError) {
    try forEachRows(query, size: size, withText: false) { rows in body(rows.map(\.item)) }
  }

  /// As `forEachBatch`, with the text that each item is searched in.
  public func forEachRows(
    _ query: MediaQuery = .songs, size: Int = 500, _ body: ([LibraryRow]) -> Bool
  ) throws(LibraryError) {
    try forEachRows(query, size: size, withText: true, body)
  }

  /// The rows of the items with these identities in their order; those that are not there are left out.
  public func rows(_ ids: [PersistentID]) throws(LibraryError) -> [LibraryRow] {
    try read("reading items") { database throws(LibraryError) in
      let statement = try database.prepare(
        "SELECT row FROM items WHERE id = ?", during: "reading items")
      var rows: [Int64] = []
      for id in ids {
        statement.bind(1, Int64(id.rawValue))
        if try statement.step(), let row = statement.integer(0) { rows.append(row) }
        statement.reset()
      }
      return try Self.batch(rows[...], withText: true, database)
    }
  }

  /// The identities of the items meant, in no order, the query's window aside.
  public func identities(_ query: MediaQuery) throws(LibraryError) -> Set<PersistentID> {
    try read("reading items") { database throws(LibraryError) in
      let condition = try QueryCondition(query, roots: RootList(database), database)
      let statement = try database.prepare(
        "SELECT id FROM items WHERE \(condition.sql)", during: "reading items")
      statement.bind(condition.values)
      var ids: Set<PersistentID> = []
      while try statement.step() {
        let number = UInt64(bitPattern: statement.integer(0) ?? 0)
        if let id = PersistentID(rawValue: number) { ids.insert(id) }
      }
      return ids
    }
  }

  /// How many items are meant, the query's window aside.
  public func count(_ query: MediaQuery = .songs) throws(LibraryError) -> Int {
    try read("counting items") { database throws(LibraryError) in
      let condition = try QueryCondition(query, roots: RootList(database), database)
      let statement = try database.prepare(
        "SELECT count(*) FROM items WHERE \(condition.sql)", during: "counting items")
      statement.bind(condition.values)
      return try statement.step() ? Int(statement.integer(0) ?? 0) : 0
    }
  }

  /// The item that clients name so; with several roots the root's name may be left out where only
  /// one item fits.
  public func item(uri: String) throws(LibraryError) -> MediaItem? { try items(called: [uri])[uri] }

  /// The items that clients name so, as of one moment; those that none has are left out.
  public func items(called uris: Set<String>) throws(LibraryError) -> [String: MediaItem] {
    if uris.isEmpty { return [:] }
    return try read("reading items") { database throws(LibraryError) in
      let roots = try RootList(database)
      var reader = try ItemReader(database)
      var found: [String: MediaItem] = [:]
      for uri in uris {
        var items = try Self.items(called: uri, limit: 1, roots, &reader, database)
        if items.isEmpty, roots.roots.count > 1 {
          for root in roots.roots where items.count < 2 {
            items += try Self.items(
              called: "\(root.name)/\(uri)", limit: 2, roots, &reader, database)
          }
        }
        if items.count == 1 { found[uri] = items[0] }
      }
      return found
    }
  }

  private static func items(
    called uri: String, limit: Int, _ roots: RootList, _ reader: inout ItemReader,
    _ database: borrowing Database
  ) throws(LibraryError) -> [MediaItem] {
    // Not as a query, in which what is unknown counts as false: SQLite finds no index then, and reads all items.
    let (term, values) = QueryCondition.item(uri, roots)
    let statement = try database.prepare(
      "SELECT \(ItemReader.columns) FROM items WHERE \(Schema.visible) AND \(term) LIMIT \(limit)",
      during: "reading items")
    statement.bind(values)
    return try reader.items(statement)
  }

  /// The tracks of cue sheets that lie in the file that clients name so, in its order. Such a file is no
  /// item itself.
  public func tracks(inFile uri: String) throws(LibraryError) -> [MediaItem] {
    try read("reading items") { database throws(LibraryError) in
      let (file, values) = QueryCondition.file(uri, try RootList(database))
      let statement = try database.prepare(
        """
        SELECT \(ItemReader.columns) FROM items WHERE \(Schema.visible)
        AND source = (SELECT row FROM items WHERE gone IS NULL AND covered AND \(file))
        ORDER BY cue_start, cue_track
        """, during: "reading items")
      statement.bind(values)
      var reader = try ItemReader(database)
      return try reader.items(statement)
    }
  }

  public func item(_ id: PersistentID) throws(LibraryError) -> MediaItem? {
    try items([id]).first
  }

  /// The items with these identities in their order; those that are not there are left out.
  public func items(_ ids: [PersistentID]) throws(LibraryError) -> [MediaItem] {
    try items(where: "id = ?", ids.map { [.integer(Int64($0.rawValue))] })
  }

  /// The item of a file.
  public func item(path: FilePath) throws(LibraryError) -> MediaItem? {
    guard let root = try read("reading its roots", RootList.init).containing(path),
      let relative = path.relative(to: root.path)
    else { return nil }
    let term = "folder = (SELECT id FROM folders WHERE root = ? AND path = ?) AND name = ?"
    let values: [SQLValue] = [
      .integer(root.id), .blob(relative.parent.bytes), .blob(relative.lastComponent.bytes),
    ]
    return try items(where: term, [values]).first
  }

  /// What a path is called as a URI; `nil` where it lies in no root.
  public func uri(of path: FilePath) throws(LibraryError) -> String? {
    let roots = try read("reading its roots", RootList.init)
    guard let root = roots.containing(path), let relative = path.relative(to: root.path) else {
      return nil
    }
    return roots.uri(relative.uri, in: root)
  }

  /// Shows the items that are there of these, in their order.
  public func visitItems(
    _ ids: [PersistentID], _ visit: (FoundItem) -> Void
  ) throws(LibraryError) {
    try read("reading items") { database throws(LibraryError) in
      var reader = try ItemReader(database)
      let statement = try database.prepare(
        "SELECT \(ItemReader.columns) FROM items WHERE \(Schema.visible) AND id = ?",
        during: "reading items")
      for id in ids {
        statement.bind(1, Int64(bitPattern: id.rawValue))
        if try statement.step(), let item = try reader.found(statement) { visit(item) }
        statement.reset()
      }
    }
  }

  /// The items that a condition gives for each list of values, one at most for each.
  private func items(
    where condition: String, _ lists: [[SQLValue]]
  ) throws(LibraryError) -> [MediaItem] {
    try read("reading items") { database throws(LibraryError) in
      var reader = try ItemReader(database)
      let statement = try database.prepare(
        "SELECT \(ItemReader.columns) FROM items WHERE \(Schema.visible) AND \(condition)",
        during: "reading items")
      var items: [MediaItem] = []
      for values in lists {
        statement.bind(values)
        if try statement.step(), let item = try reader.item(statement) { items.append(item) }
        statement.reset()
      }
      return items
    }
  }

  /// Takes the rows' numbers first, then the items of one batch after the other.
  private func forEachRows(
    _ query: MediaQuery, size: Int, withText: Bool, _ body: ([LibraryRow]) -> Bool
  ) throws(LibraryError) {
    let rows = try rows(query)
    var start = 0
    while start < rows.count {
      let end = min(rows.count, start + max(1, size))
      let batch = try read("reading items") { database throws(LibraryError) in
        try Self.batch(rows[start..<end], withText: withText, database)
      }
      guard body(batch) else { return }
      start = end
    }
  }

  private func rows(_ query: MediaQuery) throws(LibraryError) -> [Int64] {
    try read("reading items") { database throws(LibraryError) in
      let statement = try Self.select("items.row", query, try RootList(database), database)
      var rows: [Int64] = []
      while try statement.step() { rows.append(statement.integer(0) ?? 0) }
      return rows
    }
  }

  /// The rows with these numbers in their order; those that went meanwhile are left out.
  private static func batch(
    _ rows: ArraySlice<Int64>, withText: Bool, _ database: borrowing Database
  ) throws(LibraryError) -> [LibraryRow] {
    var reader = try ItemReader(database)
    let text = withText ? "(SELECT text FROM search WHERE search.row = items.row)" : "''"
    let statement = try database.prepare(
      "SELECT \(ItemReader.columns), \(text), various FROM items WHERE row = ? AND \(Schema.visible)",
      during: "reading items")
    var batch: [LibraryRow] = []
    for row in rows {
      statement.bind(1, row)
      if try statement.step() {
        var columns = statement.columns
        if let item = try reader.item(&columns) {
          batch.append(
            LibraryRow(
              item: item, searchText: columns.text() ?? "", isVarious: columns.int() == 1))
        }
      }
      statement.reset()
    }
    return batch
  }

  /// The library's order, behind what the query is sorted by.
  private static func order(
    _ query: MediaQuery, _ roots: RootList, _ database: borrowing Database
  ) throws(LibraryError) -> String {
    guard !query.sort.isEmpty else { return order }
    try database.keys.use(LibraryOrder(database))
    let columns = PropertyColumns(roots)
    let keys = query.sort.map { sort in
      let key = columns.sortKey(sort.property)
      let unknown = sort.isUnknownFirst ? "FIRST" : "LAST"
      return "\(key) \(sort.isDescending ? "DESC" : "ASC") NULLS \(unknown)"
    }
    return order.replacing("ORDER BY", with: "ORDER BY \(keys.joined(separator: ", ")),")
  }

  static func select(
    _ columns: String, _ query: MediaQuery, _ roots: RootList, _ database: borrowing Database
  ) throws(LibraryError) -> Statement {
    let condition = try QueryCondition(query, roots: roots, database)
    let order = try order(query, roots, database)
    let statement = try database.prepare(
      "SELECT \(columns) FROM items WHERE \(condition.sql) \(order) LIMIT ? OFFSET ?",
      during: "reading items")
    let window = query.window
    let limit = window.map { Int64($0.count) } ?? -1
    let offset = Int64(max(0, window?.lowerBound ?? 0))
    statement.bind(condition.values + [.integer(limit), .integer(offset)])
    return statement
  }
}
