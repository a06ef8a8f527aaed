import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// A library that is damaged while the daemon runs.
@Suite struct MendingTests {
  @Test func `a library damaged while music plays is mended, and the music goes on`() async throws {
    let home = try PrivateHome(configuration: RunningDaemon.configuration)
    let daemon = try await blocking {
      let daemon = try RunningDaemon(home: home)
      try daemon.waitForScan()
      let client = try daemon.client()
      try client.send("add", "Ines Calloway")
      try client.send("add", "Abel Marr")
      try client.send("play", "0")
      let songs = try client.send("stats")["songs"]
      #expect(songs == "34")

      try Self.damage(home.folder.path("data/segue/segue.db"))
      try client.send("update")
      let aside = home.folder.path("data/segue/segue.db-damaged-1")
      let deadline = ContinuousClock.now + Effort.within(.seconds(20))
      while access(aside, F_OK) != 0 || client.hasScan || client.songs != "34",
        ContinuousClock.now < deadline
      {
        _ = try client.idle(["update", "database"], timeout: .milliseconds(100))
      }
      #expect(access(aside, F_OK) == 0 && client.songs == "34")
      let status = try client.send("status")
      #expect(status["state"] == "play" && status["song"] == "0")
      #expect(try client.send("lsinfo", "Abel Marr").pairs.isEmpty == false)
      // What happens from now on is kept in the new library.
      try client.send("add", "Kit Harrow")
      return daemon
    }
    let length = try await blocking {
      let client = try daemon.client()
      let length = try client.send("status")["playlistlength"]
      _ = try? client.send("kill")
      daemon.program.wait()
      return length
    }
    let again = try await blocking { try RunningDaemon(home: home) }
    let status = try await blocking { try again.client().send("status") }
    #expect(status["playlistlength"] == length && status["state"] == "play")
  }

  /// Overwrites the first pages of a database that others have open.
  private static func damage(_ path: String) throws {
    // What the log has is not in the file yet, and would be found in its place.
    let log = try FileDescriptor(opening: path + "-wal", O_WRONLY)
    let frames = [UInt8](repeating: 0x5A, count: Int(try FileStatus(path + "-wal").size))
    #expect(pwrite(log.raw, frames, frames.count, 0) == frames.count)
    let garbage = [UInt8](repeating: 0x5A, count: 16384)
    let file = try FileDescriptor(opening: path, O_WRONLY)
    #expect(pwrite(file.raw, garbage, garbage.count, 0) == garbage.count)
  }
}

extension MPDClient {
  fileprivate var hasScan: Bool { (try? send("status"))?["updating_db"] != nil }
  fileprivate var songs: String? { (try? send("stats"))?["songs"] }
}
