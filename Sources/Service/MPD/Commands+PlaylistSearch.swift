import Library
import MPDProtocol
import Media

// What is found goes into a playlist, or is found in one.
extension Command {
  static let playlistSearch = [
    Command("searchaddpl", .control, many(from: 2), addFound),
    Command("searchplaylist", .read, many(from: 2), searchPlaylist),
  ]

  @MainActor
  private static func addFound(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let (name, step) = (call[0], daemon.step)
    let request = try FilterRequest(
      call.arguments.dropFirst(), parser: parser(isFolded: true), takesPosition: true)
    let place = try request.position.map { text throws(MPDError) in try Argument.unsigned(text) }
    // Where playlists are kept nothing else is done that takes long.
    return .asking(
      daemon,
      { store throws(LibraryError) -> [StoredPlaylistEntry]? in
        guard try request.hasBase(in: store) else { return nil }
        return try store.items(request.query).map { StoredPlaylistEntry($0) }
      },
      then: { daemon, entries throws(MPDError) in
        guard let entries else { throw MPDError(.noExist, "No such directory") }
        return daemon.playlists.doing(telling: .storedPlaylist) { store in
          try store.add(entries, toPlaylist: name, at: place, step: step)
        }
      })
  }

  @MainActor
  private static func searchPlaylist(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let (name, tags) = (call[0], call.session.tags)
    let request = try FilterRequest(
      call.arguments.dropFirst(), parser: parser(isFolded: true))
    // A playlist has an order of its own; as by MPD, there is no other.
    guard case .given = request.order else { throw MPDError(.argument, "Unknown filter type") }
    return .asking(
      daemon,
      { store throws(LibraryError) -> [MediaItem]? in
        guard let entries = try store.anyPlaylist(name) else { return nil }
        let matching = MediaMatching.library()
        let query = MediaQuery(request.predicates)
        let found = entries.compactMap(\.item).filter { query.matches($0, matching) }
        try matching.check()
        return found
      },
      then: { _, found throws(MPDError) in
        guard let found else { throw MPDError(.noExist, "No such playlist") }
        let part = request.window.clamped(to: found.count) ?? 0..<0
        return .pages(
          Pages(count: part.count) { number, answer in
            answer.song(found[part.lowerBound + number], tags: tags)
          })
      })
  }
}
