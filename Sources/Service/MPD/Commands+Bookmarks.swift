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
    Command("segue_bookmark_go", .player, 1...2, goToBookmark),
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
    guard !name.isEmpty, name.utf8.count <= 500, !name.contains(where: \.isNewline) else {
      throw MPDError(.argument, "Bad name")
    }
    let bookmark = Bookmark(
      item: entry.itemID, name: name, milliseconds: Int64(position / .milliseconds(1)))
    return daemon.playlists.doing(telling: .sticker) { store in
      try store.setBookmark(bookmark, now: .now)
    }
  }

  private static func bookmark(
    _ name: String, _ uri: String?, _ current: PersistentID?, in store: LibraryStore
  ) throws -> Bookmark {
    var found = try store.bookmarks().filter { $0.name == name }
    if let uri {
      guard let item = try store.item(uri: uri) else { throw MPDError(.noExist, "No such song") }
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
    return daemon.playlists.outcome(
      telling: [],
      { store in
        let bookmark = try bookmark(name, uri, current, in: store)
        guard let item = try store.queueItems([bookmark.item]).first else {
          throw MPDError(.noExist, "Its song is not in the library any more")
        }
        return (bookmark, item)
      },
      then: { daemon, found throws(MPDError) in
        let (bookmark, item) = found
        let player = daemon.player
        return try perform { () throws(PlayerError) in
          var position = player.queue.records.firstIndex { $0.item == item.id }
          if player.nowPlaying?.itemID == item.id { position = player.queue.currentPosition }
          if position == nil, let id = player.insertNext([item]).first {
            position = player.queue.position(of: id)
          }
          try player.seek(
            position: position ?? 0, to: .milliseconds(bookmark.milliseconds))
          if player.state == .paused { player.pause(false) }
        }
      })
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
