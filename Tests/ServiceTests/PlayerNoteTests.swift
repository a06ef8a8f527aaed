import Glibc
import Library
import MPDProtocol
import Media
import TestSupport
import Testing

@testable import Service

/// What the player did is known, however the daemon ended.
@Suite struct PlayerNoteTests {
  private static let configuration =
    RunningDaemon.configuration + "[player]\nresume = pause\n"

  /// Has somebody else write to the library for as long as it runs, so that nobody of ours can.
  private static let holder = """
    import sqlite3, sys
    library = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
    library.execute("BEGIN IMMEDIATE")
    print("held", flush=True)
    sys.stdin.read()
    """

  @Test(arguments: [(SIGKILL, 0), (SIGKILL, 2), (SIGTERM, 2)])
  func `what a client was told is true after the end, also while nobody can write to the library`(
    signal: Int32, heard: Double
  ) async throws {
    try await blocking {
      var daemon = try RunningDaemon(configuration: Self.configuration)
      try daemon.waitForScan()
      var client = try daemon.client()
      try client.send("add", "Abel Marr")
      try client.send("add", "Ines Calloway")
      try daemon.waitUntilKept(entries: 5)
      let library = daemon.home.folder.path("data/segue/segue.db")
      let holder = try FollowedProgram(
        ["python3", "-c", Self.holder, library], environment: [:], in: daemon.home.folder)
      try holder.wait(for: "held")
      try client.send("repeat", "1")
      try client.send("play", "4")
      var told = try client.send("status")
      while told["elapsed"].flatMap({ Double($0) }) ?? 0 < heard {
        _ = try client.idle(["player"], timeout: .milliseconds(50))
        told = try client.send("status")
      }
      daemon.program.signal(signal)
      _ = try daemon.log()
      #expect(daemon.program.wait() == (signal == SIGTERM ? 0 : 128 + SIGKILL))
      holder.program.kill()
      daemon = try RunningDaemon(home: daemon.home)
      client = try daemon.client()
      let found = try client.send("status")
      #expect(found["state"] == "pause" && found["repeat"] == "1")
      #expect(found["songid"] == told["songid"])
      let places = [told, found].map { $0["elapsed"].flatMap { Double($0) } ?? -1 }
      #expect(places[1] >= places[0] - 1 && places[0] >= 0, "\(places)")
    }
  }

  private static func player(_ seconds: Int, saved: Int64) -> SavedPlayer {
    var player = SavedPlayer()
    (player.state, player.position) = (.playing, .seconds(seconds))
    (player.current, player.lastEntry) = (7, 9)
    player.saved = Timestamp(nanoseconds: saved)
    return player
  }

  @Test @MainActor func `what was noted is read as it was`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("player")
    let empty = PlayerNote(path)
    #expect(empty.last == nil)
    var player = Self.player(83, saved: 1_700_000_000_000_000_000)
    player.single = .oneShot
    (player.random, player.shufflesAlbums, player.stopPoint, player.volume) = (
      true, true, "queue", 0
    )
    player.choices = [
      SavedChoice(name: "output Living room", value: "0", usual: "1"),
      SavedChoice(name: "crossfade", value: "5", usual: ""),
    ]
    for item in [nil, PersistentID.random()] {
      let content = PlayerNote.Content(player: player, item: item)
      PlayerNote(path).write(content)
      #expect(PlayerNote(path).last == content)
      // It has no volume of its own, and less to say.
      (player.volume, player.stopPoint, player.random) = (nil, nil, false)
      player.choices = []
    }
    try folder.write("player", "segue-player-1 playing off")
    #expect(PlayerNote(path).last == nil)
  }

  @Test func `what was noted counts where it is later and of the same queue`() {
    let (item, other) = (PersistentID.random(), PersistentID.random())
    var queue = SavedQueue()
    queue.records = [QueueRecord(id: 7, item: item)]
    let kept = Self.player(10, saved: 1000)
    let later = PlayerNote.Content(player: Self.player(20, saved: 2000), item: item)
    #expect(Resumption.latest(kept, later, queue) == later.player)
    #expect(Resumption.latest(nil, later, queue) == later.player)
    #expect(Resumption.latest(kept, nil, queue) == kept)
    let earlier = PlayerNote.Content(player: Self.player(20, saved: 500), item: item)
    #expect(Resumption.latest(kept, earlier, queue) == kept)
    let elsewhere = PlayerNote.Content(player: later.player, item: other)
    #expect(Resumption.latest(kept, elsewhere, queue) == kept)
    #expect(Resumption.latest(kept, later, SavedQueue()) == kept)
  }
}
