import MPDProtocol
import Media
import Playback

// What is set for single entries of the queue.
extension Command {
  static let entries = [
    Command("prio", .player, many(from: 2)) { daemon, call throws(MPDError) in
      let priority = try priority(call[0])
      for text in call.arguments.dropFirst() {
        let range = try range(text, daemon.player.queue.count)
        // As MPD, though an empty range would do no harm.
        guard range.lowerBound < daemon.player.queue.count else {
          throw MPDError(.argument, "Bad song index")
        }
        try MPDError.translating { () throws(PlayerError) in
          try daemon.player.setPriority(priority, of: range)
        }
      }
      return .done
    },
    Command("prioid", .player, many(from: 2)) { daemon, call throws(MPDError) in
      let priority = try priority(call[0])
      for text in call.arguments.dropFirst() {
        let id = try entryID(text)
        try MPDError.translating { () throws(PlayerError) in
          try daemon.player.setPriority(priority, of: [id])
        }
      }
      return .done
    },
    Command("rangeid", .add, 2...2, setRange),
    Command("addtagid", .add, 3...3) { daemon, call throws(MPDError) in
      let id = try entryID(call[0])
      _ = try tagName(call[1])
      throw refusal(id, daemon)
    },
    Command("cleartagid", .add, 1...2) { daemon, call throws(MPDError) in
      let id = try entryID(call[0])
      _ = try call.optional(1).map { name throws(MPDError) in try tagName(name) }
      throw refusal(id, daemon)
    },
  ]

  private static func priority(_ text: String) throws(MPDError) -> UInt8 {
    UInt8(try Argument.unsigned(text, maximum: 255))
  }

  private static func tagName(_ name: String) throws(MPDError) -> MPDTag {
    guard let tag = MPDTag(name: name) else {
      throw MPDError(.argument, "Unknown tag type: \(name)")
    }
    return tag
  }

  /// Only what comes over the network can be given other tags, and there is none of that.
  @MainActor
  private static func refusal(_ id: EntryID, _ daemon: Daemon) -> MPDError {
    daemon.player.queue.position(of: id) == nil
      ? MPDError(.noExist, "No such song")
      : MPDError(.permission, "Cannot edit tags of local file")
  }

  @MainActor
  private static func setRange(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let id = try entryID(call[0])
    var range = try Argument.timeRange(call[1])
    guard let position = daemon.player.queue.position(of: id) else {
      throw MPDError(.noExist, "No such song")
    }
    let length = daemon.player.item(of: daemon.player.queue.entries[position]).audio.milliseconds
    if let length, let found = range {
      guard found.start <= length else { throw MPDError(.argument, "Invalid start offset") }
      if let end = found.end, end >= length { range = PlayedRange(start: found.start) }
    }
    if range == PlayedRange(start: 0) { range = nil }
    return try perform { () throws(PlayerError) in try daemon.player.setRange(range, of: id) }
  }
}
