import Library
import Media

extension AddedDocument {
  /// What a library holds.
  init(_ data: AddedData, _ library: LibraryStore, made: Timestamp) throws(LibraryError) {
    self.made = made.description
    let names = try ItemNames(data, library)
    items = Self.items(data, names)
    playlists = data.playlists.map { list in
      Playlist(
        name: list.name, folder: list.folder.isEmpty ? nil : list.folder,
        entries: list.entries.map { names.name(of: $0) })
    }
    queries = data.queries.map { query in
      Query(
        name: query.name, query: query.text, sort: query.sort.isEmpty ? nil : query.sort,
        limit: query.limit)
    }
    history = data.plays.map { play in
      var name = Name(uri: play.uri, title: play.title, artist: play.artist, album: play.album)
      name.persistentID = play.item?.description
      name.duration = play.milliseconds.map { Double($0) / 1000 }
      name.path = play.item.flatMap { names[$0]?.path }
      return Play(
        played: play.played.description, name: name, musicBrainzTrackID: play.musicBrainzTrackID)
    }
    if !data.queue.isEmpty {
      queue = Queue(
        entries: data.queue.map { entry in
          Entry(
            name: names[entry.item] ?? Name(persistentID: entry.item.description),
            priority: entry.priority > 0 ? Int(entry.priority) : nil,
            start: entry.range.map { Double($0.start) / 1000 },
            end: entry.range?.end.map { Double($0) / 1000 })
        },
        current: data.current,
        position: data.current == nil ? nil : (data.position / .milliseconds(1)).rounded() / 1000)
    }
    stickers = data.stickers.filter { $0.subject.type != "song" }.map {
      Sticker(type: $0.subject.type, key: $0.subject.key, name: $0.name, value: $0.value)
    }
  }

  private static func items(_ data: AddedData, _ names: ItemNames) -> [Item] {
    var items: [PersistentID: Item] = [:]
    func change(_ id: PersistentID, _ body: (inout Item) -> Void) {
      body(&items[id, default: Item(name: names[id] ?? Name(persistentID: id.description))])
    }
    for facts in data.facts {
      let statistics = facts.statistics
      change(facts.item) { item in
        item.plays = statistics.plays > 0 ? statistics.plays : nil
        item.skips = statistics.skips > 0 ? statistics.skips : nil
        item.lastPlayed = statistics.lastPlayed?.description
        item.lastSkipped = statistics.lastSkipped?.description
        item.rating = statistics.rating
        if statistics.like == 2 { item.loved = true }
        if statistics.like == 0 { item.disliked = true }
      }
    }
    for sticker in data.stickers where sticker.subject.type == "song" {
      guard let id = PersistentID(sticker.subject.key) else { continue }
      change(id) {
        $0.stickers = ($0.stickers ?? [:]).merging([sticker.name: sticker.value]) { $1 }
      }
    }
    for bookmark in data.bookmarks {
      let mark = Mark(name: bookmark.name, position: Double(bookmark.milliseconds) / 1000)
      change(bookmark.item) { $0.bookmarks = ($0.bookmarks ?? []) + [mark] }
    }
    for place in data.places {
      change(place.item) { item in
        item.resumes = place.isWanted
        item.leftAt = place.milliseconds.map { Double($0) / 1000 }
      }
    }
    return items.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// What items are called, by their identities.
private struct ItemNames {
  private var names: [PersistentID: AddedDocument.Name] = [:]

  init(_ data: AddedData, _ library: LibraryStore) throws(LibraryError) {
    var ids = Set(data.queue.map(\.item))
    ids.formUnion(data.facts.map(\.item))
    ids.formUnion(data.plays.compactMap(\.item))
    ids.formUnion(data.bookmarks.map(\.item))
    ids.formUnion(data.places.map(\.item))
    ids.formUnion(
      data.stickers.filter { $0.subject.type == "song" }
        .compactMap { PersistentID($0.subject.key) })
    for list in data.playlists { ids.formUnion(list.entries.compactMap(\.item)) }
    let all = ids.sorted()
    for start in stride(from: 0, to: all.count, by: 1000) {
      for item in try library.items(knownAs: Array(all[start..<min(all.count, start + 1000)])) {
        names[item.persistentID] = AddedDocument.Name(item)
      }
    }
  }

  subscript(id: PersistentID) -> AddedDocument.Name? { names[id] }

  func name(of entry: StoredPlaylistEntry) -> AddedDocument.Name {
    if let id = entry.item, let name = names[id] { return name }
    return AddedDocument.Name(
      persistentID: entry.item?.description, uri: entry.uri, title: entry.title,
      duration: entry.milliseconds.map { Double($0) / 1000 })
  }
}

extension AddedDocument.Name {
  init(_ item: MediaItem) {
    self.init(
      persistentID: item.persistentID.description, uri: item.uri, path: item.path.string,
      title: item.tags.title, artist: item.tags.artist, album: item.tags.album,
      duration: item.audio.milliseconds.map { Double($0) / 1000 })
  }
}
