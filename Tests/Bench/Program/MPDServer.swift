import Glibc
import MPDProtocol
import Posix
import TestSupport

/// MPD on the same music, with a database of its own.
final class MPDServer {
  private let folder: TemporaryFolder
  private let command: [String]
  let socket: String
  let program: SpawnedProgram
  let client: MPDClient

  /// Starts one that knows no music yet.
  init(_ mpd: String, music: String) throws {
    folder = try TemporaryFolder()
    socket = folder.path("socket")
    try folder.write(
      "mpd.conf",
      """
      music_directory "\(music)"
      max_connections "200"
      connection_timeout "3600"
      max_output_buffer_size "1048576"
      db_file "\(folder.path("db"))"
      log_file "\(folder.path("log"))"
      bind_to_address "\(socket)"
      auto_update "no"
      audio_output {
        type "null"
        name "null"
      }

      """)
    command = [mpd, "--no-daemon", folder.path("mpd.conf")]
    program = try SpawnedProgram(command)
    client = try Self.connect(socket)
  }

  deinit { program.kill() }

  /// Has it look at all its music: wall and CPU seconds.
  func update() throws -> (wall: Double, cpu: Double) {
    let before = ProcessFiles.time(program.pid)
    let began = ContinuousClock.now
    try client.send("update")
    // It says when it is done, so that nobody asks it all the time.
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: .seconds(600))
    }
    return (began.duration(to: .now) / .seconds(1), ProcessFiles.time(program.pid) - before)
  }

  /// Another one that knows what this one knew, which has ended.
  func restarted() throws -> SpawnedProgram { try SpawnedProgram(command) }

  static func connect(_ socket: String) throws -> MPDClient {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      do {
        return try MPDClient(.path(socket), timeout: .seconds(600))
      } catch {
        guard ContinuousClock.now < deadline else { throw error }
        usleep(5000)
      }
    }
  }
}
