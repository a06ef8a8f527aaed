import Glibc
import Library
import Media
import Posix
import TestSupport
import Testing
import Worker

@testable import Service

/// When the folder of playlists is looked at.
@Suite struct MirroredPlaylistsTests {
  @Test func `what is told a thousand times at once is looked at a few times`() async throws {
    try await blocking {
      let home = try TemporaryFolder()
      let folder = try home.makeFolder("lists")
      let library = home.path("segue.db")
      let store = try LibraryStore(path: library, access: .write)
      try store.savePlaylist("One", [], .create, now: .now)
      let looks = try FileNotifications()
      _ = try looks.add(
        folder, FileNotifications.Kinds(rawValue: UInt32(IN_OPEN | IN_CLOSE_NOWRITE)))
      let mirrored = MirroredPlaylists(
        folder: folder, library: library, workers: WorkerPrograms(folder: Project.programs)
      ) {}
      for _ in 0..<1000 { mirrored.update() }
      mirrored.stop(patience: .seconds(600))
      #expect(access("\(folder)/One.m3u", F_OK) == 0)
      let count = looks.read().count {
        $0.name.isEmpty && $0.kinds.rawValue & UInt32(IN_OPEN) != 0
      }
      #expect((1...100).contains(count))
      // What comes after its end is for the next one.
      try store.savePlaylist("Two", [], .create, now: .now)
      mirrored.update()
      mirrored.stop(patience: .seconds(600))
      #expect(access("\(folder)/Two.m3u", F_OK) != 0)
    }
  }
}
