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
    let (tags, items) = (session.tags, daemon.player.items)
    @Sendable func position(_ part: Int) -> Int {
      positions[positions.index(positions.startIndex, offsetBy: part)]
    }
    return .pages(
      Pages(count: positions.count) { parts in
        items.prepare(parts.map { entries[position($0)].itemID })
      } write: { part, answer in
        let entry = entries[position(part)]
        answer.song(
          entry, items.item(entry.itemID), tags: tags, position: position(part))
      })
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
