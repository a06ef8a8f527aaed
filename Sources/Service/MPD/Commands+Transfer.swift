import Glibc
import Library
import MPDProtocol
import Media
import Playback
import Posix

// What the protocol has no word for: all that people added comes in at once.
//
// `segue_import PATH` reads what `segue import` has put together; only local clients may. A queue comes in where there is
// none. It answers `playlists: N`, `rated: N` (items), `plays: N`, `bookmarks: N` and `entries: N` (of the queue).
extension Command {
  static let transfer = [
    Command("segue_import", [.add, .player, .control], 1...1) { daemon, call throws(MPDError) in
      guard call.session.isLocal else { throw MPDError(.permission, "Access denied") }
      let (path, step) = (call[0], daemon.step)
      // Whatever is kept meanwhile does not wait for a file system, nor for the other end of a pipe.
      return .later(
        Job(queue: daemon.outside.queue) {
          let data = Self.data(in: path)
          return { daemon throws(MPDError) in
            guard let data else { throw MPDError(.argument, "This is nothing to import") }
            return add(data, daemon, step: step)
          }
        })
    }
  ]

  /// - Returns: `nil` where nothing is that could be imported.
  private static func data(in path: String) -> AddedData? {
    guard PathLook.at(FilePath(path))?.isFile == true,
      let bytes = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        .readAll(limit: AddedData.largest)
    else { return nil }
    return AddedData(bytes)
  }

  @MainActor
  private static func add(_ data: AddedData, _ daemon: Daemon, step: Int64) -> Outcome {
    daemon.playlists.outcome(
      telling: [.storedPlaylist, .sticker],
      { store in
        let counts = try store.add(data, now: .now, step: step)
        return (counts, try store.queueItems(data.queue.map(\.item)))
      },
      then: { daemon, result in
        let (counts, all) = result
        let items = Array(all.prefix(daemon.limits.queue))
        let takesQueue = daemon.player.queue.isEmpty && !items.isEmpty
        if takesQueue { setQueue(daemon.player, items, data) }
        daemon.longItems.add(data.places)
        daemon.forgetItems()
        return .answer { answer in
          answer.line("playlists", counts.playlists)
          answer.line("rated", counts.items)
          answer.line("plays", counts.plays)
          answer.line("bookmarks", counts.bookmarks)
          answer.line("entries", takesQueue ? items.count : 0)
        }
      })
  }

  /// The queue as it was elsewhere, paused where it was played.
  ///
  /// - Parameter items: Those that are there, in their order.
  @MainActor
  private static func setQueue(_ player: Player, _ items: [QueueItem], _ data: AddedData) {
    player.setQueue(items)
    var queue = player.queue
    var current: Int?
    var priorities: [UInt8: [EntryID]] = [:]
    var position = 0
    for (place, entry) in data.queue.enumerated() where position < items.count {
      guard items[position].id == entry.item else { continue }
      if place == data.current { current = position }
      let id = EntryID(rawValue: queue.records[position].id)
      if entry.priority > 0 { priorities[entry.priority, default: []].append(id) }
      if let range = entry.range { try? queue.setRange(range, of: id) }
      position += 1
    }
    for (priority, ids) in priorities { try? queue.setPriority(priority, of: ids) }
    let point = current.map { current in
      queue.select(position: current)
      return QueuePoint(
        entry: queue.entries[current].id, position: data.position, state: .paused)
    }
    player.putBack(queue, at: point)
  }
}
