import MPDProtocol
import Posix
import TestSupport
import Testing

/// People who come from MPD bring what they have.
@Suite struct MovingTests {
  @Test(.enabled(if: Program.isExecutable(RealMPD.program)))
  func `what the real MPD keeps comes in`() async throws {
    let mpd = try await blocking {
      let mpd = try RealMPD(music: Project.music)
      let client = try MPDClient(.path(mpd.socket))
      let ebb = "Abel Marr/Low Water/01 Ebb Line.flac"
      for (name, value) in [("rating", "7"), ("playCount", "3"), ("lastPlayed", "1700000000")] {
        try client.send("sticker", "set", "song", ebb, name, value)
      }
      try client.send("add", "Abel Marr")
      try client.send("save", "by the sea")
      try client.send("add", "Kit Harrow/Tin Roof Demos/04 Nine Nails.wav")
      try client.send("seek", "2", "2")
      try client.send("pause", "1")
      mpd.end()
      return mpd
    }
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    for (name, text) in [
      ("stickers", "1 item"), ("state", "5 tracks in the queue"), ("playlists", "1 playlist"),
    ] {
      let path = mpd.folder.path(name)
      let run = try await home.segue("import", path)
      #expect(run.output == "\(path): \(text)\n", "\(run.errors)")
    }
    let found = try await home.segue("find", "rating:7 plays:3", "--format", "%title%")
    #expect(found.output == "Ebb Line\n")
    #expect(try await home.segue("playlist", "show", "by the sea", "--paths").lines.count == 4)
    let status = try await home.segue("status").output
    #expect(status.contains("Young Flood") && status.contains("paused 00:02"), "\(status)")
    _ = try await home.segue("quit")
  }
}
