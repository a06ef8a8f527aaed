import MPDProtocol
import Media
import Posix

/// Names each track as it starts, until the music ends.
@MainActor
struct Follower {
  let client: MPDClient

  /// - Throws: `ExitError` when the music ended with an error before anything played.
  func run() throws {
    var current: String?
    var played: [Duration?] = []
    var told: String?
    while true {
      let status = try PlayerStatus(of: client)
      if status.state == "stop" {
        if let error = status.error { throw ExitError(.failed, error) }
        break
      }
      if let error = status.error, error != told {
        // The player goes on by itself when what is wrong has ended.
        Program.complain("segue: \(DisplayText.line(error))")
      }
      told = status.error
      if let songID = status.songID, songID != current, let line = status.itemLine {
        current = songID
        played.append(status.duration)
        Console.standard.line(line)
        Console.standard.flush()
      }
      _ = try client.idle(["player"])
    }
    let total = played.reduce(Duration.zero) { $0 + ($1 ?? .zero) }
    Console.standard.line("\(Self.tracks(played.count)) · \(PlaybackTime(total))")
  }

  nonisolated static func tracks(_ count: Int) -> String {
    count == 1 ? "1 track" : "\(count) tracks"
  }
}
