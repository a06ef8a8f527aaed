import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// The folder of the configuration in which stored playlists are files.
@Suite struct PlaylistFolderTests {
  private static let ebb = "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"

  private static func wait(_ what: String, _ isTrue: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while try !isTrue() {
      guard ContinuousClock.now < deadline else { throw Silence(awaited: what) }
      _ = poll(nil, 0, 10)
    }
  }

  private static func text(_ path: String) -> String {
    (try? FileDescriptor(opening: path).readAll()).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func `playlists are files there, and files that are put there are playlists`() async throws
  {
    try await blocking {
      let home = try PrivateHome()
      let folder = try home.folder.makeFolder("lists")
      try home.folder.write(
        "config/segue/segue.conf",
        RunningDaemon.configuration + "[playlists]\nfolder = \(folder)\n")
      var daemon = try RunningDaemon(home: home)
      try daemon.waitForScan()
      var client = try daemon.client()
      try client.send("playlistadd", "Evening", "Abel Marr")
      try Self.wait("a file") { Self.text("\(folder)/Evening.m3u").contains(Self.ebb) }
      try client.send("rename", "Evening", "Night")
      try Self.wait("its other name") {
        access("\(folder)/Evening.m3u", F_OK) != 0 && access("\(folder)/Night.m3u", F_OK) == 0
      }

      // One that is put there, of another kind, and one that is changed.
      try home.folder.write(
        "lists/Party.pls",
        "[playlist]\nFile1=\(Self.ebb)\nFile2=/nowhere/gone.mp3\nNumberOfEntries=2\nVersion=2\n")
      try Self.wait("the other playlist") {
        (try? client.send("listplaylist", "Party").values("file").count) == 2
      }
      try home.folder.write("lists/Night.m3u", "#EXTM3U\n\(Self.ebb)\n")
      try Self.wait("the change") {
        try client.send("listplaylist", "Night").values("file").count == 1
      }
      #expect(try client.send("segue_undo")["undone"]?.contains("Night") == true)
      try Self.wait("the file as it was") {
        Self.text("\(folder)/Night.m3u").contains("04 Lamps on the Pier.flac")
      }

      // What is removed comes back, what is deleted is gone with its file; what somebody put there stays.
      #expect(unlink("\(folder)/Night.m3u") == 0)
      try Self.wait("the file") { access("\(folder)/Night.m3u", F_OK) == 0 }
      try client.send("rm", "Party")
      try Self.wait("its end") { access("\(folder)/Party.m3u", F_OK) != 0 }
      #expect(access("\(folder)/Party.pls", F_OK) == 0)

      // What happens while no daemon runs is seen by the next one; what is older than a playlist is not.
      _ = try? client.send("kill")
      _ = try daemon.log()
      try home.folder.write("lists/Later.m3u8", "\(Self.ebb)\n")
      var past = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      let old = try home.folder.write("lists/Night.m3u", "\(Self.ebb)\n")
      #expect(utimensat(AT_FDCWD, old, &past, 0) == 0)
      daemon = try RunningDaemon(home: home)
      client = try daemon.client()
      try Self.wait("what came meanwhile") {
        (try? client.send("listplaylist", "Later").values("file").count) == 1
      }
      try Self.wait("the newer one") {
        Self.text("\(folder)/Night.m3u").contains("04 Lamps on the Pier.flac")
      }
      #expect(Self.text("\(folder)/Night.m3u.old") == "\(Self.ebb)\n")
      #expect(try client.send("listplaylist", "Night").values("file").count == 4)
      #expect(
        try client.send("listplaylists").values("playlist").sorted() == ["Later", "Night"])
    }
  }
}
