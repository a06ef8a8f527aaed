import Configuration
import Glibc
import TestSupport
import Testing

@Suite struct PlacesTests {
  @Test func `places follow the XDG variables`() throws {
    let places = try Places(
      environment: Self.environment([
        "HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_RUNTIME_DIR": "/run/user/7",
      ]))
    #expect(places.database == "/data/segue/segue.db")
    #expect(places.configurationFile == "/home/ada/.config/segue/segue.conf")
    #expect(places.log == "/home/ada/.local/state/segue/segued.log")
    #expect(places.socket == "/run/user/7/segue/socket")
  }

  @Test func `a relative XDG variable is ignored`() throws {
    let places = try Places(
      environment: Self.environment([
        "HOME": "/home/ada", "XDG_DATA_HOME": "data", "XDG_RUNTIME_DIR": "run",
      ]), user: 7)
    #expect(places.data == "/home/ada/.local/share/segue")
    #expect(places.runtime == "/tmp/segue-7")
  }

  @Test func `the folder for sockets is made for its owner alone`() throws {
    let folder = try TemporaryFolder()
    let places = try Places(
      environment: Self.environment([
        "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path("a/b"),
      ]))
    try places.makeRuntimeFolder()
    var status = stat()
    #expect(stat(places.runtime, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    try places.makeRuntimeFolder()
  }

  @Test func `without a runtime folder of the session a link or an open folder is refused`() throws
  {
    let folder = try TemporaryFolder()
    let places = try Places(
      environment: Self.environment([
        "HOME": folder.path, "TMPDIR": folder.path,
      ]), user: 7)
    #expect(places.runtime == folder.path("segue-7"))
    symlink(try folder.makeFolder("elsewhere"), places.runtime)
    #expect(throws: ConfigurationError.unsafeRuntimeFolder(places.runtime)) {
      try places.makeRuntimeFolder()
    }
    unlink(places.runtime)
    mkdir(places.runtime, 0o755)
    chmod(places.runtime, 0o755)
    #expect(throws: ConfigurationError.unsafeRuntimeFolder(places.runtime)) {
      try places.makeRuntimeFolder()
    }
    chmod(places.runtime, 0o700)
    try places.makeRuntimeFolder()
  }

  private static func environment(_ variables: [String: String]) -> (String) -> String? {
    { variables[$0] }
  }
}

@Suite struct MusicFolderTests {
  @Test(arguments: [
    ("XDG_MUSIC_DIR=\"$HOME/Muzyka\"", "/Muzyka"), ("# XDG_MUSIC_DIR=\"$HOME/X\"", "/Music"),
    ("XDG_MUSIC_DIR=\"$HOME/\"", "/Music"), ("XDG_DESKTOP_DIR=\"$HOME/D\"", "/Music"),
  ])
  func `the music folder is that of the desktop, else Music`(line: String, folder: String) throws {
    let home = try TemporaryFolder()
    try home.write(".config/user-dirs.dirs", "# made by the desktop\n\(line)\n")
    let places = try Places(environment: { $0 == "HOME" ? home.path : nil })
    #expect(places.musicFolder == home.path + folder)
  }

  @Test func `an absolute music folder is taken as it is`() throws {
    let home = try TemporaryFolder()
    try home.write(".config/user-dirs.dirs", "XDG_MUSIC_DIR=\"/srv/music\"\n")
    let places = try Places(environment: { $0 == "HOME" ? home.path : nil })
    #expect(places.musicFolder == "/srv/music")
  }
}
