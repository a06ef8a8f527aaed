import Library
import MPDProtocol
import Media
import Playback

// Playlists are shown and loaded: those kept in the library by their names, and those in the music folders.
extension Command {
  static let playlists = [
    Command("listplaylist", .read, 1...2) { daemon, call throws(MPDError) in
      try entries(daemon, call) { entry, answer in
        answer.line("file", entry.item?.uri ?? entry.location)
      }
    },
    Command("listplaylistinfo", .read, 1...2) { daemon, call throws(MPDError) in
      let tags = call.session.tags
      return try entries(daemon, call) { entry, answer in
        if let item = entry.item {
          answer.song(item, tags: tags)
        } else {
          answer.line("file", entry.location)
        }
      }
    },
    Command("load", .add, 1...3, load),
  ]

  private static func find(
    _ name: String
  ) -> @Sendable (LibraryStore) throws(LibraryError) -> [LibraryPlaylistEntry]? {
    { store throws(LibraryError) in try store.anyPlaylist(name) }
  }

  @MainActor
  private static func entries(
    _ daemon: Daemon, _ call: Call,
    _ write: @escaping @Sendable (LibraryPlaylistEntry, inout ResponseWriter) -> Void
  ) throws(MPDError) -> Outcome {
    let range = try range(call)
    return .asking(
      daemon, find(call[0]),
      then: { _, found throws(MPDError) in
        let part = try part(range, of: found)
        return .pages(Pages(count: part.count) { write(part[$0], &$1) })
      })
  }

  @MainActor
  private static func range(_ call: Call) throws(MPDError) -> ArgumentRange? {
    guard let text = call.optional(1) else { return nil }
    return try Argument.range(text)
  }

  private static func part(
    _ range: ArgumentRange?, of entries: [LibraryPlaylistEntry]?
  ) throws(MPDError) -> [LibraryPlaylistEntry] {
    guard let entries else { throw MPDError(.noExist, "No such playlist") }
    guard let range else { return entries }
    guard let part = range.clamped(to: entries.count) else {
      throw MPDError(.argument, "Bad position")
    }
    return Array(entries[part])
  }

  /// Puts a playlist's items into the queue; what is not in the library is left out. As in MPD a range
  /// behind the end means none.
  @MainActor
  private static func load(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let range = try range(call)
    let position = try insertPosition(call.optional(2), daemon.player.queue)
    let name = call[0]
    return .asking(
      daemon, find(call[0]),
      then: { daemon, found throws(MPDError) in
        let isBehind = range.map { $0.start > found?.count ?? .max } ?? false
        let items = isBehind ? [] : try part(range, of: found).compactMap(\.item)
        _ = try insert(items, at: position, daemon)
        daemon.lastLoadedPlaylist = name
        return .done
      })
  }
}
