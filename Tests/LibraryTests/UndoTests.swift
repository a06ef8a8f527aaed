import Media
import TestSupport
import Testing

@testable import Library

/// Steps that can be undone, as they are kept.
@Suite struct UndoTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore
  private static let now = Timestamp(nanoseconds: 1)
  private static let nowhere = SavedPoint(entry: nil, position: .zero, state: .stopped)

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(path: folder.path("segue.db"), access: .write)
  }

  private static func records(_ ids: Range<UInt32>) -> [QueueRecord] {
    ids.map { QueueRecord(id: $0, item: PersistentID(rawValue: UInt64($0) * 7) ?? .random()) }
  }

  private func undo(
    _ writer: inout QueueWriter, redo: Bool = false, current: UInt32? = nil
  ) throws -> UndoneQueue? {
    let queue = try #require(writer.kept)
    let result = try store.undo(redo: redo, queue, current: current, now: Self.now)
    guard case .queue(let undone) = result else { return nil }
    try writer.save(undone.queue, edit: .step(undone, from: Self.nowhere), in: store)
    return undone
  }

  @Test func `any steps are undone one by one, and done again, also by another program`() throws {
    for seed in 0..<UInt64(Effort.count(200)) {
      var random = SeededGenerator(seed: seed)
      var writer = QueueWriter()
      var states = [try store.savedQueue()]
      try writer.save(states[0], in: store)
      var next: UInt32 = 1
      for token in 1...Int64(10) {
        var queue = states[states.count - 1]
        let place = Int.random(in: 0...queue.records.count, using: &random)
        let length = Int.random(in: 1...300, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          queue.records.insert(contentsOf: Self.records(next..<next + UInt32(length)), at: place)
          next += UInt32(length)
        case 2:
          queue.records.removeSubrange(place..<min(queue.records.count, place + length))
        default: queue.records.shuffle(using: &random)
        }
        let details = QueueEntryDetails(range: PlayedRange(start: token))
        queue.details[7] = token % 3 == 0 ? details : nil
        queue.order = queue.records.map(\.id).sorted { $0 % 97 < $1 % 97 }
        if queue == states.last { continue }
        try writer.save(
          queue, edit: .change(token: token + Int64(seed) * 100, from: Self.nowhere), in: store)
        states.append(queue)
      }
      var other = QueueWriter()
      try other.save(states[states.count - 1], in: store)
      for state in states.dropLast().reversed() {
        _ = try undo(&other)
        try #require(other.kept == state, "seed \(seed)")
        try #require(try store.savedQueue() == state, "seed \(seed)")
      }
      for state in states.dropFirst() {
        _ = try undo(&other, redo: true)
        try #require(other.kept == state, "seed \(seed)")
      }
      try other.save(
        SavedQueue(), edit: .change(token: -Int64(seed) - 1, from: Self.nowhere), in: store)
      #expect(try undo(&other, redo: true) == nil)
    }
  }

  @Test func `what the player took out meanwhile stays out, and the steps before can be undone`()
    throws
  {
    var writer = QueueWriter()
    let first = SavedQueue(records: Self.records(1..<11))
    let second = SavedQueue(records: first.records + Self.records(11..<21))
    try writer.save(first, edit: .change(token: 1, from: Self.nowhere), in: store)
    try writer.save(second, edit: .change(token: 2, from: Self.nowhere), in: store)
    // Two were played and consumed, one of them of each step.
    for gone in [UInt32(1), 11] {
      var queue = try #require(writer.kept)
      queue.records.removeAll { $0.id == gone }
      try writer.save(queue, in: store)
    }
    let played = try #require(writer.kept)
    let undone = try undo(&writer)
    #expect(undone?.going == 9 && undone?.coming == 0)
    #expect(writer.kept?.records == Array(first.records.dropFirst()))
    _ = try undo(&writer)
    #expect(writer.kept?.records == [])
    _ = try undo(&writer, redo: true)
    #expect(writer.kept?.records == Array(first.records.dropFirst()))
    _ = try undo(&writer, redo: true)
    #expect(writer.kept == played)
  }

  @Test func `what was taken out while it played comes back with its place`() throws {
    var writer = QueueWriter()
    let all = SavedQueue(records: Self.records(1..<6))
    try writer.save(all, edit: .change(token: 1, from: Self.nowhere), in: store)
    let point = SavedPoint(entry: 3, position: .seconds(83), state: .playing)
    var queue = all
    queue.records.remove(at: 2)
    try writer.save(queue, edit: .change(token: 2, from: point), in: store)
    let undone = try undo(&writer, current: 4)
    #expect(undone?.point == point && undone?.coming == 1 && undone?.queue == all)
    // What goes while it plays leaves nothing behind; what stays plays on.
    _ = try undo(&writer, redo: true, current: 4)
    try writer.save(
      SavedQueue(records: queue.records + Self.records(6..<7)),
      edit: .change(token: 3, from: SavedPoint(entry: 1, position: .zero, state: .playing)),
      in: store)
    #expect(try undo(&writer, current: 2)?.point == nil)
  }

  @Test func `a hundred steps are kept, and changes of one token are one of them`() throws {
    var writer = QueueWriter()
    for token in 1...Int64(130) {
      for part in 0..<UInt32(2) {
        let queue = SavedQueue(records: Self.records(1..<UInt32(token) * 2 + part))
        try writer.save(queue, edit: .change(token: token, from: Self.nowhere), in: store)
      }
    }
    var count = 0
    while try undo(&writer) != nil { count += 1 }
    #expect(count == 100 && writer.kept?.records.count == 60)
  }

  @Test func `a list that is added to one by one is not read each time`() throws {
    let entry = StoredPlaylistEntry(item: nil, uri: "some/where/on/the/disk.flac")
    let long = Array(repeating: entry, count: 30_000)
    try store.savePlaylist("long", long, .create, now: Self.now, step: 1)
    func time(_ body: (Int64) throws -> Void) rethrows -> Duration {
      try ContinuousClock().measure { for number in 0..<Int64(100) { try body(number) } }
    }
    let apart = try time {
      try store.savePlaylist("long", [entry], .append, now: Self.now, step: 100 + $0)
    }
    let atOnce = try time { _ in
      try store.savePlaylist("long", [entry], .append, now: Self.now, step: 1000)
    }
    // Reading all of it takes a hundred times as long as adding to it.
    #expect(atOnce < apart * 10)
    let result = try store.undo(redo: false, SavedQueue(), current: nil, now: Self.now)
    guard case .playlists(let undone) = result else { return #expect(Bool(false), "\(result)") }
    #expect(undone.map(\.going) == [100] && undone.map(\.count) == [30_100])
  }

  @Test func `a change of the queue that cannot be undone leaves those of playlists`() throws {
    try store.savePlaylist("list", [], .create, now: Self.now, step: 1)
    var writer = QueueWriter()
    let queue = SavedQueue(records: Self.records(1..<9))
    try writer.save(queue, edit: .change(token: 2, from: Self.nowhere), in: store)
    let other = SavedQueue(records: Self.records(1..<3))
    guard case .outdated = try store.undo(redo: false, other, current: nil, now: Self.now),
      case .playlists = try store.undo(redo: false, other, current: nil, now: Self.now)
    else { return #expect(Bool(false)) }
    #expect(try store.storedPlaylists().isEmpty)
  }

  @Test func `changes of playlists are undone, each in its turn, and done again`() throws {
    func entry(_ name: String) -> StoredPlaylistEntry { StoredPlaylistEntry(item: nil, uri: name) }
    func undo(_ redo: Bool = false) throws -> UndonePlaylist? {
      let result = try store.undo(redo: redo, SavedQueue(), current: nil, now: Self.now)
      guard case .playlists(let undone) = result else { return nil }
      #expect(undone.count == 1)
      return undone.first
    }
    func uris(_ name: String) throws -> [String]? {
      try store.storedPlaylist(name)?.map(\.location)
    }
    let (a, b, c) = (entry("a"), entry("b"), entry("c"))
    try store.savePlaylist("one", [a, b], .create, now: Self.now, step: 1)
    try store.savePlaylist("one", [c], .append, now: Self.now, step: 2)
    try store.savePlaylist("one", [a], .append, now: Self.now, step: 2)
    try store.changePlaylist("one", now: Self.now, step: 3) { $0.swapAt(0, 1) }
    try store.renamePlaylist("one", to: "two", step: 4)
    try store.savePlaylist("two", [c], .replace, now: Self.now, step: 5)
    try store.deletePlaylist("two", step: 6)
    let states = [nil, ["c"], ["b", "a", "c", "a"]]
    for state in states {
      #expect(try uris("two") == state)
      _ = try undo()
    }
    #expect(try uris("two") == nil && uris("one") == ["b", "a", "c", "a"])
    _ = try undo()
    #expect(try uris("one") == ["a", "b", "c", "a"])
    #expect(try undo()?.going == 2)
    #expect(try uris("one") == ["a", "b"])
    #expect(try undo()?.name == nil)
    #expect(try uris("one") == nil)
    #expect(try undo() == nil)
    for _ in 0..<6 { #expect(try undo(true) != nil) }
    #expect(try undo(true) == nil && uris("one") == nil && uris("two") == nil)
    _ = try undo()
    #expect(try uris("two") == ["c"])
  }

  @Test func `a query that was saved under a playlist's name is nothing that is undone`() throws {
    let entry = StoredPlaylistEntry(item: nil, uri: "a")
    try store.savePlaylist("one", [entry], .create, now: Self.now, step: 1)
    try store.changePlaylist("one", now: Self.now, step: 2) { $0.removeAll() }
    try store.deletePlaylist("one", step: 3)
    let query = SavedQuery(name: "one", text: "genre:dub")
    try store.save(query, now: Self.now)
    for _ in 0..<4 {
      if case .playlists = try store.undo(redo: false, SavedQueue(), current: nil, now: Self.now) {
        Issue.record("The query was taken for the playlist.")
      }
      #expect(try store.savedQuery("one") == query)
    }
    #expect(try store.savedQueries().count == 1)
  }
}
