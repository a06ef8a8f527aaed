import Media

/// What happened to an item since a version of the library.
public enum LibraryChange: Sendable, Hashable {
  /// It came, or came back.
  case added(MediaItem)
  /// It lies elsewhere; its tags may have changed as well.
  case moved(MediaItem)
  case changed(MediaItem)
  case gone(PersistentID)
}

extension LibraryStore {
  /// What changed after a version of the library, each item once, in the order of their last changes; since 0,
  /// every item was added.
  ///
  /// - Parameter body: Gets one batch after the other; ends early where it answers `false`.
  /// - Returns: The version that these changes lead to, to be asked for next time.
  /// - Throws: `changesForgotten` where rows are no longer there that the answer would need.
  @discardableResult
  public func forEachChange(
    since version: Int64, batch: Int = 500, _ body: ([LibraryChange]) -> Bool
  ) throws(LibraryError) -> Int64 {
    let end = try read("reading changes") { database throws(LibraryError) in
      if version > 0, let forgotten = try Meta.number(database, .forgotten), version < forgotten {
        throw LibraryError.changesForgotten(since: version, last: forgotten)
      }
      let end = try Meta.number(database, .version) ?? 0
      // It was asked of another library, or of this one before a backup took its place.
      if version > end { throw LibraryError.changesForgotten(since: version, last: end) }
      return end
    }
    // What changes meanwhile has a later version, and is told next time.
    var page = ChangePage(since: version, end: end, position: (version, Int64.max), size: batch)
    while true {
      let (changes, next) = try read("reading changes") { database throws(LibraryError) in
        try page.read(database)
      }
      if !changes.isEmpty, !body(changes) { return end }
      guard let next else { return end }
      page.position = next
    }
  }
}

/// A part of the rows that have changed, by version and row.
private struct ChangePage {
  let since: Int64
  let end: Int64
  /// Where the last page ended.
  var position: (version: Int64, row: Int64)
  let size: Int

  /// The changes, and where the next page begins; `nil` at the end.
  func read(
    _ database: borrowing Database
  ) throws(LibraryError) -> ([LibraryChange], (version: Int64, row: Int64)?) {
    var reader = try ItemReader(database)
    let statement = try database.prepare(
      """
      SELECT \(ItemReader.columns), items.id, \(Schema.visible), appeared, relocated, version,
        items.row
      FROM items WHERE (version, items.row) > (?, ?) AND version <= ?
      ORDER BY version, items.row LIMIT ?
      """, during: "reading changes")
    statement.bind(1, position.version)
    statement.bind(2, position.row)
    statement.bind(3, end)
    statement.bind(4, Int64(size))
    var changes: [LibraryChange] = []
    var next: (Int64, Int64)?
    var count = 0
    while try statement.step() {
      var columns = statement.columns
      let item = try reader.item(&columns)
      if let change = change(item, &columns) { changes.append(change) }
      next = (columns.integer() ?? 0, columns.integer() ?? 0)
      count += 1
    }
    return (changes, count < size ? nil : next)
  }

  /// What a row says; `nil` where who asks never knew of it.
  private func change(_ item: MediaItem?, _ columns: inout Columns) -> LibraryChange? {
    let id = PersistentID(rawValue: UInt64(bitPattern: columns.integer() ?? 0))
    let isVisible = columns.int() == 1
    let appeared = columns.integer() ?? 0
    let relocated = columns.integer() ?? 0
    guard isVisible, let item else { return since > 0 ? id.map { .gone($0) } : nil }
    if appeared > since { return .added(item) }
    return relocated > since ? .moved(item) : .changed(item)
  }
}
