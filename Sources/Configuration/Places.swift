import Glibc
import Posix

/// Where Segue keeps what belongs to a user. Folders are made when first needed.
public struct Places: Sendable, Hashable {
  /// `$XDG_DATA_HOME/segue`, else `~/.local/share/segue`.
  public let data: String
  /// `$XDG_CONFIG_HOME/segue`, else `~/.config/segue`.
  public let configuration: String
  /// `$XDG_STATE_HOME/segue`, else `~/.local/state/segue`.
  public let state: String
  /// `$XDG_CACHE_HOME/segue`, else `~/.cache/segue`.
  public let cache: String
  /// The user's home.
  public let home: String
  /// `$XDG_RUNTIME_DIR/segue`, else `segue-UID` under the temporary directory.
  public let runtime: String
  /// Whether `runtime` lies in a folder that everybody can write to.
  private let isRuntimeShared: Bool

  /// The music library: a SQLite database.
  public var database: String { "\(data)/segue.db" }
  public var configurationFile: String { "\(configuration)/segue.conf" }
  /// Where the daemon listens.
  public var socket: String { "\(runtime)/socket" }
  /// Where clients look for MPD's own socket first; `nil` without a runtime folder of the user.
  public var mpdSocket: String? {
    isRuntimeShared ? nil : runtime.dropLast("/segue".count) + "/mpd/socket"
  }
  /// Where the daemon hears that the library has changed.
  public var notify: String { "\(runtime)/notify" }
  /// Where the daemon notes what the player does, for the case that it is killed.
  public var playerNote: String { "\(runtime)/player" }
  /// Pictures that were taken out of music files, for desktops to show.
  public var artwork: String { "\(cache)/artwork" }
  /// The log of a daemon that `segue` has started.
  public var log: String { "\(state)/segued.log" }

  /// - Parameter environment: Gives the value of a variable, `nil` when it is unset or empty.
  /// - Throws: `noHome` when neither `HOME` nor the user database names a home.
  public init(
    environment: (String) -> String? = Program.environment, user: uid_t = getuid()
  ) throws(ConfigurationError) {
    guard let home = environment("HOME") ?? Self.home(of: user) else { throw .noHome }
    self.home = home
    func folder(_ variable: String, _ fallback: String) -> String {
      // A relative path is to be ignored. Source: XDG Base Directory Specification.
      guard let path = environment(variable), path.hasPrefix("/") else {
        return "\(home)/\(fallback)/segue"
      }
      return "\(path)/segue"
    }
    data = folder("XDG_DATA_HOME", ".local/share")
    configuration = folder("XDG_CONFIG_HOME", ".config")
    state = folder("XDG_STATE_HOME", ".local/state")
    cache = folder("XDG_CACHE_HOME", ".cache")
    if let path = environment("XDG_RUNTIME_DIR"), path.hasPrefix("/") {
      (runtime, isRuntimeShared) = ("\(path)/segue", false)
    } else {
      (runtime, isRuntimeShared) = ("\(environment("TMPDIR") ?? "/tmp")/segue-\(user)", true)
    }
  }

  /// Makes the folder for sockets, for its owner alone.
  ///
  /// - Throws: `unsafeRuntimeFolder` when it is not ours, a link, or open to others.
  public func makeRuntimeFolder() throws(ConfigurationError) {
    if mkdir(runtime, 0o700) != 0, errno == ENOENT {
      try Self.makeFolder(String(runtime[..<(runtime.lastIndex(of: "/") ?? runtime.startIndex)]))
      mkdir(runtime, 0o700)
    }
    var status = stat()
    guard lstat(runtime, &status) == 0 else {
      throw .cannotMake(folder: runtime, reason: PosixError.reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      if !isRuntimeShared, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
        chmod(runtime, 0o700) == 0
      {
        return
      }
      throw .unsafeRuntimeFolder(runtime)
    }
  }

  /// Makes a folder and those above it that are missing, for its owner alone.
  public static func makeFolder(_ path: String) throws(ConfigurationError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
      let code = errno
      // In a read-only system folder the kernel says so before it says that the folder is there.
      if access(made, F_OK) == 0 { continue }
      throw .cannotMake(folder: made, reason: PosixError.reason(code))
    }
  }

  private static func home(of user: uid_t) -> String? {
    guard let entry = getpwuid(user), let home = entry.pointee.pw_dir else { return nil }
    return String(cString: home)
  }
}
