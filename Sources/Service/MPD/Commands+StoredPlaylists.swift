import Library
import MPDProtocol
import Media
import Playback

// Playlists that are kept in the library.
//
// `segue_playlist_save NAME MODE [ITEM…]` makes one of what was staged, and then of these; MODE is `create`, `append`
// or `replace`, of which the last two make it where it is missing. What is not in the library is kept by its URI. It
// answers `items: N` and `missing: N`. `segue_playlist_folder NAME FOLDER` puts one into a folder of playlists, or with an
// empty FOLDER out of it.
extension Command {
  static let storedPlaylists = [
    Command("listplaylists", .read, 0...0) { daemon, _ in
      .asking(
        daemon, { store throws(LibraryError) in try store.storedPlaylists() },
        then: { _, lists in
          .pages(Pages(count: lists.count) { part, answer in answer.playlist(lists[part]) })
        })
    },
    Command("save", .control, 1...2, saveQueue),
    Command("rm", .control, 1...1) { daemon, call in
      let (name, step) = (call[0], daemon.step)
      return daemon.playlists.doing(telling: .storedPlaylist) {
        try $0.deletePlaylist(name, step: step)
      }
    },
    Command("rename", .control, 2...2) { daemon, call in
      let (name, new, step) = (call[0], call[1], daemon.step)
      return daemon.playlists.doing(telling: .storedPlaylist) {
        do {
          try $0.renamePlaylist(name, to: new, step: step)
        } catch PlaylistError.exists {
          // In MPD's words, which are others than those of `save`.
          throw MPDError(.exist, "Playlist exists already")
        }
      }
    },
    Command("playlistadd", .control, 2...3, add),
    Command("playlistclear", .control, 1...1) { daemon, call in
      let (name, step) = (call[0], daemon.step)
      return daemon.playlists.doing(telling: .storedPlaylist) { store in
        try store.changePlaylist(name, now: .now, step: step) { $0 = [] }
      }
    },
    Command("playlistdelete", .control, 2...2) { daemon, call throws(MPDError) in
      let (name, step) = (call[0], daemon.step)
      let range = try Argument.range(call[1])
      return daemon.playlists.doing(telling: .storedPlaylist) { store in
        try store.changePlaylist(name, now: .now, step: step) { entries throws(PlaylistError) in
          entries.removeSubrange(try part(range, of: entries))
        }
      }
    },
    Command("playlistmove", .control, 3...3) { daemon, call throws(MPDError) in
      let (name, step) = (call[0], daemon.step)
      let (range, target) = (try Argument.range(call[1]), try Argument.unsigned(call[2]))
      return daemon.playlists.doing(telling: .storedPlaylist) { store in
        do {
          try store.changePlaylist(name, now: .now, step: step) { entries throws(PlaylistError) in
            let part = try part(range, of: entries)
            guard target <= entries.count - part.count else { throw .badPosition }
            let moving = Array(entries[part])
            entries.removeSubrange(part)
            entries.insert(contentsOf: moving, at: target)
          }
        } catch PlaylistError.badPosition {
          throw MPDError(.argument, "Bad range")
        }
      }
    },
    Command("playlistlength", .read, 1...1) { daemon, call in
      .asking(
        daemon, { [name = call[0]] store throws(LibraryError) in try store.anyPlaylist(name) },
        then: { _, entries throws(MPDError) in
          guard let entries else { throw MPDError(.noExist, "No such playlist") }
          let milliseconds = entries.reduce(0) {
            $0 + ($1.item?.audio.milliseconds ?? $1.milliseconds ?? 0)
          }
          return .answer { answer in
            answer.line("songs", entries.count)
            answer.line("playtime", Int(milliseconds / 1000))
          }
        })
    },
    Command("segue_playlist_folder", .control, 2...2) { daemon, call in
      let (name, folder, step) = (call[0], call[1], daemon.step)
      return daemon.playlists.doing(telling: .storedPlaylist) {
        try $0.putPlaylist(name, in: folder, step: step)
      }
    },
    Command("segue_playlist_save", .control, many(from: 2), saveItems),
  ]

  private static func part(
    _ range: ArgumentRange, of entries: [StoredPlaylistEntry]
  ) throws(PlaylistError) -> Range<Int> {
    guard let part = range.clamped(to: entries.count), !part.isEmpty || range.end == nil else {
      throw .badPosition
    }
    return part
  }

  @MainActor
  private static func saveQueue(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard let saving = PlaylistSaving(rawValue: call.optional(1) ?? "create"),
      [.create, .append, .replace].contains(saving)
    else { throw MPDError(.argument, "Unrecognized save mode, expected create, append or replace") }
    let (name, records, step) = (call[0], daemon.player.queue.records, daemon.step)
    return daemon.playlists.doing(telling: .storedPlaylist) { store in
      let entries = try store.playlistEntries(records.map(\.item))
      try store.savePlaylist(name, entries, saving, now: .now, step: step)
    }
  }

