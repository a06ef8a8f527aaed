import Library
import MPDProtocol
import Media
import Picker

/// The daemon's player and queue as the picker sees and changes them.
enum PickerQueueControl {
  /// What is in the queue; as it was kept where no daemon runs, for one that was ended is not to be started by looking.
  static func entries(
    _ user: UserEnvironment, _ library: LibraryStore
  ) throws -> [PickerQueueEntry] {
    guard let client = try DaemonConnection.connectOwn(user) else {
      return try library.savedQueue().records.map { PickerQueueEntry(id: $0.id, item: $0.item) }
    }
    return try client.send("segue_queue").values("entry").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let id = UInt32(words[0]), let item = PersistentID(words[1]) else {
        return nil
      }
      return PickerQueueEntry(id: id, item: item)
    }
  }

  /// - Returns: A sentence that says what was done; empty where it is seen.
  static func change(_ change: PickerChange, _ user: UserEnvironment) throws -> String {
    let client = try DaemonConnection.open(user)
    switch change {
    case .jump(let id): try client.send("playid", "\(id)")
    case .remove(let ids):
      try carryOut(ids.map { MPDCommand("deleteid", "\($0)") }, client)
      return "Removed \(Follower.tracks(ids.count))"
    case .move(let moves):
      try carryOut(moves.map { MPDCommand("moveid", "\($0.entry)", "\($0.place)") }, client)
    case .shuffle:
      try client.send("shuffle")
      return "The queue is mixed"
    case .clear:
      try client.send("clear")
      return "The queue is empty; u brings it back"
    case .undo: return try client.send("segue_undo")["undone"] ?? ""
    case .redo: return try client.send("segue_redo")["redone"] ?? ""
    case .save(let saving): return try save(saving, client)
    case .nextTrack: try client.send("next")
    case .previousTrack: try client.send("previous")
    case .pause: try client.send(try PlayerStatus(of: client).state == "stop" ? "play" : "pause")
    }
    return ""
  }

  /// As one change; what is not in the queue any more is passed over.
  private static func carryOut(_ commands: [MPDCommand], _ client: MPDClient) throws {
    try client.send("segue_as_one")
    var rest = commands[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(linesOfList))
      do throws(MPDClientError) {
        try client.send(part)
        rest = rest.dropFirst(part.count)
      } catch {
        guard case .refused(let refusal) = error, refusal.code == .noExist else { throw error }
        rest = rest.dropFirst(refusal.index + 1)
      }
    }
  }

  private static let linesOfList = 10_000

  private static func save(_ saving: PickerSaving, _ client: MPDClient) throws -> String {
    do throws(MPDClientError) {
      let name = DisplayText.line(saving.name)
      guard let selection = saving.selection else {
        try client.send("save", saving.name, saving.mode.rawValue)
        return "Saved the queue as \(name)"
      }
      let items = selection.ids.map { "id:\($0)" }
      let placed = try client.savePlaylist(saving.name, items, mode: saving.mode.rawValue)
      let tracks = Follower.tracks(placed.items)
      return saving.mode == .append ? "Added \(tracks) to \(name)" : "Saved \(tracks) as \(name)"
    } catch {
      if case .refused(let refusal) = error, refusal.code == .exist { throw PickerPlaylistExists() }
      throw error
    }
  }
}
