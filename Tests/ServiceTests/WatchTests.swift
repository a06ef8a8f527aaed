import Glibc
import Library
import MPDProtocol
import Media
import Posix
import TestSupport
import Testing

/// The daemon follows what happens in the music folders.
@Suite struct WatchTests {
  @Test func `files that come, change, move and go are seen within a second`() async throws {
    try await blocking {
      let watched = try Watched()
      try watched.copy("a.flac")
      try watched.wait(["a.flac"])
      let id = try watched.ids()["a.flac"]
      try watched.daemon.home.folder.makeFolder("music/new/deep")
      try watched.copy("new/deep/b.flac")
      try watched.wait(["a.flac", "new/deep/b.flac"])
      try watched.rename("a.flac", "new/a.flac")
      try watched.wait(["new/a.flac", "new/deep/b.flac"])
      #expect(try watched.ids()["new/a.flac"] == id)
      // The folders in it are known by their new names.
      try watched.rename("new", "old")
      try watched.wait(["old/a.flac", "old/deep/b.flac"])
      try watched.copy("old/deep/c.flac")
      try watched.wait(["old/a.flac", "old/deep/b.flac", "old/deep/c.flac"])
      #expect(try watched.ids()["old/a.flac"] == id)
      #expect(unlink(watched.path("old/a.flac")) == 0)
      try watched.wait(["old/deep/b.flac", "old/deep/c.flac"])
      try watched.rename("old", "../away")
      try watched.wait([])
      try watched.rename("../away", "back")
      try watched.wait(["back/deep/b.flac", "back/deep/c.flac"])
    }
  }

  @Test func `a file is read when its writer has closed it, or is still`() async throws {
    try await blocking {
      let watched = try Watched()
      let bytes = try Watched.bytes()
      let writer = try FileDescriptor(
        opening: watched.path("a.flac"), O_WRONLY | O_CREAT, mode: 0o644)
      try writer.write(bytes.prefix(2000))
      // Something else makes the folder be looked at.
      try watched.copy("b.flac")
      try watched.wait(["b.flac"])
      #expect(try watched.store().problems().isEmpty)
      try writer.write(bytes.dropFirst(2000))
      // Not closed, and complete: two seconds of stillness, and one to be seen.
      try watched.wait(["a.flac", "b.flac"])
      _ = consume writer
    }
  }

  @Test func `ignore files and links take effect as they come`() async throws {
    try await blocking {
      let watched = try Watched()
      try watched.copy("a.flac")
      try watched.copy("in/b.flac")
      try watched.copy("../else/c.flac")
      try watched.wait(["a.flac", "in/b.flac"])
      try watched.daemon.home.folder.write("music/.segueignore", "in/\n")
      try watched.wait(["a.flac"])
      #expect(unlink(watched.path(".segueignore")) == 0)
      try watched.wait(["a.flac", "in/b.flac"])
      #expect(symlink("../else", watched.path("link")) == 0)
      try watched.wait(["a.flac", "in/b.flac", "link/c.flac"])
      // Behind the link, too.
      try watched.copy("../else/d.flac")
      try watched.wait(
        ["a.flac", "in/b.flac", "link/c.flac", "link/d.flac"])
      #expect(try watched.store().roots().count == 1)
    }
  }

  @Test func `a root that goes away and comes back is followed`() async throws {
    try await blocking {
      let watched = try Watched()
      try watched.copy("a.flac")
      try watched.wait(["a.flac"])
      let folder = watched.daemon.home.folder
      #expect(Glibc.rename(folder.path("music"), folder.path("unmounted")) == 0)
      try watched.wait { $0.count == 1 && !$0[0].isAvailable }
      #expect(Glibc.rename(folder.path("unmounted"), folder.path("music")) == 0)
      try watched.wait { $0.count == 1 && $0[0].isAvailable }
      try watched.copy("b.flac")
      try watched.wait(["a.flac", "b.flac"])
    }
  }

  @Test func `a root that is added is scanned and watched`() async throws {
    let watched = try await blocking { try Watched() }
    try watched.copy("../more/a.flac")
    let more = watched.path("../more")
    #expect(try await watched.daemon.home.segue("roots", "add", more).status == 0)
    try await blocking {
      try watched.wait(["more/a.flac"])
      try watched.copy("../more/b.flac")
      try watched.wait(["more/a.flac", "more/b.flac"])
    }
  }

