import Glibc
import Library
import MPDProtocol
import Media
import Posix

/// Copies of all stored playlists in a folder, for other players, as long as it runs.
@MainActor
struct PlaylistMirror {
  private let folder: FilePath
  private let user: UserEnvironment

  init(_ folder: String, _ user: UserEnvironment) throws {
    guard let path = ItemArguments.path(folder), (try? FileStatus(folder).kind) == .folder else {
      throw ExitError(.failed, "There is no folder \(DisplayText.line(folder)).")
    }
    self.folder = path
    self.user = user
  }

  func run() throws {
    let client = try DaemonConnection.open(user)
    let library = try user.library()
    var written = Set<String>()
    while true {
      let lists = try library.storedPlaylists()
      var now = Set<String>()
      for list in lists {
        guard let entries = try library.storedPlaylist(list.name) else { continue }
        now.insert(list.name)
        try write(list.name, PlaylistFormat.m3u8.file(entries, relativeTo: folder).bytes)
      }
      // Only what was a copy of ours goes.
      for name in written.subtracting(now) { unlink(file(name)) }
      written = now
      Console.standard.line("\(now.count) playlist\(now.count == 1 ? "" : "s") in \(folder.uri)")
      Console.standard.flush()
      _ = try client.idle(["stored_playlist", "database"])
    }
  }

  private func file(_ name: String) -> String {
    // A name that would be hidden, or lead elsewhere, is not one of a file.
    let safe = name.hasPrefix(".") ? "_\(name)" : name
    return "\(folder.string ?? "")/\(safe).m3u8"
  }

  /// A file that is as it should be is left alone, and none is ever half written.
  private func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = file(name)
    if let old = try? FileDescriptor(opening: file).readAll(), old == bytes { return }
    try FileDescriptor.replace(file, with: bytes)
  }
}
