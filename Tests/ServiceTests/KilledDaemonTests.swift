import Glibc
import Library
import MPDProtocol
import Posix
import TestSupport
import Testing

/// The daemon is killed while it is told to change things.
@Suite struct KilledDaemonTests {
  /// What was true since a moment.
  private struct State {
    let since: ContinuousClock.Instant
    let queue: [String]
    let playlist: [String]
  }

  @Test func `who is killed during changes has lost a tenth of a second of them at most`()
    async throws
  {
    try await blocking {
      var daemon = try RunningDaemon()
      try daemon.waitForScan()
      var random = SeededGenerator(seed: 9)
      for round in 0..<Effort.count(100) {
        let client = try daemon.client()
        var states = [try Self.state(client)]
        for _ in 0..<Int.random(in: 1...25, using: &random) {
          try Self.change(client, &random)
          states.append(try Self.state(client))
        }
        // Each other time it has a tenth of a second, and until it rests: then it has nothing more to keep.
        let mayRest = round.isMultiple(of: 2)
        if mayRest { try Self.waitForRest(daemon) }
        let killed = ContinuousClock.now
        daemon.program.kill()
        _ = try daemon.log()
        daemon = try RunningDaemon(home: daemon.home)
        let found = try Self.state(try daemon.client())
        // What is there was true at a moment, and what was answered longer ago is there. Beside other tests a
        // daemon does not always get to write within a tenth of a second.
        let limit = killed - Effort.within(Effort.isSoak ? .milliseconds(100) : .seconds(1))
        let first = mayRest ? states.count - 1 : states.lastIndex { $0.since < limit } ?? 0
        let last = states.lastIndex { $0.queue == found.queue }
        #expect(last != nil, "round \(round): the queue is none that there was")
        #expect(last ?? 0 >= first, "round \(round): \(states.count - 1 - (last ?? 0)) are lost")
        #expect(found.playlist == states[states.count - 1].playlist, "round \(round): the playlist")
      }
      let client = try daemon.client()
      let before = try Self.state(client).queue
      // All that is kept to be undone fits what there is.
      var steps = 0
      while (try? client.send("segue_undo")) != nil { steps += 1 }
      for _ in 0..<steps { try client.send("segue_redo") }
      #expect(try Self.state(client).queue == before && steps > 0)
      daemon.program.kill()
      _ = try daemon.log()
      let library = daemon.home.folder.path("data/segue/segue.db")
      #expect(try LibraryStore(path: library, access: .read).health().isWhole)
    }
  }

  /// Waits for a tenth of a second, and then for all threads to sleep; on a busy machine that is later.
  private static func waitForRest(_ daemon: RunningDaemon) throws {
    _ = poll(nil, 0, 100)
    let folder = "/proc/\(daemon.program.pid)/task"
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while ContinuousClock.now < deadline {
      var isResting = true
      let threads = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
      try FolderEntries.forEach(in: threads.raw) { name, _ in
        let file = "\(folder)/\(String(decoding: name, as: UTF8.self))/stat"
        let status = (try? FileDescriptor(opening: file).readAll()) ?? []
        // Behind the name, which ends with the last bracket.
        let end = status.lastIndex(of: UInt8(ascii: ")")) ?? 0
        if status.count > end + 2, status[end + 2] != UInt8(ascii: "S") { isResting = false }
      }
      if isResting { return }
      _ = poll(nil, 0, 5)
    }
    throw Silence(awaited: "rest")
  }

  private static func state(_ client: MPDClient) throws -> State {
    let queue = try client.send("playlistinfo")
    let list = try? client.send("listplaylist", "kept").values("file")
    return State(
      since: .now, queue: zip(queue.values("Id"), queue.values("file")).map { "\($0) \($1)" },
      playlist: list ?? [])
  }

  private static func change(_ client: MPDClient, _ random: inout SeededGenerator) throws {
    let count = try client.send("status")["playlistlength"].flatMap { Int($0) } ?? 0
    let place = String(Int.random(in: 0..<max(1, count), using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: try client.send("add", "Abel Marr")
    case 2: try client.send("playlistadd", "kept", "Ines Calloway")
    case 3 where count > 0: try client.send("move", place, "0")
    case 4 where count > 0: try client.send("delete", place)
    case 5 where count > 100: try client.send("clear")
    case 6: try client.send("shuffle")
    case 7: _ = try? client.send("segue_undo")
    default: try client.send("add", "Kit Harrow")
    }
  }
}