  @Test func `when more happens than the kernel remembers, everything is looked at`() async throws {
    try await blocking {
      let watched = try Watched()
      try watched.copy("a.flac")
      try watched.wait(["a.flac"])
      watched.daemon.program.signal(SIGSTOP)
      // Each makes several events, of which the kernel keeps 16384 by default.
      for number in 0..<9000 { try watched.daemon.home.folder.write("music/\(number).txt", "") }
      try watched.copy("new/b.flac")
      #expect(unlink(watched.path("a.flac")) == 0)
      watched.daemon.program.signal(SIGCONT)
      try watched.wait(["new/b.flac"])
      try watched.copy("new/c.flac")
      try watched.wait(["new/b.flac", "new/c.flac"])
    }
  }

  @Test(.enabled("no name space has a limit of its own here") { await NameSpace.canLimitWatches })
  func `when the system watches no more folders, that is said once with the remedy`()
    async throws
  {
    let home = try PrivateHome(
      configuration: "[library]\nroot = \(Project.music)\n[output null]\ntype = null\n")
    let script = """
      echo 5 >/proc/sys/user/max_inotify_watches
      timeout 3 "$1" 2>&1
      """
    let run = try await ProgramRun.of(
      ["unshare", "-Ur", "bash", "-c", script, "script", RunningDaemon.program],
      environment: home.environment)
    // It went on until it was ended.
    #expect(run.status == 124, "\(run.output)")
    let said = run.lines.filter { $0.contains("sysctl fs.inotify.max_user_watches=") }
    #expect(said.count == 1, "\(run.output)")
    #expect(run.output.contains("34 added"))
  }

  @Test(.enabled("no name space has a limit of its own here") { await NameSpace.canLimitWatches })
  func `when there are too many folders later, all of them are looked at`() async throws {
    let home = try PrivateHome()
    let music = home.folder.path("music")
    try home.folder.write("music/a.flac", try Watched.bytes())
    try home.folder.write("new/b.flac", try Watched.bytes())
    try home.folder.makeFolder("new/1/2/3/4/5/6/7")
    try home.folder.write("new/1/c.flac", try Watched.bytes())
    try home.folder.write(
      "config/segue/segue.conf", "[library]\nroot = \(music)\n[output null]\ntype = null\n")
    let script = """
      echo 5 >/proc/sys/user/max_inotify_watches
      "$1" >"$2/log" 2>&1 & daemon=$!
      timeout 20 sh -c 'until grep -q "1 added" "$1/log"; do sleep 0.05; done' - "$2"
      mv "$2/new" "$2/music/new"
      timeout 20 sh -c 'until grep -q "2 added" "$1/log"; do sleep 0.05; done' - "$2"
      kill $daemon; wait $daemon; cat "$2/log"
      """
    let run = try await ProgramRun.of(
      ["unshare", "-Ur", "bash", "-c", script, "script", RunningDaemon.program, home.folder.path],
      environment: home.environment)
    #expect(run.output.contains("2 added"), "\(run.output)")
    #expect(run.lines.filter { $0.contains("walked every 10 minutes") }.count == 1)
  }
}

/// A daemon with a music folder of its own, seen as its clients see it.
private final class Watched: @unchecked Sendable {
  // Fine, because a test uses it from one thread at a time.
  let daemon: RunningDaemon
  private let client: MPDClient

  init() throws {
    let home = try PrivateHome()
    try home.folder.makeFolder("music")
    try home.folder.write(
      "config/segue/segue.conf",
      "[library]\nroot = \(home.folder.path("music"))\n[output null]\ntype = null\n")
    daemon = try RunningDaemon(home: home)
    client = try daemon.client()
    try daemon.waitForScan()
  }

  func path(_ name: String) -> String { daemon.home.folder.path("music/\(name)") }

  func store() throws -> LibraryStore {
    try LibraryStore(path: daemon.home.folder.path("data/segue/segue.db"), access: .read)
  }

  func ids() throws -> [String: PersistentID] {
    Dictionary(try store().items().map { ($0.uri, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  static func bytes() throws -> [UInt8] {
    try FileDescriptor(opening: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac").readAll()
  }

  func copy(_ name: String) throws {
    try daemon.home.folder.write("music/\(name)", try Self.bytes())
  }

  func rename(_ old: String, _ new: String) throws {
    guard Glibc.rename(path(old), path(new)) == 0 else { throw PosixError("rename \(old)") }
  }

  func wait(_ uris: [String]) throws {
    try wait { items in items.map(\.uri).sorted() == uris }
  }

  /// Waits, as a client does, until the library is as it should be. How soon that is, `make bench` says.
  func wait(until isReached: ([MediaItem]) -> Bool) throws {
    let store = try store()
    let deadline = ContinuousClock.now + Effort.within(.seconds(60))
    while !isReached(try store.items()) {
      guard ContinuousClock.now < deadline else {
        throw Silence(awaited: "\(try store.items().map(\.uri))")
      }
      _ = try client.idle(["database"], timeout: .milliseconds(200))
    }
  }
}
