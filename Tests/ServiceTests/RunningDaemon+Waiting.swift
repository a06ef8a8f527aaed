import Glibc
import Library
import MPDProtocol
import Media
import Posix
import TestSupport

extension RunningDaemon {
  private func store() throws -> LibraryStore {
    try LibraryStore(path: home.folder.path("data/segue/segue.db"), access: .read)
  }

  /// What was played, the latest first.
  func history() throws -> [PlayRecord] { try store().history() }

  /// All items of the library.
  func persistentIDs() throws -> [PersistentID] { try store().items().map(\.persistentID) }

  /// Waits until a queue of so many entries is in the database.
  func waitUntilKept(entries: Int) throws {
    let store = try store()
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while try store.savedQueue().records.count != entries {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: "the queue") }
      sched_yield()
    }
  }

  /// Waits until a status is in the database, which happens beside the answers.
  func waitUntilKept(_ status: MPDResponse) throws {
    let store = try store()
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while ContinuousClock.now < deadline {
      let player = try store.savedPlayer()
      let elapsed = player.map { Double($0.position.milliseconds) / 1000 }
      if player?.current.map({ String($0) }) == status["songid"],
        elapsed == status["elapsed"].flatMap({ Double($0) }),
        try store.savedQueue().records.count == Int(status["playlistlength"] ?? "")
      {
        return
      }
      sched_yield()
    }
    throw Silence(awaited: "the state in the database")
  }
}

extension MPDClient {
  /// Waits until something is so that comes with changes of the player, looking now and then, too.
  func wait(for what: String, _ isTrue: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while try !isTrue() {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: what) }
      _ = try? idle(["player"], timeout: .milliseconds(100))
    }
  }
}

/// Waits until a file is there.
func waitForFile(_ path: String) throws {
  let deadline = ContinuousClock.now + Effort.within(.seconds(60))
  while access(path, F_OK) != 0 {
    if ContinuousClock.now > deadline { throw Silence(awaited: path) }
    sched_yield()
  }
}
