import Library
import MPDProtocol
import Media
import Playback

// The queue is changed.
extension Command {
  static let queue = [
    Command("clear", .player, 0...0) { daemon, _ in
      daemon.lastLoadedPlaylist = ""
      daemon.player.clear()
      return .done
    },
    Command("add", .add, 1...2, add),
    Command("addid", .add, 1...2, addID),
    Command("delete", .player, 1...1) { daemon, call throws(MPDError) in
      let range = try range(call[0], daemon.player.queue.count)
      return try perform { () throws(PlayerError) in try daemon.player.remove(range) }
    },
    Command("deleteid", .player, 1...1) { daemon, call throws(MPDError) in
      let id = try entryID(call[0])
      return try perform { () throws(PlayerError) in try daemon.player.remove(ids: [id]) }
    },
    Command("move", .player, 2...2, move),
    Command("moveid", .player, 2...2, moveID),
    Command("swap", .player, 2...2) { daemon, call throws(MPDError) in
      let (one, other) = (try Argument.unsigned(call[0]), try Argument.unsigned(call[1]))
      return try perform { () throws(PlayerError) in try daemon.player.swap(one, other) }
    },
    Command("swapid", .player, 2...2) { daemon, call throws(MPDError) in
      let (one, other) = (try entryID(call[0]), try entryID(call[1]))
      return try perform { () throws(PlayerError) in try daemon.player.swap(id: one, id: other) }
    },
    Command("shuffle", .player, 0...1, shuffle),
  ]

  /// The part of the queue that an argument means. As in MPD it may reach beyond the end, or be empty
  /// there.
  static func range(_ text: String, _ count: Int) throws(MPDError) -> Range<Int> {
    guard let range = try Argument.range(text).clamped(to: count) else {
      throw MPDError(.argument, "Bad song index")
    }
    return range
  }

  @MainActor
  private static func shuffle(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    var part: Range<Int>?
    if let text = call.optional(0) { part = try range(text, daemon.player.queue.count) }
    return try perform { () throws(PlayerError) in try daemon.player.shuffle(part) }
  }

  @MainActor
  private static func add(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let position = try insertPosition(call.optional(1), daemon.player.queue)
    return try LibraryAddress.finding(call[0], daemon, call.session) {
      daemon, address throws(MPDError) in try add(address, at: position, daemon)
    }
  }

  @MainActor
  private static func add(
    _ address: LibraryAddress, at position: Int?, _ daemon: Daemon
  ) throws(MPDError) -> Outcome {
    switch address {
    case .item(let item):
      _ = try insert([item], at: position, daemon)
      return .done
    case .tracks(let items):
      _ = try insert(items, at: position, daemon)
      return .done
    case .outside(let path):
      return daemon.outside.keeping(path) { daemon, item throws(MPDError) in
        _ = try insert([item], at: position, daemon)
        return .done
      }
    case .folder(let uri):
      return .asking(
        daemon, { store throws(LibraryError) in try items(below: uri, in: store) },
        then: { daemon, items throws(MPDError) in
          guard let items else { throw MPDError(.noExist, "No such directory") }
          _ = try insert(items, at: position, daemon)
          return .done
        })
    }
  }

  /// What lies in a folder, or what is in a playlist of the music folders.
  static func items(
    below uri: String, in store: LibraryStore
  ) throws(LibraryError) -> [MediaItem]? {
    var items: [MediaItem] = []
    if try store.tree(uri, { entry in entry.item.map { items.append($0) } }) { return items }
    guard let (playlist, entries) = try store.playlist(uri), playlist.uri == uri else {
      return nil
    }
    return entries.compactMap(\.item)
  }

  /// Of a file with tracks all are added, and the first one's id is told.
  @MainActor
  private static func addID(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let position = try insertPosition(call.optional(1), daemon.player.queue)
    return try LibraryAddress.finding(call[0], daemon, call.session) {
      daemon, address throws(MPDError) in
      switch address {
      case .item(let item): return identity(of: try insert([item], at: position, daemon))
      case .tracks(let items): return identity(of: try insert(items, at: position, daemon))
      case .outside(let path):
        return daemon.outside.keeping(path) { daemon, item throws(MPDError) in
          identity(of: try insert([item], at: position, daemon))
        }
      case .folder: throw MPDError(.noExist, "No such song")
      }
    }
  }

  private static func identity(of entries: [EntryID]) -> Outcome {
    .answer { answer in
      if let id = entries.first { answer.line("Id", id.rawValue) }
    }
  }

  /// - Parameter position: `nil` for the end. Where the queue has become shorter meanwhile, the end.
  @MainActor
  static func insert(
    _ items: [MediaItem], at position: Int?, _ daemon: Daemon
  ) throws(MPDError) -> [EntryID] {
    let player = daemon.player
    player.items.remember(items)
    let all = items.map { QueueItem($0) }
    // As MPD: what fits is in the queue when it is told that not all did.
    let fitting = daemon.fitting(all)
    let ids = try MPDError.translating { () throws(PlayerError) in
      guard let position, position < player.queue.count else {
        return player.append(fitting, duplicates: daemon.duplicates)
      }
      return try player.insert(fitting, at: position, duplicates: daemon.duplicates)
    }
    if fitting.count < items.count { throw MPDError.queueFull }
    return ids
  }

  @MainActor
  private static func move(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    guard try Argument.range(call[0]).end != nil else {
      throw MPDError(.argument, "Open-ended range not supported")
    }
    let range = try range(call[0], daemon.player.queue.count)
    guard !range.isEmpty else { throw MPDError(.argument, "Bad song index") }
    let target = try target(of: range, call[1], daemon.player.queue)
    return try perform { () throws(PlayerError) in try daemon.player.move(range, to: target) }
  }

  @MainActor
  private static func moveID(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let queue = daemon.player.queue
    guard let position = queue.position(of: try entryID(call[0])) else {
      throw MPDError(.noExist, "No such song")
    }
    let range = position..<position + 1
    let target = try target(of: range, call[1], queue)
    return try perform { () throws(PlayerError) in try daemon.player.move(range, to: target) }
  }
}

extension FolderEntry {
  /// The item, where it is one.
  var item: MediaItem? {
    if case .item(let item) = self { item } else { nil }
  }
}
