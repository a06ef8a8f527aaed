import Library
import MPDProtocol
import Media
import Synchronization

/// Items that clients have named for the next command of theirs that takes a collection.
///
/// What all of them have named together has a limit. Where it is reached, the one who holds the most of it loses what
/// it has named, so that nobody keeps others from naming a little.
@MainActor
final class StagingArea {
  private struct Stage {
    var names: [ItemName] = []
    var bytes = 0
    /// What was named before is not there any more, which the client is to be told.
    var isLost = false
  }

  private var stages: [ObjectIdentifier: Stage] = [:]
  /// With what has been taken and is still in use.
  private let total = StagedBytes()

  /// Remembers items for the command that takes them.
  func add(
    _ names: some Collection<String>, for session: Session, within limits: Limits
  ) throws(MPDError) {
    let key = ObjectIdentifier(session)
    var stage = stages[key] ?? Stage()
    if stage.isLost {
      stages[key] = nil
      throw Self.tooMuch
    }
    let bytes = names.reduce(0) { $0 + $1.utf8.count + Self.overhead }
    let count = stage.names.count + names.count
    // Each may name so many bytes, whatever it takes to keep them.
    guard count <= limits.staged, stage.bytes + bytes - count * Self.overhead <= limits.stagedBytes
    else {
      leave(session)
      throw MPDError(
        .playlistMax,
        "At most \(limits.staged) items of \(limits.stagedBytes >> 20) MiB of names can be staged")
    }
    try makeRoom(bytes, for: key, limits.stagedByAll)
    stage.names += names.map { ItemName($0) }
    stage.bytes += bytes
    total.add(bytes)
    stages[key] = stage
  }

  /// The items that were remembered, and then these; there are none afterwards.
  func take(
    _ names: some Collection<String>, for session: Session, within limits: Limits
  ) throws(MPDError) -> StagedNames {
    try add(names, for: session, within: limits)
    let stage = stages.removeValue(forKey: ObjectIdentifier(session)) ?? Stage()
    return StagedNames(stage.names, stage.bytes, of: total)
  }

  /// A client has gone, or what it has named is not wanted any more.
  func leave(_ session: Session) {
    guard let stage = stages.removeValue(forKey: ObjectIdentifier(session)) else { return }
    total.add(-stage.bytes)
  }

  /// Has those who hold the most lose it, until there is room.
  private func makeRoom(_ bytes: Int, for key: ObjectIdentifier, _ limit: Int) throws(MPDError) {
    while total.count + bytes > limit {
      let own = (stages[key]?.bytes ?? 0) + bytes
      guard let most = stages.max(by: { $0.value.bytes < $1.value.bytes }), most.value.bytes > own
      else {
        total.add(-(stages.removeValue(forKey: key)?.bytes ?? 0))
        throw Self.tooMuch
      }
      total.add(-most.value.bytes)
      stages[most.key] = Stage(isLost: true)
    }
  }

  private static let tooMuch = MPDError(
    .playlistMax, "Clients have staged too much; what this one had staged is dropped")

  /// Bytes that it takes to keep a name, beside its own.
  private static let overhead = 64
}

/// Items that a command has taken. They count until nobody has them any more.
final class StagedNames: Sendable {
  let names: [ItemName]
  private let bytes: Int
  private let total: StagedBytes

  fileprivate init(_ names: [ItemName], _ bytes: Int, of total: StagedBytes) {
    (self.names, self.bytes, self.total) = (names, bytes, total)
  }

  deinit { total.add(-bytes) }
}

/// What all that is staged takes.
private final class StagedBytes: Sendable {
  private let bytes = Atomic<Int>(0)

  var count: Int { bytes.load(ordering: .relaxed) }

  func add(_ more: Int) { bytes.wrappingAdd(more, ordering: .relaxed) }
}

extension Sequence where Element == ItemName {
  /// The items that are named by their URIs: those of a file with tracks are its tracks. What is named again and again
  /// is looked up once.
  func itemsByURI(in store: LibraryStore) throws(LibraryError) -> [String: [MediaItem]] {
    var uris: Set<String> = []
    for case .uri(let uri) in self { uris.insert(uri) }
    let found = try store.items(called: uris)
    var items = found.mapValues { [$0] }
    for uri in uris where found[uri] == nil { items[uri] = try store.tracks(inFile: uri) }
    return items
  }
}

/// How a client names an item.
enum ItemName: Sendable, Hashable {
  case id(PersistentID)
  case uri(String)

  /// Reads `id:NNN` or a URI.
  init(_ text: String) {
    if text.hasPrefix("id:"), let id = PersistentID(text.dropFirst(3)) {
      self = .id(id)
    } else {
      self = .uri(text)
    }
  }
}
