import Posix

extension Places {
  /// The user's music folder: `XDG_MUSIC_DIR` of `user-dirs.dirs`, else `~/Music`. It need not exist.
  ///
  /// Source: xdg-user-dirs; a value is in double quotes and begins with `$HOME/` or `/`.
  public var musicFolder: String {
    let folder = configuration[..<(configuration.lastIndex(of: "/") ?? configuration.endIndex)]
    let file = try? FileDescriptor(opening: "\(folder)/user-dirs.dirs").readAll(limit: 1 << 16)
    let text = String(decoding: file ?? [], as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline).map({ trim($0) }) {
      guard line.hasPrefix("XDG_MUSIC_DIR=") else { continue }
      let value = line.dropFirst("XDG_MUSIC_DIR=".count).filter { $0 != "\"" }
      if value.hasPrefix("/") { return String(value) }
      // The home itself stands for a folder that was taken away.
      if value.hasPrefix("$HOME/"), value.count > 6 { return "\(home)/\(value.dropFirst(6))" }
    }
    return "\(home)/Music"
  }
}
