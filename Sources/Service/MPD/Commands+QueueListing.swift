import MPDProtocol
import Playback

// The queue is shown.
extension Command {
  static let queueListing = [
    Command("playlistinfo", .read, 0...1, playlistInfo),
    Command("playlistid", .read, 0...1) { daemon, call throws(MPDError) in
      let queue = daemon.player.queue
      guard let text = call.optional(0) else { return songs(0..<queue.count, queue, call) }
      guard let position = queue.position(of: try entryID(text)) else {
        throw MPDError(.noExist, "No such song")
      }
      return songs(position..<position + 1, queue, call)
    },
    Command("playlist", .read, 0...0) { daemon, _ in
      let queue = daemon.player.queue
      return .pages(
        Pages(count: queue.count) { position, answer in
          answer.bare("\(position):file: \(queue.entries[position].item.uri)")
        })
    },
    Command("plchanges", .read, 1...2) { daemon, call throws(MPDError) in
      let queue = daemon.player.queue
      return songs(try changes(queue, call), queue, call)
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
  ]

  @MainActor
  private static func playlistInfo(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let queue = daemon.player.queue
    guard let text = call.optional(0) else { return songs(0..<queue.count, queue, call) }
    return songs(try range(text, queue.count), queue, call)
  }

  /// Entries as songs. The queue is a value, so they are those of now, however long it takes.
  @MainActor
  private static func songs(
    _ positions: some RandomAccessCollection<Int> & Sendable, _ queue: PlayQueue, _ call: Call
  ) -> Outcome {
    let tags = call.session.tags
    return .pages(
      Pages(count: positions.count) { part, answer in
        let position = positions[positions.index(positions.startIndex, offsetBy: part)]
        let entry = queue.entries[position]
        answer.song(entry.item, tags: tags, position: position, id: entry.id.rawValue)
      })
  }

  @MainActor
  private static func changes(_ queue: PlayQueue, _ call: Call) throws(MPDError) -> [Int] {
    let changed = queue.changes(since: UInt32(try Argument.unsigned(call[0])))
    guard let text = call.optional(1) else { return changed }
    guard let window = try Argument.range(text).clamped(to: queue.count) else { return [] }
    return changed.filter { window.contains($0) }
  }
}
