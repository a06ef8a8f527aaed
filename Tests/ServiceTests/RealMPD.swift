import Glibc
import MPDProtocol
import Posix
import TestSupport

/// The server that everybody else speaks of, over a copy of the music.
final class RealMPD: Sendable {
  static let program = Project.root + "/.build/peers/bin/mpd"

  let socket: String
  /// What it keeps: `playlists`, `stickers` and, after its end, `state`.
  let folder: TemporaryFolder
  private let program: SpawnedProgram

  /// Starts it, and waits until all music is in its database.
  init(music: String) throws {
    folder = try TemporaryFolder()
    socket = folder.path("socket")
    try folder.makeFolder("playlists")
    let file = try folder.write(
      "mpd.conf",
      """
      music_directory "\(music)"
      playlist_directory "\(folder.path("playlists"))"
      db_file "\(folder.path("db"))"
      log_file "\(folder.path("log"))"
      state_file "\(folder.path("state"))"
      sticker_file "\(folder.path("stickers"))"
      bind_to_address "\(socket)"
      zeroconf_enabled "no"
      audio_output {
        type "null"
        name "null"
        mixer_type "software"
      }

      """)
    program = try SpawnedProgram([Self.program, "--no-daemon", file])
    try waitForFile(socket)
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      guard let client = try? MPDClient(.path(socket)) else {
        sched_yield()
        continue
      }
      while try client.send("status")["updating_db"] != nil {
        _ = try client.idle(["update"], timeout: .seconds(10))
      }
      return
    }
    throw Silence(awaited: "the real MPD")
  }

  deinit { program.kill() }

  /// Ends it in order.
  func end() {
    program.signal(SIGTERM)
    program.wait()
  }
}
