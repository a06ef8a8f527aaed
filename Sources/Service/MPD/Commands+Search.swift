import Library
import MPDProtocol
import Media
import Playback
import Posix

// The library is searched.
extension Command {
  static let search = [
    Command("find", .read, many(from: 1)) { daemon, call throws(MPDError) in
      try find(daemon, call, isFolded: false)
    },
    Command("search", .read, many(from: 1)) { daemon, call throws(MPDError) in
      try find(daemon, call, isFolded: true)
    },
    Command("findadd", .add, many(from: 1)) { daemon, call throws(MPDError) in
      try add(daemon, call, isFolded: false)
    },
    Command("searchadd", .add, many(from: 1)) { daemon, call throws(MPDError) in
      try add(daemon, call, isFolded: true)
    },
    Command("playlistfind", .read, many(from: 1)) { daemon, call throws(MPDError) in
      try findInQueue(daemon, call, isFolded: false)
    },
    Command("playlistsearch", .read, many(from: 1)) { daemon, call throws(MPDError) in
      try findInQueue(daemon, call, isFolded: true)
    },
  ]

  /// Reads filters for commands that take case for what it is, and for those that do not.
  static func parser(isFolded: Bool) -> FilterParser {
    FilterParser(isFolded: isFolded) { pattern in
      do throws(PatternMatcher.Mistake) {
        _ = try PatternMatcher(pattern)
        return nil
      } catch {
        return "Error in regex at offset \(error.offset): \(error.reason)"
      }
    }
  }

  @MainActor
  private static func find(
    _ daemon: Daemon, _ call: Call, isFolded: Bool
  ) throws(MPDError) -> Outcome {
    let request = try FilterRequest(call.arguments[...], parser: parser(isFolded: isFolded))
    let songs = SongWriter(call.session.tags)
    return .asking(
      daemon, { store throws(LibraryError) in try Found(request, in: store) },
      then: { daemon, found throws(MPDError) in
        .pages(try found.pages(daemon.pool) { songs.write($0, &$1) })
      })
  }

  /// Puts what is found into the queue.
  @MainActor
  private static func add(
    _ daemon: Daemon, _ call: Call, isFolded: Bool
  ) throws(MPDError) -> Outcome {
    let request = try FilterRequest(
      call.arguments[...], parser: parser(isFolded: isFolded), takesPosition: true)
    // What is wrong with it is told before the search, what does not fit after.
    if let position = request.position { _ = try Argument.position(position) }
    return .asking(
      daemon,
      { store throws(LibraryError) -> [MediaItem]? in
        guard try request.hasBase(in: store) else { return nil }
        return try store.items(request.query)
      },
      then: { daemon, items throws(MPDError) in
        guard let items else { throw MPDError(.noExist, "No such directory") }
        let position = try insertPosition(request.position, daemon.player.queue)
        if !items.isEmpty { _ = try insert(items, at: position, daemon) }
        return .done
      })
  }

  @MainActor
  private static func findInQueue(
    _ daemon: Daemon, _ call: Call, isFolded: Bool
  ) throws(MPDError) -> Outcome {
    let request = try FilterRequest(call.arguments[...], parser: parser(isFolded: isFolded))
    let (entries, items) = (daemon.player.queue.entries, daemon.player.items)
    let (session, pool) = (call.session, daemon.pool)
    return .later(
      Job {
        let result = Result { () throws(LibraryError) in
          try entries.positions(request, items) { () throws(LibraryError) in
            try pool.use { store throws(LibraryError) in try store.ordering() }
          }
        }
        return { daemon throws(MPDError) in
          let found = try MPDError.reading { () throws(LibraryError) in try result.get() }
          return songs(found, entries, daemon, session)
        }
      })
  }
}

/// What a search has found: the items themselves where they are few, so that they are not looked up again.
struct Found: Sendable {
  private let ids: [PersistentID]?
  private let items: [MediaItem]

  /// Items that are kept until a client has read them all.
  private static let few = 64

  init(_ request: FilterRequest, in store: LibraryStore) throws(LibraryError) {
    guard try request.hasBase(in: store) else {
      (ids, items) = (nil, [])
      return
    }
    let found = try store.orderedIdentities(request.query)
    ids = found
    items = found.count <= Self.few ? try store.items(found) : []
  }

  /// An answer of all items, looked up as the client reads.
  func pages(
    _ pool: LibraryPool, _ write: @escaping @Sendable (FoundItem, inout ResponseWriter) -> Void
  ) throws(MPDError) -> Pages {
    guard let ids else { throw MPDError(.noExist, "No such directory") }
    let items = items
    if ids.count <= Self.few { return Pages(count: items.count) { write(.item(items[$0]), &$1) } }
    return Pages(
      count: ids.count,
      making: { part throws(MPDError) in
        var answer = ResponseWriter()
        try MPDError.reading { () throws(LibraryError) in
          try pool.use { store throws(LibraryError) in
            try store.visitItems(Array(ids[part])) { write($0, &answer) }
          }
        }
        return answer.drain()
      })
  }
}

extension FilterRequest {
  /// The request as a query; in the order of the folders where it asks for no other.
  var query: MediaQuery {
    var sort = [MediaSort(.place)]
    if case .by(let first) = order { sort.insert(first, at: 0) }
    let window = window == .all ? nil : window.start..<max(window.start, window.end ?? .max)
    return MediaQuery(predicates, sort: sort, window: window)
  }

  /// Whether the folder that is asked for is there.
  func hasBase(in store: LibraryStore) throws(LibraryError) -> Bool {
    try store.hasBase(of: predicates)
  }
}

extension LibraryStore {
  /// Whether the folder that a filter asks for is there.
  func hasBase(of predicates: [MediaPropertyPredicate]) throws(LibraryError) -> Bool {
    guard let base = FilterRequest.base(predicates) else { return true }
    if base.hasSuffix("/") { return false }
    if try folder(base) != nil { return true }
    if try item(uri: base) != nil { return true }
    return try !tracks(inFile: base).isEmpty
  }
}

extension QueueEntries {
  /// Where the entries are that a request finds.
  ///
  /// - Parameter ordering: What the library is ordered by; asked for where the request wants an order.
  func positions(
    _ request: FilterRequest, _ items: any ItemSource,
    _ ordering: () throws(LibraryError) -> LibraryOrder
  ) throws(LibraryError) -> [Int] {
    let query = MediaQuery(request.predicates)
    var matching = MediaMatching.library()
    var found: [(position: Int, item: MediaItem)] = []
    for start in stride(from: 0, to: count, by: Pages.usualSize) {
      if StopFlag.current?.isSet == true { return [] }
      let part = start..<Swift.min(start + Pages.usualSize, count)
      items.prepare(self[part].map(\.itemID))
      for position in part {
        matching.priority = Int(self[position].priority)
        let item = items.item(self[position].itemID)
        if query.matches(item, matching) { found.append((position, item)) }
      }
      try matching.check()
    }
    switch request.order {
    case .given: break
    case .by(let sort):
      let order = try MediaQuery(sort: [sort]).order(of: found.map(\.item), ordering())
      found = order.map { found[$0] }
    case .priority(let isDescending):
      let sign = isDescending ? -1 : 1
      found.sort {
        (Int(self[$0.position].priority) * sign, $0.position)
          < (Int(self[$1.position].priority) * sign, $1.position)
      }
    }
    guard let window = request.window.clamped(to: found.count) else { return [] }
    return found[window].map(\.position)
  }
}
