import Media

/// The rows of a library that has changed, and where those that a picker has have gone.
public struct PickerReload: Sendable {
  let table: PickerTable
  /// For each row that there was, its place among the new ones; -1 where it went.
  let translation: [Int32]
  /// How many rows were there.
  var oldCount: Int { translation.count }

  init(_ table: PickerTable, after old: [PersistentID]) {
    self.table = table
    let rows = table.rowsByID
    translation = old.map { rows[$0].map { Int32($0) } ?? -1 }
  }

  /// Loads all rows anew. It can take a while.
  ///
  /// - Parameter byAge: Whether the order of their age is wanted too.
  /// - Returns: `nil` when it was cancelled.
  static func load(
    _ source: PickerSource, after old: [PersistentID], byAge: Bool, _ feed: PickerFeed
  ) throws -> Self? {
    try source.load(feed)
    if feed.isCancelled { return nil }
    var table = feed.takeCollected()
    if byAge { table.sortByAge() }
    return PickerReload(table, after: old)
  }

  subscript(row: Int) -> Int? { translation[row] >= 0 ? Int(translation[row]) : nil }

  func rows(_ old: [Int]) -> [Int] { old.compactMap { self[$0] } }

  /// The new place of a row, or else of the first of those behind it that stayed.
  func row(at old: Int) -> Int? {
    (old..<max(old, oldCount)).lazy.compactMap { self[$0] }.first
  }
}

extension PickerState {
  /// Has the rows of the library as it is now; where the person is, what is marked and searched for stays.
  mutating func take(_ reload: PickerReload) -> [PickerEffect] {
    // Rows that came meanwhile would be lost.
    guard loading == .finished, reload.oldCount == table.count else { return [] }
    let old = table
    table = reload.table
    reloads += 1
    marks = marks.translated(reload, table)
    wantedCover = wantedCover.map { ($0.id, $0.row.flatMap { reload[$0] }) }
    playingRow = player.item.flatMap { table.row(of: $0) }
    for index in pages.indices { pages[index].take(reload, from: old, to: table) }
    for place in Array(leftPages.keys) { leftPages[place]?.take(reload, from: old, to: table) }
    // What is gathered of the old rows names them by numbers that are others now.
    let age = tableAge
    for index in pages.indices { pages[index].group?.madeOf = age }
    return refill() + wantQueue() + findAgain()
  }

  /// A query may find something else now. Pages that are not shown ask when the person comes back.
  private mutating func findAgain() -> [PickerEffect] {
    let isAsked = page.isFinding
    for index in pages.indices where pages[index].asksLibrary { pages[index].isFinding = true }
    for (place, page) in leftPages where page.asksLibrary { leftPages[place]?.isFinding = true }
    return page.isFinding && !isAsked ? [.find(search)] : []
  }
}

extension PickerPage {
  /// Lists the rows of a library that has changed. The cursor stays on what it is on, or goes to what stands behind it.
  mutating func take(_ reload: PickerReload, from old: PickerTable, to new: PickerTable) {
    switch content {
    case .tracks(nil):
      let end = reload.oldCount == 0 ? 0 : max(0, new.count - 1)
      relist(content, new) { reload.row(at: $0) ?? end }
    case .tracks(let rows?):
      relist(.tracks(reload.rows(rows)), new) { line in
        rows.prefix(line).count { reload[$0] != nil }
      }
    case .groups(var groups, let text):
      for index in groups.indices { groups[index].rows = reload.rows(groups[index].rows) }
      relist(.groups(groups, text), new) { $0 }
    case .queue(let queue):
      relist(.queue(queue.translated(reload.translation, from: old, to: new)), new) { $0 }
    case .details(let row, let lines):
      relist(.details(row: row.flatMap { reload[$0] }, lines), new) { $0 }
    case .places, .keys: break
    }
    if let rows = group?.group.rows {
      let rows = reload.rows(rows)
      group?.group.rows = rows
    }
  }
}
