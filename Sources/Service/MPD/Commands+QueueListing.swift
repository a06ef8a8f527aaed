import Library
import MPDProtocol
import Playback

// The queue is shown. What the protocol has no word for: `segue_queue` answers `entry: ID ITEM` for each entry, ITEM
// being the persistent id of its item.
extension Command {
  static let queueListing = [
    Command("playlistinfo", .read, 0...1, playlistInfo),
    Command("playlistid", .read, 0...1) { daemon, call throws(MPDError) in
      let queue = daemon.player.queue
      guard let text = call.optional(0) else { return songs(queue.positions, daemon, call.session) }
      guard let position = queue.position(of: try entryID(text)) else {
        throw MPDError(.noExist, "No such song")
      }
      return songs(position..<position + 1, daemon, call.session)
    },
    Command("playlist", .read, 0...0) { daemon, _ in
      let entries = daemon.player.queue.entries
      let items = daemon.player.items
      return .pages(
        Pages(count: entries.count) { part in
          items.prepare(entries[part].map(\.itemID))
        } write: { position, answer in
          answer.bare("\(position):file: \(items.item(entries[position].itemID).uri)")
        })
    },
    Command("plchanges", .read, 1...2) { daemon, call throws(MPDError) in
      let queue = daemon.player.queue
      return songs(try changes(queue, call), daemon, call.session)
    },
    Command("plchangesposid", .read, 1...2) { daemon, call throws(MPDError) in
      let queue = daemon.player.queue
      let positions = try changes(queue, call)
      return .pages(
        Pages(count: positions.count) { part, answer in
          answer.line("cpos", positions[part])
          answer.line("Id", queue.entries[positions[part]].id.rawValue)
        })
    },
    Command("segue_queue", .read, 0...0) { daemon, _ in
      let entries = daemon.player.queue.entries
      return .pages(
        Pages(count: entries.count) { part, answer in
          answer.line("entry", "\(entries[part].id) \(entries[part].itemID)")
        })
    },
  ]

  @MainActor
  private static func playlistInfo(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let queue = daemon.player.queue
    guard let text = call.optional(0) else { return songs(queue.positions, daemon, call.session) }
    return songs(try range(text, queue.count), daemon, call.session)
  }

  /// Entries as songs. The queue is a value, so they are those of now, however long it takes.
  @MainActor
  static func songs(
    _ positions: some RandomAccessCollection<Int> & Sendable, _ daemon: Daemon,
    _ session: Session
  ) -> Outcome {
    songs(positions, daemon.player.queue.entries, daemon, session)
  }

  @MainActor
  static func songs(
    _ positions: some RandomAccessCollection<Int> & Sendable, _ entries: QueueEntries,
    _ daemon: Daemon, _ session: Session
  ) -> Outcome {
    let (tags, items, pool) = (session.tags, daemon.player.items, daemon.pool)
    let songs = SongWriter(tags)
    return .pages(
      Pages(count: positions.count, isQuick: positions.count <= Pages.usualSize / 4) { parts in
        let places = parts.map { positions[positions.index(positions.startIndex, offsetBy: $0)] }
        let page = places.map { ($0, entries[$0]) }
        if let answer = rows(page, songs, pool) { return answer }
        items.prepare(page.map(\.1.itemID))
        var answer = ResponseWriter()
        for (position, entry) in page {
          answer.song(entry, items.item(entry.itemID), tags: tags, position: position)
        }
        return answer.bytes
      })
  }

  /// A page straight from the library; `nil` where not all of it is there, or is played whole.
  private static func rows(
    _ page: [(Int, QueueEntry)], _ songs: SongWriter, _ pool: LibraryPool
  ) -> [UInt8]? {
    // A few are most likely known already.
    guard page.count > Pages.usualSize / 4, page.allSatisfy({ $0.1.range == nil }) else {
      return nil
    }
    var answer = ResponseWriter()
    let result = Result { () throws(LibraryError) in
      try pool.use { store throws(LibraryError) in
        try store.visitItems(knownAs: page.map(\.1.itemID)) { index, item in
          songs.write(item, &answer)
          answer.place(page[index].1, position: page[index].0)
        }
      }
    }
    guard case .success(true) = result else { return nil }
    return answer.bytes
  }

  @MainActor
  private static func changes(_ queue: PlayQueue, _ call: Call) throws(MPDError) -> [Int] {
    // As in MPD a negative version is a large one: everything has changed since.
    let isNegative = call[0].hasPrefix("-") && Int32(call[0]) != nil
    let version = isNegative ? UInt32.max : UInt32(try Argument.unsigned(call[0]))
    let changed = queue.changes(since: version)
    guard let text = call.optional(1) else { return changed }
    guard let window = try Argument.range(text).clamped(to: queue.count) else { return [] }
    return changed.filter { window.contains($0) }
  }
}
