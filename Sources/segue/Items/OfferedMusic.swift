import Library
import Media
import Picker

/// What a picker offers: the items of the library, or those that standard input names, that a query finds.
struct OfferedMusic: Sendable {
  let library: LibraryStore
  let query: MediaQuery
  /// `nil` where all of the library is offered.
  let input: ItemInput?

  /// A screen is there at once, the rest follows.
  private static let firstBatch = 100

  var source: PickerSource {
    let articles = (try? library.ordering().articles) ?? .usual
    var source = PickerSource(
      load: { feed in
        // Names come in their order.
        var last = (name: "", folded: "")
        let fold = { (name: String) in
          if name != last.name { last = (name, TextFolding.fold(name)) }
          return last.folded
        }
        try forEachBatch(atOnce: feed.isAllAtOnce) { rows in
          feed.deliver(
            rows.map {
              PickerRow(
                item: $0.item, searchText: $0.searchText, isVarious: $0.isVarious,
                articles: articles, fold: fold)
            })
          return !feed.isCancelled
        }
      },
      fold: { TextFolding.fold($0) },
      find: { [library] in try library.identities(MediaQuery([$0])) },
      items: { [library] in try library.items($0) })
    source.order = { [library] in try library.order(of: $0, by: $1) }
    source.articles = articles
    source.roots = (try? library.roots().map(\.name)) ?? []
    source.playlists = { [library] in try library.pickerPlaylists() }
    return source
  }

  /// What is offered and also found by another query, in the order in which it is offered.
  func items(matching wanted: MediaQuery) throws -> [MediaItem] {
    guard let input else {
      return try library.items(MediaQuery(query.predicates + wanted.predicates))
    }
    let found = try library.identities(MediaQuery(query.predicates + wanted.predicates))
    var ids: [PersistentID] = []
    try input.forEachBatch(library) { batch in
      ids += batch.filter(found.contains)
      return true
    }
    return try library.items(ids)
  }

  private func firstRows() throws -> [LibraryRow] {
    var first: [LibraryRow] = []
    let part = MediaQuery(query.predicates, window: 0..<Self.firstBatch)
    try library.forEachRows(part, size: Self.firstBatch) { rows in
      first += rows
      return true
    }
    return first
  }

  /// - Parameter atOnce: Whether nobody waits for the first ones.
  private func forEachBatch(atOnce: Bool, _ body: ([LibraryRow]) -> Bool) throws {
    guard let input else {
      let first = try atOnce ? [] : firstRows()
      guard first.isEmpty || body(first) else { return }
      // What goes elsewhere meanwhile does not come twice.
      let shown = Set(first.map(\.item.persistentID))
      let rest = MediaQuery(query.predicates, window: first.count..<Int.max)
      return try library.forEachRows(rest, size: 2000) { rows in
        body(shown.isEmpty ? rows : rows.filter { !shown.contains($0.item.persistentID) })
      }
    }
    let found = query == .songs ? nil : try library.identities(query)
    try input.forEachBatch(library) { ids in
      body(try library.rows(ids.filter { found?.contains($0) ?? true }))
    }
  }
}

extension LibraryStore {
  /// The playlists that are kept in the library, and those in the music folders.
  fileprivate func pickerPlaylists() throws -> [PickerSource.Playlist] {
    let queries = Set(try storedPlaylists().filter { $0.query != nil }.map(\.name))
    let kept = try storedPlaylistItems().map {
      PickerSource.Playlist(name: $0.name, ids: $0.ids, isQuery: queries.contains($0.name))
    }
    let files = try playlists().filter { !$0.isCueSheet }.compactMap { file in
      try self.playlist(file.uri).map { PickerSource.Playlist(file.uri, $0.entries) }
    }
    return kept + files
  }
}

extension PickerSource.Playlist {
  fileprivate init(_ name: String, _ entries: [LibraryPlaylistEntry]) {
    self.init(name: name, ids: entries.compactMap { $0.item?.persistentID })
  }
}
