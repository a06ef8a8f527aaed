import Library
import Media

extension AddedData {
  /// What a document says, of the items that are in the library.
  ///
  /// - Parameter matcher: Remembers what was not found.
  init(_ document: AddedDocument, _ matcher: inout ItemMatcher) throws(LibraryError) {
    self.init()
    for item in document.items ?? [] { try add(item, &matcher) }
    for list in document.playlists ?? [] {
      var entries: [StoredPlaylistEntry] = []
      for name in list.entries { entries.append(try Self.entry(name, &matcher)) }
      playlists.append(
        AddedData.Playlist(name: list.name, folder: list.folder ?? "", entries: entries))
    }
    queries = (document.queries ?? []).map { query in
      SavedQuery(
        name: query.name, text: query.query, sort: query.sort ?? "", limit: query.limit)
    }
    for play in document.history ?? [] {
      guard let played = Timestamp(play.played) else { continue }
      let name = play.name
      let item = try matcher.item(name)
      plays.append(
        PlayRecord(
          played: played, item: item?.persistentID, uri: item?.uri ?? name.uri ?? name.path ?? "",
          title: name.title, artist: name.artist, album: name.album,
          musicBrainzTrackID: play.musicBrainzTrackID, milliseconds: name.milliseconds))
    }
    for sticker in document.stickers ?? [] {
      stickers.append(
        Sticker(
          subject: StickerSubject(type: sticker.type, key: sticker.key), name: sticker.name,
          value: sticker.value))
    }
    guard let queue = document.queue else { return }
    for (place, entry) in queue.entries.enumerated() {
      guard let item = try matcher.item(entry.name) else { continue }
      if place == queue.current {
        current = self.queue.count
        position = .milliseconds(AddedDocument.milliseconds(queue.position ?? 0))
      }
      self.queue.append(
        Entry(
          item: item.persistentID, priority: UInt8(clamping: entry.priority ?? 0),
          range: entry.start.flatMap { start in
            PlayedRange(
              start: AddedDocument.milliseconds(start),
              end: entry.end.map { AddedDocument.milliseconds($0) })
          }))
    }
  }

  private mutating func add(
    _ item: AddedDocument.Item, _ matcher: inout ItemMatcher
  ) throws(LibraryError) {
    guard let id = try matcher.item(item.name)?.persistentID else { return }
    var statistics = MediaStatistics()
    statistics.plays = max(0, item.plays ?? 0)
    statistics.skips = max(0, item.skips ?? 0)
    statistics.lastPlayed = item.lastPlayed.flatMap { Timestamp($0) }
    statistics.lastSkipped = item.lastSkipped.flatMap { Timestamp($0) }
    statistics.rating = item.rating
    statistics.like = item.loved == true ? 2 : item.disliked == true ? 0 : nil
    if statistics != MediaStatistics() { facts.append(Facts(item: id, statistics: statistics)) }
    for mark in item.bookmarks ?? [] {
      bookmarks.append(
        Bookmark(item: id, name: mark.name, milliseconds: AddedDocument.milliseconds(mark.position))
      )
    }
    var left = item.leftAt
    for (name, value) in item.stickers ?? [:] {
      // Clients of MPD keep the place as a sticker; our own export has it as both.
      if name == ResumePlace.sticker, let seconds = Double(value) {
        left = left ?? seconds
      } else {
        stickers.append(Sticker(subject: StickerSubject(id), name: name, value: value))
      }
    }
    let place = left.map { AddedDocument.milliseconds($0) }.flatMap { $0 > 0 ? $0 : nil }
    if item.resumes != nil || place != nil {
      places.append(ResumePlace(item: id, isWanted: item.resumes, milliseconds: place))
    }
  }

  private static func entry(
    _ name: AddedDocument.Name, _ matcher: inout ItemMatcher
  ) throws(LibraryError) -> StoredPlaylistEntry {
    if let item = try matcher.item(name) { return StoredPlaylistEntry(item) }
    return StoredPlaylistEntry(
      item: nil, uri: name.uri ?? name.path ?? name.text, title: name.title,
      milliseconds: name.milliseconds)
  }
}

extension AddedDocument {
  fileprivate static func milliseconds(_ seconds: Double) -> Int64 {
    Int64(max(0, min(seconds, 1e9)) * 1000)
  }
}

extension AddedDocument.Name {
  fileprivate var milliseconds: Int64? { duration.map { AddedDocument.milliseconds($0) } }
}
