import Library
import MPDProtocol
import Media
import Posix

/// Copies of all stored playlists in a folder, for other players, as long as it runs.
@MainActor
struct PlaylistMirror {
  private let path: FilePath
  private let user: UserEnvironment

  init(_ folder: String, _ user: UserEnvironment) throws {
    guard let path = ItemArguments.path(folder), (try? FileStatus(folder).kind) == .folder else {
      throw ExitError(.failed, "There is no folder \(DisplayText.line(folder)).")
    }
    self.path = path
    self.user = user
  }

  func run() throws {
    let client = try DaemonConnection.openOwn(user, for: "playlist export --watch")
    let library = try user.library()
    var folder = PlaylistFolder(path, suffix: "m3u8")
    while true {
      let outcome = try folder.write(library)
      for (name, problem) in outcome.problems.sorted(by: { $0.key < $1.key }) {
        Program.complain("segue: \(DisplayText.line(name)): \(problem)")
      }
      let count = outcome.count
      Console.standard.line("\(count) playlist\(count == 1 ? "" : "s") in \(path.uri)")
      Console.standard.flush()
      _ = try client.idle(["stored_playlist", "database", "sticker"])
    }
  }
}
