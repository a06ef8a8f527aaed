import Library
import MPDProtocol
import Media
import Playback

// What the protocol has no word for: places in items.
//
// `segue_bookmark_add NAME` gives the place that is heard a name, `segue_bookmark_go NAME [URI]` plays from one,
// `segue_bookmark_remove NAME [URI]` forgets it, `segue_bookmarks [URI]` lists them: `file`, `bookmark` and
// `position` (seconds). Without a URI a name means one of the current song, else the only one that is called so.
// `segue_resume URI on|off|auto` says whether a song is played again from where it was left.
extension Command {
  static let bookmarks = [
    Command("segue_bookmark_add", .control, 1...1, addBookmark),
    // It may have to be added.
    Command("segue_bookmark_go", [.add, .player], 1...2, goToBookmark),
    Command("segue_bookmark_remove", .control, 1...2) { daemon, call in
      let (name, uri, current) = (call[0], call.optional(1), daemon.player.nowPlaying?.itemID)
      return daemon.playlists.doing(telling: .sticker) { store in
        let bookmark = try bookmark(name, uri, current, in: store)
        _ = try store.removeBookmark(bookmark.item, bookmark.name)
      }
    },
    Command("segue_bookmarks", .read, 0...1, listBookmarks),
    Command("segue_resume", .control, 2...2, setResume),
  ]

  @MainActor
  private static func addBookmark(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard let entry = daemon.player.nowPlaying, let position = daemon.player.position else {
      throw MPDError(.playerSync, "Not playing")
    }
    let name = call[0]
    guard BookmarkName.isValid(name) else { throw MPDError(.argument, "Bad name") }
    // Of an entry that plays a part of its item, the position counts from the part's beginning.
    let place = (entry.range?.start ?? 0) + Int64(position / .milliseconds(1))
    let bookmark = Bookmark(item: entry.itemID, name: name, milliseconds: place)
    return daemon.playlists.doing(telling: .sticker) { store in
      try store.setBookmark(bookmark, now: .now)
    }
  }

  private static func bookmark(
    _ name: String, _ uri: String?, _ current: PersistentID?, in store: LibraryStore
  ) throws -> Bookmark {
    var found = try store.bookmarks().filter { $0.name == name }
    if let uri {
      let others = try store.items(knownAs: found.map(\.item))
      guard let item = try store.item(uri: uri) ?? others.first(where: { $0.uri == uri }) else {
        throw MPDError(.noExist, "No such song")
      }
      found = found.filter { $0.item == item.persistentID }
    } else if found.contains(where: { $0.item == current }) {
      found = found.filter { $0.item == current }
    }
    guard let bookmark = found.first else { throw MPDError(.noExist, "No such bookmark") }
    guard found.count == 1 else {
      throw MPDError(.argument, "\(found.count) songs have a bookmark of this name")
    }
    return bookmark
  }

  @MainActor
  private static func goToBookmark(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let (name, uri, current) = (call[0], call.optional(1), daemon.player.nowPlaying?.itemID)
    let isLocal = call.session.isLocal
    return daemon.playlists.outcome(
      telling: [],
      { store in
        let bookmark = try bookmark(name, uri, current, in: store)
        return (bookmark, try store.item(of: bookmark, isLocal: isLocal))
      },
      then: { daemon, found throws(MPDError) in
        let (bookmark, item) = found
        let player = daemon.player
        let position = try position(of: bookmark.item, item, daemon)
        return try perform { () throws(PlayerError) in
          try player.seek(position: position, to: .milliseconds(bookmark.milliseconds))
          if player.state == .paused { player.pause(false) }
        }
      })
  }

  /// Where an item is in the queue, into which it is put where it is not.
  ///
  /// - Parameter item: `nil` where there is nothing that can be put there.
  @MainActor
  private static func position(
    of id: PersistentID, _ item: QueueItem?, _ daemon: Daemon
  ) throws(MPDError) -> Int {
    let player = daemon.player
    let queue = player.queue
    // One that plays a part may not have the place.
    func isWhole(_ record: QueueRecord) -> Bool {
      record.item == id && queue.details[record.id]?.range == nil
    }
    if let current = queue.currentPosition, isWhole(queue.records[current]) { return current }
    if let position = queue.records.firstIndex(where: isWhole) { return position }
    guard let item else {
      throw MPDError(.noExist, "Its song is not in the library any more")
    }
    guard !daemon.fitting([item]).isEmpty else { throw MPDError.queueFull }
    return player.insertNext([item]).first.flatMap { player.queue.position(of: $0) } ?? 0
  }

  @MainActor
  private static func listBookmarks(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let uri = call.optional(0)
    return .asking(
      daemon,
      { store throws(LibraryError) -> [(String, Bookmark)]? in
        var item: PersistentID?
        if let uri {
          item = try store.item(uri: uri)?.persistentID
          if item == nil { return nil }
        }
        let bookmarks = try store.bookmarks(of: item)
        var uris: [PersistentID: String] = [:]
        for item in try store.items(knownAs: bookmarks.map(\.item)) {
          uris[item.persistentID] = item.uri
        }
        return bookmarks.compactMap { bookmark in uris[bookmark.item].map { ($0, bookmark) } }
      },
      then: { _, found throws(MPDError) in
        guard let found else {
          throw MPDError(.noExist, "No such song")
        }
        return .answer { answer in
          for (uri, bookmark) in found {
            answer.line("file", uri)
            answer.line("bookmark", bookmark.name)
            answer.line("position", Int(bookmark.milliseconds / 1000))
          }
        }
      })
  }

  @MainActor
  private static func setResume(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let words: [String: Bool?] = ["on": true, "off": false, "auto": nil]
    guard let wanted = words[call[1]] else {
      throw MPDError(.argument, "Expected on, off or auto: \(call[1])")
    }
    let uri = call[0]
    return daemon.playlists.outcome(
      telling: [],
      { store in
        guard let item = try store.item(uri: uri) else { throw MPDError(.noExist, "No such song") }
        try store.setResumes(item.persistentID, wanted, now: .now)
        return item.persistentID
      },
      then: { daemon, id in
        daemon.longItems.set(id, wanted: wanted)
        return .done
      })
  }
}

extension LibraryStore {
  /// What can be put into the queue for a bookmark; `nil` where it is gone. Files outside of the music folders are for
  /// local clients.
  fileprivate func item(
    of bookmark: Bookmark, isLocal: Bool
  ) throws(LibraryError) -> QueueItem? {
    if let item = try queueItems([bookmark.item]).first { return item }
    guard isLocal, let item = try items(knownAs: [bookmark.item]).first, item.isAvailable else {
      return nil
    }
    return QueueItem(item)
  }
}
