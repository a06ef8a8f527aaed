import Library
import MPDProtocol
import Media
import Playback

// What the protocol has no word for: collections, in one step and of any length.
//
// An ITEM is `id:NNN` (a persistent id) or a URI. `segue_stage ITEM…` remembers items for this
// connection, in as many lines as it takes. `segue_replace [ITEM…]` puts what was staged, and then
// these, in the queue's place as one change, and plays the first; `segue_append [ITEM…]` puts them
// behind the queue, `segue_insert [ITEM…]` behind the current entry, so that they come next.
// `segue_duplicates allow|skip|move` says what becomes of items that this connection adds and that are in the queue.
// The others answer `items: N` (put in) and `missing: N` (not in the library, left out).
extension Command {
  static let segue = [
    Command("segue_duplicates", .add, 1...1) { _, call throws(MPDError) in
      guard let policy = DuplicatePolicy(rawValue: call[0]) else {
        throw MPDError(.argument, "Expected allow, skip or move: \(call[0])")
      }
      call.session.duplicates = policy
      return .done
    },
    Command("segue_stage", .add, many(from: 1)) { daemon, call throws(MPDError) in
      try daemon.staging.add(call.arguments, for: call.session, within: daemon.limits)
      return .done
    },
    Command("segue_replace", [.add, .player], many(from: 0)) { daemon, call throws(MPDError) in
      try withStaged(daemon, call, replacing: true) { daemon, items in
        daemon.lastLoadedPlaylist = ""
        daemon.player.setQueue(items)
        daemon.player.play()
      }
    },
    Command("segue_insert", .add, many(from: 0)) { daemon, call throws(MPDError) in
      try withStaged(daemon, call) { daemon, items in
        daemon.player.insertNext(items, duplicates: daemon.duplicates)
      }
    },
    Command("segue_append", .add, many(from: 0)) { daemon, call throws(MPDError) in
      try withStaged(daemon, call) { daemon, items in
        daemon.player.append(items, duplicates: daemon.duplicates)
      }
    },
  ]

  /// Looks up everything that was named and goes on with it, if there is anything.
  @MainActor
  private static func withStaged(
    _ daemon: Daemon, _ call: Call, replacing: Bool = false,
    _ use: @escaping @MainActor @Sendable (Daemon, [QueueItem]) -> Void
  ) throws(MPDError) -> Outcome {
    let staged = try daemon.staging.take(call.arguments, for: call.session, within: daemon.limits)
    return .asking(
      daemon, { store throws(LibraryError) in try lookUp(staged.names, in: store) },
      then: { daemon, found throws(MPDError) in
        guard !found.items.isEmpty else { throw MPDError(.noExist, "No such song") }
        let room = replacing ? daemon.limits.queue : daemon.fitting(found.items).count
        guard found.items.count <= room else { throw MPDError.queueFull }
        use(daemon, found.items)
        return .answer { answer in
          answer.line("items", found.items.count)
          answer.line("missing", found.missing)
        }
      })
  }

  private static func lookUp(
    _ names: [ItemName], in store: LibraryStore
  ) throws(LibraryError) -> (items: [QueueItem], missing: Int) {
    var items: [QueueItem] = []
    var ids: [PersistentID] = []
    var missing = 0
    func addIDs() throws(LibraryError) {
      let found = try store.queueItems(ids)
      items += found
      missing += ids.count - found.count
      ids = []
    }
    let known = try names.itemsByURI(in: store)
    for name in names {
      switch name {
      case .id(let id): ids.append(id)
      case .uri(let uri):
        try addIDs()
        let found = known[uri] ?? []
        items += found.map { QueueItem($0) }
        if found.isEmpty { missing += 1 }
      }
    }
    try addIDs()
    return (items, missing)
  }
}