  /// Adds an item, or all in a folder, at the end or at a place.
  @MainActor
  private static func add(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let (name, step) = (call[0], daemon.step)
    let place = try call.optional(2).map { text throws(MPDError) in try Argument.unsigned(text) }
    return try LibraryAddress.finding(call[1], daemon, call.session) { daemon, address in
      daemon.playlists.doing(telling: .storedPlaylist) { store in
        let entries = try items(at: address, in: store).map { StoredPlaylistEntry($0) }
        try store.add(entries, toPlaylist: name, at: place, step: step)
      }
    }
  }

  private static func items(at address: LibraryAddress, in store: LibraryStore) throws
    -> [MediaItem]
  {
    switch address {
    case .item(let item): return [item]
    case .tracks(let items): return items
    case .outside: throw MPDError(.noExist, "No such song")
    case .folder(let uri):
      guard let items = try items(below: uri, in: store) else {
        throw MPDError(.noExist, "No such directory")
      }
      return items
    }
  }

  @MainActor
  private static func saveItems(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let modes: [String: PlaylistSaving] = [
      "create": .create, "append": .appendOrCreate, "replace": .replaceOrCreate,
    ]
    let (name, step) = (call[0], daemon.step)
    guard let saving = modes[call[1]] else {
      throw MPDError(.argument, "Expected create, append or replace: \(call[1])")
    }
    let staged = try daemon.staging.take(
      call.arguments.dropFirst(2), for: call.session, within: daemon.limits)
    return daemon.playlists.outcome(
      telling: .storedPlaylist,
      { store in
        let entries = try store.playlistEntries(staged.names)
        try store.savePlaylist(name, entries, saving, now: .now, step: step)
        return (entries.count, entries.count { $0.item == nil })
      },
      then: { _, counts in
        .answer { answer in
          answer.line("items", counts.0)
          answer.line("missing", counts.1)
        }
      })
  }
}

extension LibraryStore {
  /// A playlist that is kept in the library, or one in the music folders; `nil` where nothing is called so.
  func anyPlaylist(_ name: String) throws(LibraryError) -> [LibraryPlaylistEntry]? {
    if let kept = try storedPlaylist(name) { return kept }
    return try playlist(name)?.entries
  }

  /// Puts entries into a playlist, which is made where there is none.
  ///
  /// - Parameter place: Before which entry; `nil` for the end.
  func add(
    _ entries: [StoredPlaylistEntry], toPlaylist name: String, at place: Int?, step: Int64
  ) throws {
    do throws(PlaylistError) {
      guard let place else {
        return try savePlaylist(name, entries, .appendOrCreate, now: .now, step: step)
      }
      try changePlaylist(name, now: .now, step: step) { kept throws(PlaylistError) in
        guard place <= kept.count else { throw .badPosition }
        kept.insert(contentsOf: entries, at: place)
      }
    } catch {
      guard case .noSuchPlaylist = error, place == 0 else {
        if case .badPosition = error { throw MPDError(.argument, "Bad position") }
        throw error
      }
      try savePlaylist(name, entries, .create, now: .now, step: step)
    }
  }

  /// Items as entries of a playlist, those too that are gone.
  fileprivate func playlistEntries(
    _ ids: [PersistentID]
  ) throws(LibraryError) -> [StoredPlaylistEntry] {
    var known: [PersistentID: StoredPlaylistEntry] = [:]
    var start = 0
    while start < ids.count {
      let end = min(ids.count, start + 1000)
      for item in try items(knownAs: Array(ids[start..<end])) {
        known[item.persistentID] = StoredPlaylistEntry(item)
      }
      start = end
    }
    return ids.compactMap { known[$0] }
  }

  fileprivate func playlistEntries(
    _ names: [ItemName]
  ) throws(LibraryError) -> [StoredPlaylistEntry] {
    var entries: [StoredPlaylistEntry] = []
    var ids: [PersistentID] = []
    let known = try names.itemsByURI(in: self)
    for name in names {
      switch name {
      case .id(let id): ids.append(id)
      case .uri(let uri):
        entries += try playlistEntries(ids)
        ids = []
        let found = known[uri] ?? []
        entries += found.map { StoredPlaylistEntry($0) }
        if found.isEmpty { entries.append(StoredPlaylistEntry(item: nil, uri: uri)) }
      }
    }
    return entries + (try playlistEntries(ids))
  }
}

extension ResponseWriter {
  mutating func playlist(_ playlist: StoredPlaylist) {
    line("playlist", playlist.name)
    line("Last-Modified", playlist.modified.description)
  }
}
